import { Empty } from "../../parts/Rest";

/** Pages that link to each other. */
export default function Wiki() {
  return <div class="page"><Empty title="Not built yet">Pages that link to each other: this screen is still to come. The REST API and agents can do it already.</Empty></div>;
}
