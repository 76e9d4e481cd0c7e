import { Empty } from "../../parts/Rest";

/** Who did what, and when. */
export default function Activity() {
  return <div class="page"><Empty title="Not built yet">Who did what, and when: this screen is still to come. The REST API and agents can do it already.</Empty></div>;
}
