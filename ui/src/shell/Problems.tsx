// What holds for the whole hub, in one line below the screen: what the owner set up and fails, or
// that all of it is made up. There it moves nothing that is being read or pressed, whenever it
// comes and goes.
import { useState } from "preact/hooks";
import { Button, ButtonLink } from "../parts/Button";
import { Icon } from "../parts/Icon";
import { local, route } from "../router";
import { isDemo, problems } from "../state/overview";
import { fullTime, sinceWhen } from "../state/time";
import { said, t } from "../words";

/** Whether the reader is where it is mended. */
const here = (url: string): boolean => Boolean(route.value) && local(url) === location.pathname;

export function Problems() {
  const [all, setAll] = useState(false);
  const known = problems.value;
  const rest = known.length - 1;
  const still = rest <= 0 && known.every(({ url }) => here(url)); // nothing in it takes the focus, and it may have to be scrolled
  return (
    <div class="problems" role="status" tabIndex={still && (known.length > 0 || isDemo.value) ? 0 : undefined}>
      {isDemo.value && <div class="banner"><Icon name="you" small /><p>{t("shell.demo")}</p></div>}
      {(all ? known : known.slice(0, 1)).map(({ area, text, code, params, since, url }, i) => (
        <div class="banner" key={area}>
          <Icon name="warn" small />
          <p>{said(text, { code, params })} <time class="faint" dateTime={since} title={fullTime(since)}>{t("shell.since", { time: sinceWhen(since) })}</time></p>
          <div class="banner-acts">
            {!here(url) && <ButtonLink kind="bare" href={local(url)}>{t("shell.openSettings")}<span class="unseen">: {area}</span></ButtonLink>}
            {i === 0 && rest > 0 && <Button kind="bare" expanded={all} onClick={() => setAll(!all)}>{all ? t("shell.showLess") : t("shell.restMore", { rest })}</Button>}
          </div>
        </div>
      ))}
    </div>
  );
}
