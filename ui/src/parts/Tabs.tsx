// Choices of view. Tabs are links, as each view has its address; Segmented is a choice of
// one value among a few.
import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { go } from "../router";
import { count, t } from "../words";
import { Menu } from "./Menu";

export interface Tab {
  href: string;
  label: string;
  /** How many are behind it. */
  count?: number | undefined;
  current: boolean;
}

/** Views of the same place, with counts. Those that do not fit go into a menu; the present one stays in sight. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  const line = useRef<HTMLDivElement>(null);
  const nav = useRef<HTMLElement>(null);
  const current = tabs.findIndex((tab) => tab.current);
  const [away, setAway] = useState<ReadonlySet<number>>(none);
  const texts = tabs.map((tab) => `${tab.label} ${tab.count ?? ""}`).join();
  useLayoutEffect(() => {
    const measure = () => {
      const all = [...nav.current!.children] as HTMLElement[];
      for (const tab of all) tab.hidden = false;
      const next = beyond(all.map((tab) => tab.offsetWidth), line.current!.clientWidth, current);
      all.forEach((tab, i) => { tab.hidden = next.has(i); });
      setAway((was) => (was.size === next.size && [...next].every((i) => was.has(i)) ? was : next));
    };
    measure();
    if (typeof ResizeObserver === "undefined") return;
    const observer = new ResizeObserver(measure);
    observer.observe(line.current!);
    return () => observer.disconnect();
  }, [texts, current]);
  return (
    <div class="tabs-line" ref={line}>
      <nav class="tabs" aria-label={label} ref={nav}>
        {tabs.map((tab, i) => (
          <a key={tab.label} href={tab.href} hidden={away.has(i)} aria-current={tab.current ? "true" : undefined}>
            {tab.label}{tab.count !== undefined && <span class="count">{tab.count}</span>}
          </a>
        ))}
      </nav>
      {away.size > 0 && (
        <Menu
          label={t("common.andMore", { n: away.size })}
          items={tabs.filter((_, i) => away.has(i)).map(({ label: words, count: n, href }) => ({ label: n === undefined ? words : `${words} ${count(n)}`, run: () => go(href) }))}
        />
      )}
    </div>
  );
}

const none: ReadonlySet<number> = new Set();
/** What stands between two tabs, and what the menu takes, in pixels. */
const gap = 4, menu = 48;

/** Which tabs of these widths have no room; the current one has. */
export function beyond(widths: readonly number[], room: number, current: number): ReadonlySet<number> {
  const sum = (some: readonly number[]) => some.reduce((all, width) => all + width + gap, -gap);
  if (room === 0 || sum(widths) <= room) return none; // without room, nothing is drawn yet
  let left = room - menu - (widths[current] ?? 0);
  const away = new Set<number>();
  widths.forEach((width, i) => {
    if (i === current) return;
    left -= width + gap;
    if (left < 0) away.add(i);
  });
  return away;
}

interface SegmentedProps<T extends string> {
  label: string;
  /** What stands beside it; default: the label is for readers only. */
  shown?: string;
  options: readonly { value: T; label: string }[];
  value: T;
  onChange: (value: T) => void;
}

/** One of two to five values, all in sight. */
export function Segmented<T extends string>({ label, options, value, onChange, shown }: SegmentedProps<T>) {
  const name = useId();
  return (
    <fieldset class="segmented">
      <legend class="unseen">{label}</legend>
      {shown && <span class="label" aria-hidden="true">{shown}</span>}
      <div>
        {options.map((option) => (
          <label key={option.value}>
            <input type="radio" name={name} value={option.value} checked={option.value === value} onChange={() => onChange(option.value)} />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
