import { Empty } from "../../parts/Rest";

/** Projects and their progress files. */
export default function Projects() {
  return <div class="page"><Empty title="Not built yet">Projects and their progress files: this screen is still to come. The REST API and agents can do it already.</Empty></div>;
}
