// What the keys do.
import { Dialog } from "../parts/Dialog";
import { Switch } from "../parts/Field";
import { places, type Place } from "../places";
import { keysOn, prefer } from "../state/preferences";
import { t } from "../words";

const walk = () => (Object.values(places) as Place[]).filter(({ key }) => key).map(({ key, title }): [string[], string] => [["g", key!], t("shell.goToTitle", { title })]);

const keys = (): readonly [string[], string][] => [
  [["c"], t("common.capture")],
  [["/"], t("place.search")],
  ...walk(),
  [["j"], t("shell.nextRow")],
  [["k"], t("shell.rowBefore")],
  [["Enter"], t("shell.openRow")],
  [["Esc"], t("shell.backToRow")],
  [["p"], t("shell.startOrPause")],
  [["x"], t("shell.tickTheStep")],
  [["e"], t("common.done")],
  [["s"], t("common.snooze")],
  [["a"], t("shell.approveRequest")],
  [["r"], t("shell.rejectRequest")],
  [["u"], t("shell.undoLast")],
  [["?"], t("shell.thisList")],
];

export default function Help({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={t("shell.keys")} onClose={onClose}>
      <dl class="keys">{keys().map(([press, does]) => <div key={does}><dt>{press.map((key) => <kbd key={key}>{key}</kbd>)}</dt><dd>{does}</dd></div>)}</dl>
      <Switch label={t("common.singleKeysAreShortcuts")} hint={t("shell.offAllOfThisIs")} on={keysOn.value} onChange={(keys) => void prefer({ keys })} />
    </Dialog>
  );
}
