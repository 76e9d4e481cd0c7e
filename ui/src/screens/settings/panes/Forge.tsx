import { Empty } from "../../../parts/Rest";

/** The git remote that documents are kept in step with. */
export default function Forge() {
  return <Empty title="Not built yet">The git remote that documents are kept in step with: this pane is still to come. The REST API and the command line can do it already.</Empty>;
}
