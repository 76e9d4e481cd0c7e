// What a push message becomes on the screen, and what a press on it does. Browsers take the
// permission away from pages that get messages and show none: whatever comes, something is shown.

/** What the hub sends, in the form of Declarative Web Push. */
interface Message {
  notification: { title: string; body: string; tag: string; data: Data };
  app_badge?: number;
}

/** What a press needs to know; the hub's `pushData`. */
export interface Data {
  /** Where what it is about stands; "" where the hub does not know its address. */
  url: string;
  urgent: boolean;
  buttons: readonly { verb: string; label: string; token: string }[];
}

export interface Shown {
  title: string;
  options: NotificationOptions & { actions: { action: string; title: string }[]; renotify: boolean; data: Data };
  badge: number;
}

const unread: Message = { notification: { title: "Progress Hub", body: "There is news.", tag: "news", data: { url: "", urgent: false, buttons: [] } } };

function read(text: string): Message {
  try {
    const message = JSON.parse(text) as Message;
    const { title, data: { buttons, url } } = message.notification;
    if (typeof title === "string" && typeof url === "string" && Array.isArray(buttons) && buttons.every((one) => one)) return message;
  } catch { /* another hub's, or damaged */ }
  return unread;
}

/** What is shown for a message, with as many buttons as the browser shows. */
export function shown(text: string, root: URL, most: number): Shown {
  const { notification: { title, body, tag, data }, app_badge: badge = 1 } = read(text);
  return {
    title,
    options: {
      body, tag, data,
      icon: new URL("pictures/app-192.png", root).href,
      renotify: Boolean(tag), // one that replaces another under its tag is heard as well; without a tag it may not be set
      requireInteraction: data.urgent,
      actions: data.buttons.filter(({ token }) => token).slice(0, most).map(({ verb, label }) => ({ action: verb, title: label })),
    },
    badge,
  };
}

/** Where a press leads: to a page of this hub, whatever the message says. */
export function leadsTo({ url }: Pick<Data, "url">, root: URL): string {
  const wanted = URL.canParse(url) ? new URL(url) : root;
  return wanted.origin === root.origin && wanted.pathname.startsWith(root.pathname) ? wanted.href : root.href;
}

/** The button that was pressed; null: the message itself was. */
export const pressed = (action: string, { buttons }: Data) => buttons.find(({ verb, token }) => verb === action && token) ?? null;
