// What is shown: the page, the sign-in form over it or alone, or that the hub does not answer.
import { useEffect, useState } from "preact/hooks";
import { deferred } from "./parts/deferred";
import { Problem } from "./parts/Rest";
import { Toasts } from "./parts/Toasts";
import { route, start as followLinks } from "./router";
import { Frame } from "./shell/Frame";
import { Screen } from "./shell/Screen";
import { checkSession, openedOffline, signedIn, signIn, statusError } from "./state/session";

// Who is signed in needs none of it.
const SignIn = deferred(() => import("./account/SignIn"));

export function App() {
  const [tries, setTries] = useState(0);
  useEffect(followLinks, []);
  if (route.value.name === "act") return <main class="alone act"><Screen /></main>; // signed in or not
  return (
    <>
      {(signedIn.value || openedOffline.value) && <Frame />}
      {!signedIn.value && !openedOffline.value && statusError.value && <main class="alone"><h1 class="unseen">Progress Hub</h1><Problem why={statusError.value} retry={() => void checkSession()} /></main>}
      {signIn.value && <SignIn key={`${String(signedIn.value)} ${tries}`} why={signIn.value.why} onMissing={() => {}} onAgain={() => setTries(tries + 1)} />}
      <Toasts />
    </>
  );
}
