// Drawings on a grid of 20, strokes of 1.6. They come with a word beside them, or with a
// label on what they stand in; so they are hidden from readers.
import type { JSX } from "preact";

const dot = { fill: "currentColor", stroke: "none" };

const drawings = {
  now: <><circle cx="10" cy="10" r="6.8" /><circle cx="10" cy="10" r="2.2" {...dot} /></>,
  threads: <path d="M4 5.5h12M4 10h12M4 14.5h7" />,
  plus: <path d="M10 4.5v11M4.5 10h11" />,
  projects: <path d="M3.5 6.2c0-.9.7-1.7 1.7-1.7h2.9l1.9 2h4.8c1 0 1.7.8 1.7 1.7v5.6c0 1-.7 1.7-1.7 1.7H5.2c-1 0-1.7-.7-1.7-1.7z" />,
  more: <g {...dot}><circle cx="4.5" cy="10" r="1.4" /><circle cx="10" cy="10" r="1.4" /><circle cx="15.5" cy="10" r="1.4" /></g>,
  wiki: <path d="M10 5.5C8.4 4.3 6.3 4 3.5 4.2v11c2.8-.2 4.9.1 6.5 1.3 1.6-1.2 3.7-1.5 6.5-1.3v-11C13.7 4 11.6 4.3 10 5.5zm0 0v11" />,
  bell: <path d="M5.5 13.5V9a4.5 4.5 0 0 1 9 0v4.5l1.3 1H4.2zM8.5 17h3" />,
  search: <><circle cx="9" cy="9" r="5" /><path d="m12.8 12.8 3.7 3.7" /></>,
  activity: <path d="M3 10.5h3l2.5-6 3.5 11 2.2-5H17" />,
  settings: <><path d="M4 6h6m4 0h2M4 14h2m4 0h6" /><circle cx="12" cy="6" r="2" /><circle cx="8" cy="14" r="2" /></>,
  play: <path d="M6.5 4.7v10.6l8.5-5.3z" fill="currentColor" />,
  pause: <path d="M7 5v10M13 5v10" stroke-width="2.4" />,
  ring: <circle cx="10" cy="10" r="6.2" />,
  check: <path d="m4.5 10.5 3.8 3.8 7.4-8.6" />,
  later: <path d="M3 14.5h14M6 14.5a4 4 0 0 1 8 0M10 4v3M4.2 7.5l1.7 1.7M15.8 7.5l-1.7 1.7" />,
  chevron: <path d="m8 5 5 5-5 5" />,
  back: <path d="m12 4.5-5.5 5.5 5.5 5.5" />,
  close: <path d="m5.5 5.5 9 9M14.5 5.5l-9 9" />,
  edit: <path d="m4 16 .8-3.3 8.7-8.7 2.5 2.5-8.7 8.7z" />,
  copy: <><rect x="7" y="7" width="9" height="9" rx="1.5" /><path d="M13 7V5.2C13 4.5 12.5 4 11.8 4H5.2C4.5 4 4 4.5 4 5.2v6.6c0 .7.5 1.2 1.2 1.2H7" /></>,
  agent: <><rect x="4" y="6.5" width="12" height="9" rx="2.5" /><path d="M10 6.5V3.8M7.8 10.5v1M12.2 10.5v1" /></>,
  you: <><circle cx="10" cy="7" r="2.8" /><path d="M4.5 16c.6-3 2.7-4.5 5.5-4.5s4.9 1.5 5.5 4.5" /></>,
  warn: <><circle cx="10" cy="10" r="6.8" /><path d="M10 6.5v4M10 13.3v.2" stroke-width="1.9" /></>,
  link: <path d="M8.5 11.5a3 3 0 0 0 4.3 0l2.3-2.3a3 3 0 0 0-4.3-4.3l-.8.8M11.5 8.5a3 3 0 0 0-4.3 0l-2.3 2.3a3 3 0 0 0 4.3 4.3l.8-.8" />,
  trash: <path d="M4.5 6h11M8 6V4.2h4V6M6 6l.7 9.8h6.6L14 6M8.7 9v4M11.3 9v4" />,
  undo: <path d="M4.5 8.5h7a4 4 0 0 1 0 8H8M7.5 5.5l-3 3 3 3" />,
  sun: <><circle cx="10" cy="10" r="3" /><path d="M10 3.5v1.6M10 14.9v1.6M3.5 10h1.6M14.9 10h1.6M5.4 5.4l1.1 1.1M13.5 13.5l1.1 1.1M5.4 14.6l1.1-1.1M13.5 6.5l1.1-1.1" /></>,
  moon: <path d="M15.8 12A6.5 6.5 0 0 1 8 4.2a6.5 6.5 0 1 0 7.8 7.8z" />,
  out: <path d="M8.5 4.5H5.2c-.7 0-1.2.5-1.2 1.2v8.6c0 .7.5 1.2 1.2 1.2h3.3M12.5 6.5 16 10l-3.5 3.5M16 10H8" />,
  sort: <path d="M6.5 4.5v11m0 0L4 13m2.5 2.5L9 13M13.5 15.5v-11m0 0L11 7m2.5-2.5L16 7" />,
  lock: <><rect x="5" y="9" width="10" height="7" rx="1.5" /><path d="M7 9V7a3 3 0 0 1 6 0v2" /></>,
  sync: <path d="M15.5 8.5A6 6 0 0 0 5 6.6L3.8 8M4.5 11.5A6 6 0 0 0 15 13.4L16.2 12M3.8 4.5V8h3.5M16.2 15.5V12h-3.5" />,
  download: <path d="M10 4v8.5m0 0L6.8 9.3m3.2 3.2 3.2-3.2M4.5 15.5h11" />,
  history: <><path d="M4 10a6 6 0 1 1 1.9 4.4M4 10 2.6 8.4M4 10l1.7-1.3" /><path d="M10 7v3.3l2.2 1.4" /></>,
  pin: <path d="M7.5 4h5l-.6 4.5 2.1 2.5H6l2.1-2.5zM10 11v5" />,
  merge: <path d="M5.5 4v3.5c0 2 1.5 3 4.5 4.5M14.5 4v3.5c0 2-1.5 3-4.5 4.5V16" />,
  page: <path d="M5.5 3.5h6l3 3v10h-9zM11.5 3.5v3h3" />,
  bold: <path d="M6.5 4.5h4.2a2.7 2.7 0 0 1 0 5.4H6.5zm0 5.4h5a2.8 2.8 0 0 1 0 5.6h-5z" />,
  list: <path d="M8 5.5h8.5M8 10h8.5M8 14.5h8.5M4 5.5h.1M4 10h.1M4 14.5h.1" />,
  task: <><rect x="4" y="4" width="12" height="12" rx="2" /><path d="m7 10.2 2.2 2.2 4-4.6" /></>,
  code: <path d="m7 6-4 4 4 4M13 6l4 4-4 4" />,
} satisfies Record<string, JSX.Element>;

export type IconName = keyof typeof drawings;

/** One drawing; small is 16 px, beside text of controls. */
export function Icon({ name, small = false }: { name: IconName; small?: boolean }) {
  return <svg class={small ? "icon small" : "icon"} viewBox="0 0 20 20" aria-hidden="true">{drawings[name]}</svg>;
}
