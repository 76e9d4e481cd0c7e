// The password of the dashboard, and this browser's session.
import { useEffect, useRef, useState } from "preact/hooks";
import type { Method } from "../../../account/method";
import { PasswordForm } from "../../../account/PasswordForm";
import { Button } from "../../../parts/Button";
import { Icon } from "../../../parts/Icon";
import { development, lastMethod, refreshStatus, status } from "../../../state/session";
import { fullTime } from "../../../state/time";
import { say } from "../../../state/toasts";
import { t } from "../../../words";
import { rich } from "../../../words/rich";

/** Its file comes when it is needed, which this pane has no room for. */
const out = () => void import("../../../state/signOut").then(({ signOut }) => signOut(), () => say(t("state.theHubDidNotAnswer"), { alarm: true }));

export default function Security() {
  useEffect(() => void refreshStatus(), []);
  if (development.value) return <NoToken />;
  return (
    <>
      <Password />
      <Session />
    </>
  );
}

const NoToken = () => (
  <section>
    <h3>{t("settings.noAccessTokenIsSet")}</h3>
    <p>{t("settings.whoeverUsesThisMachineIs")}</p>
    <pre class="command" tabIndex={0} role="group" aria-label={t("common.command")}>hub token</pre>
    <p class="meta">{t("settings.keepItAgentsUseIt")}</p>
  </section>
);

function Password() {
  const configured = status.value?.password_configured ?? false;
  const [method, setMethod] = useState<Method>(configured ? lastMethod.value : "token");
  const [swapped, setSwapped] = useState(false);
  const [said, setSaid] = useState("");
  const heading = useRef<HTMLHeadingElement>(null);
  const done = () => {
    lastMethod.value = "password";
    setMethod("password");
    setSwapped(false);
    setSaid(`${configured ? t("settings.passwordChanged") : t("settings.passwordCreated")} ${t("settings.othersOut")}`);
    heading.current?.focus();
    void refreshStatus();
  };
  return (
    <section>
      <h3 ref={heading} tabIndex={-1}>{configured ? t("settings.changeThePassword") : t("common.createAPassword")}</h3>
      <p class="meta">{t("settings.thePasswordSignsInThis")}</p>
      <div class="line" role="status">{said && <><span class="status done"><Icon name="check" small /></span><p>{said}</p></>}</div>
      <PasswordForm key={`${method} ${said}`} method={method} focus={swapped} label={configured ? t("settings.changePassword") : t("settings.createPassword")} done={done}>
        {configured && (
          <Button kind="bare" wide onClick={() => { setMethod(method === "password" ? "token" : "password"); setSwapped(true); }}>
            {method === "password" ? t("common.useRecoveryAccessToken") : t("settings.useTheCurrentPassword")}
          </Button>
        )}
      </PasswordForm>
    </section>
  );
}

function Session() {
  const until = status.value?.expires_at;
  return (
    <section>
      <h3>{t("settings.thisBrowser")}</h3>
      {until && <p class="meta">{rich("settings.signedInUntil", { time: <time dateTime={until}>{fullTime(until)}</time> })}</p>}
      <Button icon="out" onClick={out}>{t("settings.signOut")}</Button>
    </section>
  );
}
