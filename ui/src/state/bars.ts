// The browser's own bars around the page.
const bars = [...document.querySelectorAll<HTMLMetaElement>("meta[name=theme-color]")]
  .map((meta) => ({ meta, scheme: meta.media.includes("dark") ? "dark" : "light", colour: meta.content }));

/** Colours them for a theme: "light", "dark", or whatever the device has. */
export function tint(theme: string): void {
  for (const { meta, scheme, colour } of bars) meta.content = bars.find((one) => one.scheme === theme && one.scheme !== scheme)?.colour ?? colour;
}
