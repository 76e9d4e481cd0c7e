import { to } from "../../../router";

/** The git remote that documents are kept in step with. */
export default function Forge() {
  return (
    <>
      <p class="meta">A git remote that progress files and wiki pages are kept in step with.</p>
      <section>
        <h3>Not in this version yet</h3>
        <p>This version does not speak to a git remote: no forge can be set up, and nothing is sent anywhere. Progress files and pages are kept on the hub with all their versions.</p>
        <p>A backup holds all of them: see <a href={to("pane", { pane: "data" })}>Data</a>.</p>
      </section>
    </>
  );
}
