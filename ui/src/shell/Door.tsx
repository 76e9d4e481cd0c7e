// Signing in, over the page: its address stays, and so does all that is on it.
import { useEffect, useRef, useState } from "preact/hooks";
import { api } from "../api/client";
import { Refusal } from "../api/refusal";
import { Button } from "../parts/Button";
import { Field } from "../parts/Field";
import { Wordmark } from "../parts/Logo";
import { admitted, status } from "../state/session";

export function Door({ why }: { why: string }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [byToken, setByToken] = useState(false);
  const [secret, setSecret] = useState("");
  const [wrong, setWrong] = useState("");
  const token = byToken || !status.value?.password_configured;

  useEffect(() => {
    const node = dialog.current!;
    node.showModal();
    return () => node.close();
  }, []);
  const send = async () => {
    setWrong("");
    try {
      await api.post("/api/auth/login", { body: token ? { token: secret.trim() } : { password: secret } });
      admitted();
    } catch (failure) {
      if (!(failure instanceof Refusal)) throw failure;
      setWrong(failure.status === 401 ? (token ? "This access token is not valid." : "This password is not valid.") : failure.sentence);
    }
  };
  return (
    <dialog ref={dialog} class="door" onCancel={(e) => e.preventDefault()}>
      <form class="stack" onSubmit={(e) => { e.preventDefault(); void send(); }}>
        <Wordmark />
        <h1>Sign in</h1>
        {why && <p>{why}</p>}
        <Field label={token ? "Access token" : "Password"} autoFocus value={secret} onInput={setSecret} error={wrong} />
        <Button type="submit" kind="ink" wide>Sign in</Button>
        {status.value?.password_configured && <Button kind="bare" onClick={() => setByToken(!token)}>{token ? "Use the password instead" : "Use recovery access token"}</Button>}
      </form>
    </dialog>
  );
}
