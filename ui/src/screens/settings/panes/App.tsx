import { Empty } from "../../../parts/Rest";

/** Theme, text size, keys, version, licences. */
export default function App() {
  return <Empty title="Not built yet">Theme, text size, keys, version, licences: this pane is still to come. The REST API and the command line can do it already.</Empty>;
}
