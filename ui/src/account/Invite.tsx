// The invitation to create the first password, right after signing in with the token.
import { Button } from "../parts/Button";
import { finishSignIn, lastMethod } from "../state/session";
import { PasswordForm } from "./PasswordForm";
import { SignInDialog } from "./SignInDialog";

/** `token` is the one that was just signed in with. */
export function Invite({ token }: { token: string }) {
  return (
    <SignInDialog title="Create a password" focus>
      <p>From then on you sign in with it. The access token stays the way back in.</p>
      <PasswordForm
        method="token" verified={token} label="Create password"
        done={() => {
          lastMethod.value = "password";
          finishSignIn("Password created. Use it the next time you sign in.");
        }}
      >
        <Button kind="bare" wide onClick={() => finishSignIn()}>Not now</Button>
      </PasswordForm>
    </SignInDialog>
  );
}
