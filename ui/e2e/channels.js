// The channels of notifications in the settings, and some that are set up, for pictures. Those are
// made up in front of the hub: no message goes to anybody.

/** Opens a channel in the list of Settings → Alerts, and returns it. */
export async function openChannel(page, name) {
  const channel = page.getByRole("listitem").filter({ has: page.locator("summary strong", { hasText: new RegExp(`^${name}$`) }) });
  await channel.locator("summary").first().click();
  return channel;
}

const ago = (hours) => new Date(Date.now() - hours * 3_600_000).toISOString();

/** The newest message of each channel, the latest first. */
const sent = [["webhook", "alarm", 1], ["ntfy", "reminder", 2], ["push", "reminder", 2], ["mail", "digest", 7]].map(([channel, kind, hours], i) => ({
  id: "made-up-" + i, channel, kind, device: "", slot: "", payload: null, notice: null, state: "sent", attempts: 1, next_attempt_at: null, last_error: null, last_error_said: null, sent_at: ago(hours), created_at: ago(hours),
}));

const device = (id, name, days) => ({ id, name, created_at: ago(24 * days), last_sent_at: ago(2), last_error: null, last_error_said: null });

/** Lets a page of the dashboard find them; the one that is named is switched off. */
export async function withChannels(page, off = "") {
  const answer = (path, change) => page.route("**" + path, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: change(await response.json()) });
  });
  await answer("/api/gateway", (gateway) => ({ ...gateway, webhook_url: "http://127.0.0.1:18789/hooks/wake", token_set: true }));
  await answer("/api/notify", (all) => {
    const on = (name, more) => ({ ...all[name], ready: name !== off, enabled: name !== off, missing: null, missing_said: null, last_delivery: sent.find(({ channel }) => channel === name), ...more });
    return {
      ...all, public_url: true, push: on("push"), ntfy: on("ntfy", { url: "https://ntfy.example.org", topic_set: true }),
      mail: on("mail", { host: "smtp.example.org", username: "me@example.org", password_set: true, from: "hub@example.org", to: "me@example.org" }),
      webhook: on("webhook", { url: "https://home.example.org/hub", secret_set: true }),
    };
  });
  await answer("/api/notify/push", (push) => ({ ...push, devices: [device("phone", "Safari, iPhone", 21), device("laptop", "Firefox, Linux", 12)] }));
  await answer("/api/deliveries?*", () => sent);
}
