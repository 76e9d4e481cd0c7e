import { useState } from "preact/hooks";
import { Button, ButtonLink } from "../parts/Button";
import { Icon } from "../parts/Icon";
import { local } from "../router";
import { isDemo, problems } from "../state/overview";
import { fullTime, sinceWhen } from "../state/time";
import { said, t } from "../words";

/** The first problem, and the rest when it is asked for. `here` tells whether the reader is where one is mended. */
export default function ProblemLines({ here }: { here: (url: string) => boolean }) {
  const [all, setAll] = useState(false);
  const known = problems.value;
  const rest = known.length - 1;
  return (
    <>
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
    </>
  );
}
