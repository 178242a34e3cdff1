// @ts-check
/** The browser of what is measured and pictured: Chromium with Noto's fonts. */
import { withFonts } from "./fonts.mjs";
import { buildPage } from "./page.mjs";
import { findChromium } from "./requirements.mjs";
import { setup } from "./setup.mjs";

/**
 * Installs what is missing for it, builds dist/, and starts it.
 * @returns {Promise<import("playwright-core").Browser>}
 */
export async function openChromium() {
  await setup({ for: "test" });
  await setup({ for: "pictures" });
  await buildPage();
  const { chromium } = await import("playwright-core");
  return chromium.launch({
    executablePath: findChromium() ?? "",
    args: ["--no-sandbox", "--disable-gpu"],
    env: withFonts("noto"),
  });
}
