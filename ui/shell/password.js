// The form that creates or changes the dashboard's password.
import { call } from "./api.js";
import { secretField, secretForm } from "./form.js";

// The hub's rule, in code points.
const [least, most] = [12, 1024];

/** Makes the form. The credential that allows it is typed into the form, except right
 * after a sign-in, when it is still at hand: verified. */
export function passwordForm({ method, verified = null, label, done, after = [] }) {
  const current = verified ? null : method === "token"
    ? secretField({ id: "token", label: "Access token", rule: "The value of HUB_AUTH_TOKEN.", autocomplete: "off", className: "mono" })
    : secretField({ id: "current-password", label: "Current password", autocomplete: "current-password" });
  const fresh = secretField({
    id: "new-password", label: "New password", autocomplete: "new-password",
    rule: "At least 12 characters; any will do, spaces too. It can't be the access token.",
  });
  const again = secretField({ id: "new-password-again", label: "New password again", autocomplete: "new-password" });

  const secret = () => verified ?? given(method, current.input.value);
  return secretForm({
    fields: { ...(current && { current_secret: current }), new_password: fresh, again },
    credential: current,
    label,
    wrong: method === "token" ? "This access token is not valid." : "This is not the current password.",
    check() {
      const [one, two] = [fresh.input.value, again.input.value];
      const length = [...one].length;
      if (length < least) return [[fresh, `It needs at least ${least} characters, and has ${length}.`]];
      if (length > most) return [[fresh, "It can have at most 1,024 characters."]];
      return one === two ? [] : [[again, "The two are not the same."]];
    },
    send: () => call("PUT", "auth/password", { current_method: method, current_secret: secret(), new_password: fresh.input.value }),
    done,
    after,
  });
}

/** A credential as it was meant: a token is copied, often with a space, and has none; a
 * password is taken as it is. */
export const given = (method, text) => (method === "token" ? text.trim() : text);
