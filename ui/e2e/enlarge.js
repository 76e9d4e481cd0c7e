// The size of the browser's text, which people set in its own settings.

/** How large it is in the tests: HUB_TEXT=2 is twice as large as usual. */
export const textFactor = Number(process.env.HUB_TEXT ?? 1);

/** Makes the text larger; without a factor, as large as the tests have it. */
export async function enlarge(page, factor = textFactor) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Page.setFontSizes", { fontSizes: { standard: 16 * factor, fixed: 13 * factor } });
  await devtools.detach();
}
