// What holds for the whole hub, in one line below the screen: what the owner set up and fails, or
// that all of it is made up. There it moves nothing that is being read or pressed, whenever it
// comes and goes. Mostly there is none: the lines come with the first one.
import { extra } from "../parts/deferred";
import { local, route } from "../router";
import { isDemo, problems } from "../state/overview";

const Lines = extra(() => import("./ProblemLines"));

/** Whether the reader is where it is mended. */
const here = (url: string): boolean => Boolean(route.value) && local(url) === location.pathname;

export function Problems() {
  const known = problems.value;
  const some = known.length > 0 || isDemo.value;
  const still = some && known.length <= 1 && known.every(({ url }) => here(url)); // nothing in it takes the focus, and it may have to be scrolled
  return <div class="problems" role="status" tabIndex={still ? 0 : undefined}>{some && <Lines here={here} />}</div>;
}
