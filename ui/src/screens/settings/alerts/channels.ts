// The channels beside the gateway, and what each of them takes.
import type { Notify } from "../../../api/types";
import { t } from "../../../words";

export type ChannelName = "push" | "ntfy" | "mail" | "webhook";

export interface Line {
  key: string;
  label: string;
  hint?: string;
  placeholder?: string;
  input?: "url" | "numeric";
  /** It is written only: nobody gets it back. */
  secret?: true;
  /** One of these. */
  options?: readonly { value: string; label: string }[];
}

export interface Channel {
  name: ChannelName;
  /** What it is, and who can read along. */
  about: string;
  lines: readonly Line[];
}

const names = { get gateway() { return t("settings.gateway"); }, get push() { return t("settings.push"); }, ntfy: "ntfy", get mail() { return t("settings.mail"); }, webhook: "Webhook" };

/** What a channel is called, also in the log. */
export const channelName = (name: ChannelName | "gateway"): string => names[name];

/** They are made when they are shown, in the language of then. */
export const channels = (): readonly Channel[] => [
  { name: "push", about: t("settings.pushIs"), lines: [] },
  {
    name: "ntfy", about: t("settings.ntfyIs"), lines: [
      { key: "url", label: t("settings.server"), placeholder: "https://ntfy.sh", input: "url" },
      { key: "topic", label: t("settings.topic"), hint: t("settings.topicHint"), secret: true },
      { key: "token", label: t("settings.ntfyToken"), secret: true },
    ],
  },
  {
    name: "mail", about: t("settings.mailIs"), lines: [
      { key: "host", label: t("settings.mailServer"), placeholder: "smtp.example.org", input: "url" },
      { key: "port", label: t("settings.port"), input: "numeric" },
      { key: "security", label: t("settings.encryption"), options: [{ value: "starttls", label: "STARTTLS (587)" }, { value: "tls", label: "TLS (465)" }, { value: "none", label: t("settings.noEncryption") }] },
      { key: "username", label: t("settings.userName") },
      { key: "password", label: t("account.password"), secret: true },
      { key: "from", label: t("settings.from"), placeholder: "hub@example.org" },
      { key: "to", label: t("settings.to"), placeholder: "me@example.org" },
    ],
  },
  {
    name: "webhook", about: t("settings.webhookIs"), lines: [
      { key: "url", label: t("settings.address"), placeholder: "https://example.org/hook", input: "url" },
      { key: "secret", label: t("settings.signingSecret"), hint: t("settings.signingSecretHint"), secret: true },
    ],
  },
];

/** What a line says now; "" for a secret, which stays with the hub. */
export const valueOf = (all: Notify, channel: ChannelName, key: string): string => String((all[channel] as unknown as Record<string, unknown>)[key] ?? "");

/** Whether a secret is there. */
export const isSet = (all: Notify, channel: ChannelName, key: string): boolean => Boolean((all[channel] as unknown as Record<string, unknown>)[key + "_set"]);
