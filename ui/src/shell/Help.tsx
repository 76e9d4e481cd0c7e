// What the keys do.
import { Dialog } from "../parts/Dialog";
import { Switch } from "../parts/Field";
import { places, type Place } from "../places";
import { keysOn, prefer } from "../state/preferences";

const walk = (Object.values(places) as Place[]).filter(({ key }) => key).map(({ key, title }): [string[], string] => [["g", key!], `Go to ${title}`]);

const keys: readonly [string[], string][] = [
  [["c"], "Capture"],
  [["/"], "Search"],
  ...walk,
  [["j"], "Next row"],
  [["k"], "Row before"],
  [["Enter"], "Open the row"],
  [["e"], "Done"],
  [["s"], "Not today"],
  [["u"], "Undo what was just done"],
  [["?"], "This list"],
];

export default function Help({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keys" onClose={onClose}>
      <dl class="keys">{keys.map(([press, does]) => <div key={does}><dt>{press.map((key) => <kbd key={key}>{key}</kbd>)}</dt><dd>{does}</dd></div>)}</dl>
      <Switch label="Single keys are shortcuts" hint="Off, all of this is still in the page. It holds on all your devices." on={keysOn.value} onChange={(keys) => void prefer({ keys })} />
    </Dialog>
  );
}
