// @ts-check
/** `npm run pictures`: the README's picture, the preview card and the icons, taken in a real browser. */
import { readFileSync } from "node:fs";
import { buildEngine } from "./engine.mjs";
import { withFonts } from "./fonts.mjs";
import { buildPage } from "./page.mjs";
import { findChromium } from "./requirements.mjs";
import { inProject, main } from "./run.mjs";
import { setup } from "./setup.mjs";

const pictures = [
  {
    file: "web/docs/page.png",
    width: 1440,
    height: 894,
    fragment: "lang=en&theme=light",
    scale: 1.25,
  },
  {
    file: "web/public/preview.png",
    width: 1200,
    height: 630,
    fragment:
      "lang=en&theme=light&hide=sentence,dim,seed,vectors,projections,exponent,share,footer",
    scale: 1,
  },
  {
    file: "web/public/preview-why.png",
    width: 1200,
    height: 630,
    fragment:
      "view=variance&lang=en&theme=light&hide=sentence,dim,seed,vectors,projections,exponent,share,download,controls,footer,text",
    scale: 1,
  },
  {
    file: "web/public/preview-heads.png",
    width: 1200,
    height: 630,
    fragment:
      "view=many&head=5&lang=en&theme=light&hide=sentence,dim,seed,vectors,projections,exponent,share,download,controls,header,footer,text",
    scale: 1,
  },
  {
    file: "web/public/preview-transformer.png",
    width: 1200,
    height: 630,
    fragment:
      "view=flow&lang=en&theme=light&hide=sentence,dim,seed,vectors,projections,exponent,share,download,controls,header,footer,text",
    scale: 1,
  },
  {
    file: "web/public/preview-race.png",
    width: 1200,
    height: 630,
    fragment:
      "view=training&dim=64&lang=en&theme=light&hide=sentence,dim,seed,vectors,projections,exponent,share,download,controls,header,footer,text",
    scale: 1,
    trained: "200",
  },
];

/** The icons of an installed page. Of a maskable icon only the inner four fifths are sure to be seen. */
const icons = [
  { file: "web/public/icon-192.png", size: 192, inset: 0 },
  { file: "web/public/icon-512.png", size: 512, inset: 0 },
  { file: "web/public/icon-maskable-512.png", size: 512, inset: 64 },
];

await main(async () => {
  await setup({ for: "test" });
  await setup({ for: "pictures" });
  await buildEngine();
  await buildPage();
  const { chromium } = await import("playwright-core");
  const browser = await chromium.launch({
    executablePath: findChromium() ?? "",
    args: ["--no-sandbox", "--disable-gpu"],
    env: withFonts("noto"),
  });
  for (const { file, width, height, fragment, scale, trained } of pictures) {
    const page = await browser.newPage({ viewport: { width, height }, deviceScaleFactor: scale });
    await page.goto(`file://${inProject("dist/attention-scale.html")}#${fragment}`);
    await page.locator('[data-ready="true"]').waitFor({ state: "attached" });
    await page.evaluate(() => document.fonts.ready);
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
