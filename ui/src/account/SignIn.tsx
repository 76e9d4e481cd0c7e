// Signing in, over the page: its address stays, and so does all that is on it.
import { useState } from "preact/hooks";
import { api } from "../api/client";
import { Button } from "../parts/Button";
import { finishSignIn, lastMethod, status } from "../state/session";
import { Invite } from "./Invite";
import { given, type Method } from "./method";
import { SecretForm } from "./SecretForm";
import { SignInDialog } from "./SignInDialog";

export function SignIn({ why }: { why: string }) {
  const [token, setToken] = useState<string | null>(null); // of the first sign-in, to create the password with
  const known = status.value;
  if (!known) return null;
  if (known.development_mode) return <NotFromHere />;
  if (token !== null) return <Invite token={token} />;
  return <SignInForm why={why} configured={known.password_configured} onToken={setToken} />;
}

/** After signing in without the password, which may be lost. */
const lost = "Signed in with the access token. If the password is lost, set a new one in Settings.";

function SignInForm({ why, configured, onToken }: { why: string; configured: boolean; onToken: (token: string) => void }) {
  const [method, setMethod] = useState<Method>(configured ? "password" : "token");
  const [swapped, setSwapped] = useState(false);
  const byPassword = method === "password";
  const lead = why || (configured ? "" : "No password is set yet. Sign in with the access token, then create one.");
  return (
    <SignInDialog title="Sign in" focus={Boolean(why)}>
      {lead && <p>{lead}</p>}
      <SecretForm
        key={method} named={byPassword} label="Sign in" credential={method} focus={swapped || !why}
        fields={[byPassword
          ? { name: "password", label: "Password", autoComplete: "current-password" }
          : { name: "token", label: "Access token", rule: "The value of HUB_AUTH_TOKEN where the hub runs.", autoComplete: "off", mono: true }]}
        wrong={byPassword ? "This password is not valid. If it is lost, the recovery access token lets you in." : "This access token is not valid."}
        send={(values) => api.post("/api/auth/login", { body: { [method]: given(method, values[method] ?? "") } })}
        done={(values) => {
          lastMethod.value = method;
          if (configured) finishSignIn(byPassword ? "" : lost);
          else onToken(given(method, values[method] ?? ""));
        }}
      >
        {configured && (
          <Button kind="bare" wide onClick={() => { setMethod(byPassword ? "token" : "password"); setSwapped(true); }}>
            {byPassword ? "Use recovery access token" : "Use the password instead"}
          </Button>
        )}
      </SecretForm>
      <p class="meta">This browser stays signed in for 12 hours.</p>
    </SignInDialog>
  );
}

/** Without a private token only the hub's own machine gets in, and this is another one. */
const NotFromHere = () => (
  <SignInDialog title="Not from here" focus>
    <p>This hub has no access token yet, so it answers its own machine only. Print one there, set it as HUB_AUTH_TOKEN and start the hub again:</p>
    <pre class="command" tabIndex={0} role="group" aria-label="Command">hub token</pre>
  </SignInDialog>
);
