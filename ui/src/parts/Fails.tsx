import { fails } from "../state/overview";
import { Icon } from "./Icon";

/** The quiet mark beside a place at which, or below which, something that fails is mended. */
export const Fails = ({ at }: { at: string }) => (fails(at) ? <span class="status blocked fails"><Icon name="warn" small /><span class="unseen"> something fails here</span></span> : null);
