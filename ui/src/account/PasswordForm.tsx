import type { ComponentChildren } from "preact";
import { api } from "../api/client";
import { given, type Method } from "./method";
import type { SecretSpec } from "./SecretField";
import { SecretForm, type Values } from "./SecretForm";

// The hub's rule, in code points.
const [least, most] = [12, 1024];

/** What is wrong with a new password, by field. */
export function checkNew({ new_password: fresh = "", again = "" }: Values): Values {
  const length = [...fresh].length;
  if (length < least) return { new_password: `It needs at least ${least} characters, and has ${length}.` };
  if (length > most) return { new_password: "It can have at most 1,024 characters." };
  return fresh === again ? {} : { again: "The two are not the same." };
}

const current: Record<Method, SecretSpec> = {
  password: { name: "current_secret", label: "Current password", autoComplete: "current-password" },
  token: { name: "current_secret", label: "Access token", rule: "The value of HUB_AUTH_TOKEN.", autoComplete: "off", mono: true },
};

const fresh: readonly SecretSpec[] = [
  { name: "new_password", label: "New password", autoComplete: "new-password", rule: "At least 12 characters; any will do, spaces too. It can't be the access token." },
  { name: "again", label: "New password again", autoComplete: "new-password" },
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
      wrong={method === "token" ? "This access token is not valid." : "This is not the current password."}
      send={({ current_secret: typed = "", new_password: wanted = "" }) => api.put("/api/auth/password", {
        body: { current_method: method, current_secret: verified ?? given(method, typed), new_password: wanted },
      })}
    >
      {children}
    </SecretForm>
  );
}
