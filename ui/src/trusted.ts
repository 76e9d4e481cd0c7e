// The one policy that turns text into markup or script addresses. The page's security
// policy lets no other exist; everything that needs one comes here.
interface Policy {
  createHTML: (html: string) => string;
  createScriptURL: (url: string) => string;
}

interface Factory {
  createPolicy: (name: string, rules: Policy) => Policy;
}

const workers = new Set([new URL("sw.js", document.baseURI).href]);

const rules: Policy = {
  // What comes here was made from Markdown and cleaned by the hub.
  createHTML: (html) => html,
  createScriptURL(url) {
    if (workers.has(url)) return url;
    throw new TypeError("a foreign script");
  },
};

const policy = (globalThis as { trustedTypes?: Factory }).trustedTypes?.createPolicy("hub", rules) ?? rules;

/** Cleaned HTML of the hub's own making, as what the page takes as markup. */
export const trustHTML = (html: string): string => policy.createHTML(html);

/** The address of the service worker, as what the browser takes as a script. */
export const trustWorker = (url: string): string => policy.createScriptURL(url);
