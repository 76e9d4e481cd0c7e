import { Empty } from "../../parts/Rest";

/** Sign-in, agents, alerts, forge, data and the app. */
export default function Settings() {
  return <div class="page"><Empty title="Not built yet">Sign-in, agents, alerts, forge, data and the app: this screen is still to come. The REST API and agents can do it already.</Empty></div>;
}
