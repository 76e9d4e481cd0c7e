import { Empty } from "../../../parts/Rest";

/** Backup, restore, and where the data lies. */
export default function Data() {
  return <Empty title="Not built yet">Backup, restore, and where the data lies: this pane is still to come. The REST API and the command line can do it already.</Empty>;
}
