// The invitation to create the first password, while the token is at hand.
import { Button } from "../parts/Button";
import { admitted, lastMethod } from "../state/session";
import { PasswordForm } from "./PasswordForm";
import { Window } from "./Window";

/** `token` is the one that was just signed in with. */
export function Invite({ token }: { token: string }) {
  return (
    <Window title="Create a password" focus>
      <p>From then on you sign in with it. The access token stays the way back in.</p>
      <PasswordForm
        method="token" verified={token} label="Create password"
        done={() => {
          lastMethod.value = "password";
          admitted("Password created. Use it the next time you sign in.");
        }}
      >
        <Button kind="bare" wide onClick={() => admitted()}>Not now</Button>
      </PasswordForm>
    </Window>
  );
}
