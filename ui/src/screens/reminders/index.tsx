import { Empty } from "../../parts/Rest";

/** What is due, the next first. */
export default function Reminders() {
  return <div class="page"><Empty title="Not built yet">What is due, the next first: this screen is still to come. The REST API and agents can do it already.</Empty></div>;
}
