import { Empty } from "../../parts/Rest";

/** Everything, by words. */
export default function Search() {
  return <div class="page"><Empty title="Not built yet">Everything, by words: this screen is still to come. The REST API and agents can do it already.</Empty></div>;
}
