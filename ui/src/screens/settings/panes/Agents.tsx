import { Empty } from "../../../parts/Rest";

/** How agents connect, and which were seen. */
export default function Agents() {
  return <Empty title="Not built yet">How agents connect, and which were seen: this pane is still to come. The REST API and the command line can do it already.</Empty>;
}
