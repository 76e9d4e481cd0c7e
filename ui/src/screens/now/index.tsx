import { Empty } from "../../parts/Rest";

/** The one thread to go on with. */
export default function Now() {
  return <div class="page"><Empty title="Not built yet">The one thread to go on with: this screen is still to come. The REST API and agents can do it already.</Empty></div>;
}
