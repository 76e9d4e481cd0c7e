// Whether a browser would install the app.
import { enter, openBrowser } from "../browser.js";

/** What stands in the way. */
export async function installErrors(hub) {
  const { context, close } = await openBrowser();
  try {
    await enter(context, hub.url);
    const page = await context.newPage();
    await page.goto(hub.url + "/ui/");
    await page.getByRole("heading", { level: 1 }).waitFor();
    const devtools = await context.newCDPSession(page);
    const { errors } = await devtools.send("Page.getAppManifest");
    const { installabilityErrors } = await devtools.send("Page.getInstallabilityErrors");
    return [...errors.map(({ message }) => message), ...installabilityErrors.map(({ errorId }) => errorId)];
  } finally {
    await close();
  }
}
