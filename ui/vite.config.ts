import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { hints } from "./build/hints.ts";
import { licences } from "./build/licences.ts";
import { words } from "./build/words.ts";
import { worker } from "./build/worker.ts";

const root = fileURLToPath(new URL(".", import.meta.url)).replace(/\/$/, "");
const target = ["chrome123", "firefox121", "safari17.5"]; // light-dark() and :has() as they are
const hub = process.env.HUB_URL ?? "http://127.0.0.1:8787";

export default defineConfig({
  root,
  base: "./",
  plugins: [
    licences(root),
    words(root),
    hints(),
    worker(root, target),
    // The development server has no handler that leads deep links home.
    { name: "hub-base", apply: "serve", transformIndexHtml: (html) => html.replace('<base href="./">', '<base href="/ui/">') },
  ],
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    target,
    modulePreload: { polyfill: false }, // it costs more than it brings
    assetsInlineLimit: 0, // no data: address passes the policy
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        assetFileNames: "assets/[name]-[hash:7][extname]",
        chunkFileNames: ({ name, facadeModuleId }) => `assets/${/\/words\/\w\w\//.exec(facadeModuleId ?? "") ? "words-" + facadeModuleId!.split("/").at(-2) + "-" : ""}${name}-[hash:7].js`,
        entryFileNames: "assets/[name]-[hash:7].js",
        // What every page needs is one file, what many screens share is another, and so are
        // documents and what happened: a screen is then a request or two more, not one for each
        // part it is made of.
        codeSplitting: {
          groups: [
            { name: "first", tags: ["$initial"] },
            { name: "shared", test: /\/src\/(?!account\/(?!SecretField)|screens\/(documents|reminders\/|threads\/(Neighbours|otherNames)|settings\/(?!words|panes\.|SettingField))|state\/(background|draftStore|events|lines|push|renew|sender|signOut|threadActs|wall)|waiting\/|worker\/|parts\/(Absent|Overlap|prose|Markdown|Timeline))|\/node_modules\//, minShareCount: 2 },
            { name: "documents", test: /\/src\/(screens\/documents\/(?!diff|Difference)|parts\/(prose|Markdown))/, minShareCount: 2 },
            { name: "reminder", test: /\/src\/screens\/reminders\/(draft|rule|line\/(times|civil))\./ },
            { name: "thread", test: /\/src\/(state\/threadActs|screens\/threads\/(Neighbours|otherNames))/, minShareCount: 2 },
            { name: "Schedule", test: /\/src\/screens\/settings\/(Schedule|typedSince)\./, minShareCount: 2 },
            { name: "history", test: /\/src\/(state\/events|parts\/Timeline)/, minShareCount: 2 },
          ],
        },
      },
    },
  },
  server: {
    fs: { allow: [root + "/.."] }, // the rules for agents stand in docs/
    proxy: {
      "/api": {
        target: hub,
        // The hub takes writes from its own origin only.
        configure: (proxy) => proxy.on("proxyReq", (request) => {
          if (request.hasHeader("origin")) request.setHeader("origin", hub);
          request.setHeader("host", new URL(hub).host);
        }),
      },
    },
  },
  test: { environment: "happy-dom", environmentOptions: { happyDOM: { url: "http://localhost/hub/ui/" } }, include: ["src/**/*.test.{ts,tsx}"], setupFiles: ["src/words/setup.ts"] },
});
