// Settings: the list of panes, and beside it (in its place on a phone) one of them.
import { signal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import { Refusal } from "../../api/refusal";
import { Icon } from "../../parts/Icon";
import { Problem } from "../../parts/Rest";
import type { ScreenProps } from "../../places";
import { to, usePage } from "../../router";
import { panes } from "./panes";
import "./settings.css";

const loaded = signal<Record<string, ComponentType>>({});
const failed = signal(false);

async function load(name: string): Promise<void> {
  failed.value = false;
  try {
    const { default: component } = await panes.find(({ pane }) => pane === name)!.load();
    loaded.value = { ...loaded.peek(), [name]: component };
  } catch {
    failed.value = true;
  }
}

export default function Settings({ params: { pane: wanted } }: ScreenProps) {
  const current = panes.find(({ pane }) => pane === wanted) ?? panes[0]!;
  usePage({ title: wanted ? current.title : null, heading: "Settings" });
  useEffect(() => { if (!loaded.peek()[current.pane]) void load(current.pane); }, [current]);
  const Component = loaded.value[current.pane];
  return (
    <div class={wanted ? "split settings showing-detail" : "split settings"}>
      <nav class="split-list" aria-label="Settings">
        <ul class="panes">
          {panes.map(({ pane, title, icon }) => (
            <li key={pane}><a href={to("pane", { pane })} aria-current={pane === current.pane ? "page" : undefined}><Icon name={icon} />{title}</a></li>
          ))}
        </ul>
      </nav>
      <section class="split-detail" aria-label={current.title}>
        <div class="pane">
          <h2 class="pane-title">{current.title}</h2>
          {Component ? <Component key={current.pane} /> : failed.value && <Problem why={new Refusal(0)} retry={() => void load(current.pane)} />}
        </div>
      </section>
    </div>
  );
}
