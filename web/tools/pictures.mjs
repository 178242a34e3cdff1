// @ts-check
/**
 * `npm run pictures`: the README's picture, the pictures that links show, and the icons, taken in a
 * real browser; with `--cards` only those of links.
 */
import { readFileSync } from "node:fs";
import { writeCards } from "./cards.mjs";
import { openChromium } from "./chromium.mjs";
import { commandOptions } from "./options.mjs";
import { inProject, main } from "./run.mjs";

/**
 * @typedef
 *   {{ file: string, width: number, height: number, scale: number, fragment: string }}
 *   Picture
 */

/** @type {readonly Picture[]} */
const pictures = [
  {
    file: "web/docs/page.png",
    width: 1440,
    height: 894,
    scale: 1.25,
    fragment: "lang=en&theme=light",
  },
];

/**
 * The icons of an installed page. Of a maskable icon only the inner four fifths are sure to be
 * seen.
 */
const icons = [
  { file: "web/public/icon-192.png", size: 192, inset: 0 },
  { file: "web/public/icon-512.png", size: 512, inset: 0 },
  { file: "web/public/icon-maskable-512.png", size: 512, inset: 64 },
];

await main(async () => {
  const { cards } = commandOptions({ cards: { type: "boolean" } });
  const browser = await openChromium();
  await writeCards(browser);
  if (cards === true) {
    await browser.close();
    return;
  }
  for (const { file, width, height, fragment, scale } of pictures) {
    const page = await browser.newPage({ viewport: { width, height }, deviceScaleFactor: scale });
    await page.goto(`file://${inProject("dist/attention-scale.html")}#${fragment}`);
    await page.locator('[data-ready="true"]').waitFor({ state: "attached" });
    await page.evaluate(() => document.fonts.ready);
    await page.waitForFunction(() => {
      const { shadowRoot } = document.querySelector("attention-scale") ?? {};
      const owed = shadowRoot?.querySelectorAll(
        ".reasons-to-come, .empty, [data-progress=running]",
      );
      const inSight = (/** @type {Element} */ one) =>
        one.getBoundingClientRect().top < globalThis.innerHeight;
      return ![...(owed ?? [])].some(inSight);
    });
    await page.screenshot({ path: inProject(file) });
    console.log(`Wrote ${file}.`);
  }
  const svg = readFileSync(inProject("web/public/icon.svg"), "utf8");
  for (const { file, size, inset } of icons) {
    const page = await browser.newPage({ viewport: { width: size, height: size } });
    const ground = inset > 0 ? "#fbfaf6" : "transparent";
    await page.setContent(
      `<!doctype html><style>body { margin: ${inset}px; background: ${ground} } svg { display: block }</style>${svg}`,
    );
    await page.screenshot({ path: inProject(file), omitBackground: true });
    console.log(`Wrote ${file}.`);
  }
  await browser.close();
});
