import { Empty } from "../../parts/Rest";

/** What agents asked for. */
export default function Approvals() {
  return <div class="page"><Empty title="Not built yet">What agents asked for: this screen is still to come. The REST API and agents can do it already.</Empty></div>;
}
