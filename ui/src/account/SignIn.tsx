// Signing in, over the page: its address stays, and so does all that is on it.
import { useState } from "preact/hooks";
import { api } from "../api/client";
import { Button } from "../parts/Button";
import { finishSignIn, lastMethod, status } from "../state/session";
import { Invite } from "./Invite";
import { given, type Method } from "./method";
import { SecretForm } from "./SecretForm";
import { SignInDialog } from "./SignInDialog";
import { t } from "../words";

export default function SignIn({ why }: { why: string }) {
  const [token, setToken] = useState<string | null>(null); // of the first sign-in, to create the password with
  const known = status.value;
  if (!known) return null;
  if (known.development_mode) return <NotFromHere />;
  if (token !== null) return <Invite token={token} />;
  return <SignInForm why={why} configured={known.password_configured} onToken={setToken} />;
}

function SignInForm({ why, configured, onToken }: { why: string; configured: boolean; onToken: (token: string) => void }) {
  const [method, setMethod] = useState<Method>(configured ? "password" : "token");
  const [swapped, setSwapped] = useState(false);
  const byPassword = method === "password";
  const lead = why || (configured ? "" : t("account.noPasswordIsSetYet"));
  return (
    <SignInDialog title={t("account.signIn")} focus={Boolean(why)}>
      {lead && <p>{lead}</p>}
      <SecretForm
        key={method} named={byPassword} label={t("account.signIn")} credential={method} focus={swapped || !why}
        fields={[byPassword
          ? { name: "password", label: t("account.password"), autoComplete: "current-password" }
          : { name: "token", label: t("common.accessToken"), rule: t("account.tokenWhere"), autoComplete: "off", mono: true }]}
        wrong={byPassword ? t("account.thisPasswordIsNotValid") : t("common.thisAccessTokenIsNot")}
        send={(values) => api.post("/api/auth/login", { body: { [method]: given(method, values[method] ?? "") } })}
        done={(values) => {
          lastMethod.value = method;
          if (configured) finishSignIn(byPassword ? "" : t("account.lost"));
          else onToken(given(method, values[method] ?? ""));
        }}
      >
        {configured && (
          <Button kind="bare" wide onClick={() => { setMethod(byPassword ? "token" : "password"); setSwapped(true); }}>
            {byPassword ? t("common.useRecoveryAccessToken") : t("account.useThePasswordInstead")}
          </Button>
        )}
      </SecretForm>
      <p class="meta">{t("account.thisBrowserStaysSignedIn")}</p>
    </SignInDialog>
  );
}

/** Without a private token only the hub's own machine gets in, and this is another one. */
const NotFromHere = () => (
  <SignInDialog title={t("account.notFromHere")} focus>
    <p>{t("account.thisHubHasNoAccess")}</p>
    <pre class="command" tabIndex={0} role="group" aria-label={t("common.command")}>hub token</pre>
  </SignInDialog>
);
