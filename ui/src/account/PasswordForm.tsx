import type { ComponentChildren } from "preact";
import { api } from "../api/client";
import { given, type Method } from "./method";
import type { SecretSpec } from "./SecretField";
import { SecretForm, type Values } from "./SecretForm";
import { t } from "../words";

// The hub's rule, in code points.
const [least, most] = [12, 1024];

/** What is wrong with a new password, by field. */
export function checkNew({ new_password: fresh = "", again = "" }: Values): Values {
  const length = [...fresh].length;
  if (length < least) return { new_password: t("account.itNeedsAtLeastLeast", { least, length }) };
  if (length > most) return { new_password: t("account.itCanHaveAtMost") };
  return fresh === again ? {} : { again: t("account.noMatch") };
}

const current: Record<Method, SecretSpec> = {
  password: { name: "current_secret", get label() { return t("account.currentPassword"); }, autoComplete: "current-password" },
  token: { name: "current_secret", get label() { return t("common.accessToken"); }, get rule() { return t("account.tokenRule"); }, autoComplete: "off", mono: true },
};

const fresh: readonly SecretSpec[] = [
  { name: "new_password", get label() { return t("account.newPassword"); }, autoComplete: "new-password", get rule() { return t("account.atLeast12CharactersAny"); } },
  { name: "again", get label() { return t("account.newPasswordAgain"); }, autoComplete: "new-password" },
];

interface PasswordFormProps {
  method: Method;
  /** The credential, right after a sign-in with it; else it is typed into the form. */
  verified?: string;
  label: string;
  focus?: boolean;
  done: () => void;
  children?: ComponentChildren;
}

/** Creates or changes the password. */
export function PasswordForm({ method, verified, label, focus = false, done, children }: PasswordFormProps) {
  return (
    <SecretForm
      fields={verified ? fresh : [current[method], ...fresh]} credential={verified ? null : "current_secret"} label={label} focus={focus} check={checkNew} done={done}
      wrong={method === "token" ? t("common.thisAccessTokenIsNot") : t("account.thisIsNotTheCurrent")}
      send={({ current_secret: typed = "", new_password: wanted = "" }) => api.put("/api/auth/password", {
        body: { current_method: method, current_secret: verified ?? given(method, typed), new_password: wanted },
      })}
    >
      {children}
    </SecretForm>
  );
}
