// The invitation to create the first password, right after signing in with the token.
import { Button } from "../parts/Button";
import { finishSignIn, lastMethod } from "../state/session";
import { PasswordForm } from "./PasswordForm";
import { SignInDialog } from "./SignInDialog";
import { t } from "../words";

/** `token` is the one that was just signed in with. */
export function Invite({ token }: { token: string }) {
  return (
    <SignInDialog title={t("common.createAPassword")} focus>
      <p>{t("account.fromThenOnYouSign")}</p>
      <PasswordForm
        method="token" verified={token} label={t("account.createPassword")}
        done={() => {
          lastMethod.value = "password";
          finishSignIn(t("account.passwordCreatedUseItThe"));
        }}
      >
        <Button kind="bare" wide onClick={() => finishSignIn()}>{t("common.notNow")}</Button>
      </PasswordForm>
    </SignInDialog>
  );
}
