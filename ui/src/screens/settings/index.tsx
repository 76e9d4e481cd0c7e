// Settings: the list of panes, and beside it (in its place on a phone) one of them.
import { signal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import { Refusal } from "../../api/refusal";
import { Fails } from "../../parts/Fails";
import { Icon } from "../../parts/Icon";
import { Problem } from "../../parts/Rest";
import { Split } from "../../parts/Split";
import type { ScreenProps } from "../../places";
import { route, to, usePage } from "../../router";
import { type Pane, panes } from "./panes";
import { t } from "../../words";
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

/** The one of an address; the first where it names none. */
const paneOf = (wanted: string | undefined): Pane => panes.find(({ pane }) => pane === wanted) ?? panes[0]!;

// The first one comes while its frame is drawn.
if (route.peek().params.pane) void load(paneOf(route.peek().params.pane).pane);

export default function Settings({ params: { pane: wanted } }: ScreenProps) {
  const current = paneOf(wanted);
  usePage({ title: wanted ? current.title : null, heading: t("common.settings") });
  const list = (
    <nav class="split-list" aria-label={t("common.settings")}>
      <ul class="panes">
        {panes.map(({ pane, title, icon }) => (
          <li key={pane}><a href={to("pane", { pane })} aria-current={pane === current.pane ? "page" : undefined}><Icon name={icon} />{title}<Fails at={to("pane", { pane })} /></a></li>
        ))}
      </ul>
    </nav>
  );
  const shown = <Shown key={current.pane} {...current} />;
  return <Split kind="settings" label={current.title} list={list} hint={shown}>{wanted && shown}</Split>;
}

function Shown({ pane, title }: Pane) {
  useEffect(() => { if (!loaded.peek()[pane]) void load(pane); }, [pane]);
  const Component = loaded.value[pane];
  return (
    <div class="pane">
      <h2 class="pane-title">{title}</h2>
      {Component ? <Component /> : failed.value && <Problem why={new Refusal(0)} retry={() => void load(pane)} />}
    </div>
  );
}
