// The password of the dashboard, and this browser's session.
import { useEffect, useRef, useState } from "preact/hooks";
import type { Method } from "../../../account/method";
import { PasswordForm } from "../../../account/PasswordForm";
import { Button } from "../../../parts/Button";
import { Icon } from "../../../parts/Icon";
import { development, lastMethod, refreshStatus, signOut, status } from "../../../state/session";
import { fullTime } from "../../../state/time";

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
    <h3>No access token is set</h3>
    <p>Whoever uses this machine is the owner, and nobody else gets in. A password needs an access token first. Print one, set it as HUB_AUTH_TOKEN and start the hub again:</p>
    <pre class="command" tabIndex={0} role="group" aria-label="Command">hub token</pre>
    <p class="meta">Keep it: agents use it, and it is the way back in when the password is lost.</p>
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
    setSaid(`${configured ? "Password changed." : "Password created."} Other browsers were signed out; agents keep their token.`);
    heading.current?.focus();
    void refreshStatus();
  };
  return (
    <section>
      <h3 ref={heading} tabIndex={-1}>{configured ? "Change the password" : "Create a password"}</h3>
      <p class="meta">The password signs in this dashboard and nothing else. Agents use the access token.</p>
      <div class="line" role="status">{said && <><span class="status done"><Icon name="check" small /></span><p>{said}</p></>}</div>
      <PasswordForm key={`${method} ${said}`} method={method} focus={swapped} label={configured ? "Change password" : "Create password"} done={done}>
        {configured && (
          <Button kind="bare" wide onClick={() => { setMethod(method === "password" ? "token" : "password"); setSwapped(true); }}>
            {method === "password" ? "Use recovery access token" : "Use the current password"}
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
      <h3>This browser</h3>
      {until && <p class="meta">Signed in until <time dateTime={until}>{fullTime(until)}</time>.</p>}
      <Button icon="out" onClick={() => void signOut()}>Sign out</Button>
    </section>
  );
}
