import { afterEach, expect, it, vi } from "vitest";
import { checkSession, signedIn, signIn } from "./session";

afterEach(() => vi.unstubAllGlobals());

it.each([
  ["goes where no credential is needed, or no more", true, null],
  ["stays where one is", false, { why: "You are signed out." }],
])("the sign-in form %s", async (_, authenticated, want) => {
  vi.stubGlobal("fetch", async () => new Response(JSON.stringify({ authenticated, development_mode: authenticated }), { headers: { "Content-Type": "application/json" } }));
  signedIn.value = false;
  signIn.value = { why: "You are signed out." };
  await checkSession();
  expect([signIn.value, signedIn.value]).toEqual([want, authenticated]);
});
