// What the owner set up and fails, in one line below the screen: there it moves nothing that is
// being read or pressed, whenever it comes and goes.
import { useState } from "preact/hooks";
import { Button, ButtonLink } from "../parts/Button";
import { Icon } from "../parts/Icon";
import { local, route } from "../router";
import { problems } from "../state/overview";
import { fullTime, sinceWhen } from "../state/time";

/** Whether the reader is where it is mended. */
const here = (url: string): boolean => Boolean(route.value) && local(url) === location.pathname;

export function Problems() {
  const [all, setAll] = useState(false);
  const known = problems.value;
  const rest = known.length - 1;
  return (
    <div class="problems" role="status">
      {(all ? known : known.slice(0, 1)).map(({ area, text, since, url }, i) => (
        <div class="banner" key={area}>
          <Icon name="warn" small />
          <p>{text} <time class="faint" dateTime={since} title={fullTime(since)}>Since {sinceWhen(since)}.</time></p>
          <div class="banner-acts">
            {!here(url) && <ButtonLink kind="bare" href={local(url)}>Open settings<span class="unseen">: {area}</span></ButtonLink>}
            {i === 0 && rest > 0 && <Button kind="bare" expanded={all} onClick={() => setAll(!all)}>{all ? "Show less" : `+${rest} more`}</Button>}
          </div>
        </div>
      ))}
    </div>
  );
}
