// The programs, and how each is told to ask a model on this machine, with a key out of nowhere.
// Nothing here speaks of the hub: that is what hub connect has to do by itself.
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";

const key = "trial";
const hello = "hello there"; // Cline takes a single word for a command

/** prepare and setup leave what stands for a person's own settings; run is the command line and its
 * environment. What a person would be asked, such as whether to trust a hook, is allowed there. */
export const programs = {
  "claude-code": {
    program: "claude",
    run: (url) => ({
      args: ["-p", hello, "--allowedTools", "mcp__hub"],
      env: { ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: key, CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1" },
    }),
  },
  codex: {
    program: "codex",
    prepare: (home, url) => write(home, ".codex/config.toml", `model = "trial"
model_provider = "trial"

[model_providers.trial]
name = "trial"
base_url = "${url}/v1"
wire_api = "responses"
env_key = "TRIAL_KEY"
`),
    run: () => ({
      args: ["exec", "--skip-git-repo-check", "--dangerously-bypass-hook-trust", "--dangerously-bypass-approvals-and-sandbox", hello],
      env: { TRIAL_KEY: key },
    }),
  },
  "gemini-cli": {
    program: "gemini",
    prepare: (home) => write(home, ".gemini/settings.json", JSON.stringify({
      security: { auth: { selectedType: "gemini-api-key" } }, privacy: { usageStatisticsEnabled: false }, general: { enableAutoUpdate: false },
    }, null, 2) + "\n"),
    run: (url) => ({
      args: ["-m", "gemini-2.5-pro", "--skip-trust", "--yolo", "-p", hello],
      env: { GOOGLE_GEMINI_BASE_URL: url, GEMINI_API_KEY: key },
    }),
  },
  opencode: {
    program: "opencode",
    prepare: (home, url) => write(home, ".config/opencode/opencode.json", JSON.stringify({
      autoupdate: false, share: "disabled", model: "trial/trial",
      provider: { trial: { npm: "@ai-sdk/openai-compatible", options: { baseURL: url + "/v1", apiKey: key }, models: { trial: {} } } },
    }, null, 2) + "\n"),
    run: () => ({ args: ["run", hello], env: { OPENCODE_DISABLE_AUTOUPDATE: "1", OPENCODE_DISABLE_MODELS_FETCH: "1" } }),
  },
  "copilot-cli": {
    program: "copilot",
    run: (url) => ({
      args: ["-p", hello, "--allow-all-tools", "--no-auto-update"],
      env: { COPILOT_OFFLINE: "true", COPILOT_PROVIDER_BASE_URL: url + "/v1", COPILOT_PROVIDER_API_KEY: key, COPILOT_MODEL: "trial" },
    }),
  },
  cline: {
    program: "cline",
    setup: (url) => ["auth", "-p", "openai", "-k", key, "-m", "trial", "-b", url + "/v1"],
    run: () => ({ args: [hello] }),
  },
};

async function write(home, name, text) {
  const file = path.join(home, name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, text);
}
