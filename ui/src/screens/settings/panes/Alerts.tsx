import { Empty } from "../../../parts/Rest";

/** The digest and the deliveries. */
export default function Alerts() {
  return <Empty title="Not built yet">The digest and the deliveries: this pane is still to come. The REST API and the command line can do it already.</Empty>;
}
