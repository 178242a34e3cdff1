// @ts-check
/**
 * `npm run pictures`: the README's picture, the preview card and the icons, taken in a real
 * browser.
 */
import { readFileSync } from "node:fs";
import { openChromium } from "./chromium.mjs";
import { inProject, main } from "./run.mjs";

/**
 * @typedef
 *   {{ file: string, width: number, height: number, scale: number, fragment: string, trained?: string }}
 *   Picture
 */

const HIDDEN = "sentence,dim,seed,vectors,projections,exponent,share";

/**
 * A preview card of 1200 × 630 pixels.
 * @param {string} name
 * @param {string} view
 * @param {string} hidden
 * @param {string} [keys]
 */
const card = (name, view, hidden, keys = "") => ({
  file: `web/public/${name}.png`,
  width: 1200,
  height: 630,
  scale: 1,
  fragment: `view=${view}${keys}&lang=en&theme=light&hide=${HIDDEN},${hidden}`,
});
const ALL = "download,controls,header,footer,text";

/** @type {readonly Picture[]} */
const pictures = [
  {
    file: "web/docs/page.png",
    width: 1440,
    height: 894,
    scale: 1.25,
    fragment: "lang=en&theme=light",
  },
  card("preview", "page", "footer"),
  card("preview-why", "variance", "download,controls,footer,text"),
  card("preview-heads", "many", ALL, "&head=5"),
  card("preview-transformer", "flow", ALL),
  { ...card("preview-race", "training", ALL, "&dim=64"), trained: "200" },
  card("preview-divisors", "choices", ALL),
  card("preview-model", "talk", ALL),
  card("preview-lessons", "lessons", "footer,contents"),
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
  const browser = await openChromium();
  for (const { file, width, height, fragment, scale, trained } of pictures) {
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
    if (trained !== undefined) {
      await page.getByRole("button", { name: "Train", exact: true }).click();
      const step = page.locator("tbody th", { hasText: trained }).first();
      await step.waitFor({ state: "attached", timeout: 300_000 });
      await page.getByRole("button", { name: "Pause", exact: true }).click();
    }
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
