// @ts-check
/**
 * `npm run heights`: measures in a real browser how high each figure is when it is alone, and
 * writes web/src/export/heights.json and the table of web/docs/embedding.md. To be run when the
 * style or the texts of figures have changed. `npm run heights -- bell flow` measures the figures of
 * these parts alone, and `npm run heights -- stills` none: what it always writes is
 * web/src/export/still-heights.json, of the still pictures that the build makes.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { openChromium } from "./chromium.mjs";
import { LANGUAGES } from "./languages.mjs";
import { stillModule } from "./page.mjs";
import { Failure, inProject, main } from "./run.mjs";

const jsonFile = inProject("web/src/export/heights.json");
const docsFile = inProject("web/docs/embedding.md");
const hostFile = inProject("build/heights.html");
const stillsFile = inProject("web/src/export/still-heights.json");

/** How long a figure may take until it stands, in milliseconds. */
const PATIENCE = 300_000;

/** Heights do not depend on these. */
const FEW = { samples: "200", draws: "30", encoders: "10", gridsteps: "2" };

/** @typedef {Record<string, Record<string, number[]>>} Heights by language and figure */

/** @param {Heights} heights of the live figures */
function writeTable(heights) {
  const text = readFileSync(docsFile, "utf8").replace(
    /^\| `([\w-]+)` \| (.*) \| \d* \| \d* \|$/gm,
    (row, id, shows) => {
      const measured = heights.en?.[id];
      return measured === undefined ? row : `| \`${id}\` | ${shows} | ${measured.join(" | ")} |`;
    },
  );
  writeFileSync(docsFile, text);
}

/**
 * The heights around the pictures as JSON, shorter: of another language where they are not those in
 * English, and those that most figures of a part have once, by its name.
 * @param {Readonly<Record<string, readonly string[]>>} figures by part
 * @param {Heights} around
 */
function shortened(figures, around) {
  /** @type {Record<string, unknown>} */
  const before = JSON.parse(readFileSync(jsonFile, "utf8"));
  const nameOf = (/** @type {string} */ name) => {
    const heights = Object.entries(/** @type {object} */ (before[name]));
    return `{ ${heights.map(([key, two]) => `"${key}": [${two.join(", ")}]`).join(", ")} }`;
  };

  const textOf = (/** @type {string} */ id) => {
    const heights = LANGUAGES.map((language) => around[language]?.[id]?.join(", "));
    const languages = LANGUAGES.filter((_, i) => i === 0 || heights[i] !== heights[0]);
    const texts = languages.map(
      (language) => `"${language}": [${heights[LANGUAGES.indexOf(language)]}]`,
    );
    return `{ ${texts.join(", ")} }`;
  };
  const lines = Object.entries(figures).flatMap(([part, ids]) => {
    if (ids.some((id) => around.en?.[id] === undefined)) {
      const kept = [part, ...ids].filter((name) => name in before);
      return kept.map((name) => [name, nameOf(name)]);
    }
    const alike = ids.map((id) => ids.filter((other) => textOf(other) === textOf(id)));
    const most = alike.reduce((most, one) => (one.length > most.length ? one : most));
    const once = most.length > 1 ? [[part, textOf(most[0] ?? "")]] : [];
    const others = ids.filter((id) => once.length === 0 || !most.includes(id));
    return [...once, ...others.map((id) => [id, textOf(id)])];
  });
  return `{\n${lines.map(([id, text]) => `  "${id}": ${text}`).join(",\n")}\n}\n`;
}

/**
 * The heights of the still pictures that the build makes, of each language.
 * @param {typeof import("../src/entries/still.ts")} still
 */
async function writeStillHeights({ POST_WIDTHS, drawnStill, offeredFigure, readFragment }) {
  const lines = [];
  for (const language of LANGUAGES) {
    const { state } = readFragment(`lang=${language}&figure=weights`);
    const figure = await offeredFigure(state);
    const [wide, narrow] = POST_WIDTHS.map(
      (width) => drawnStill(figure, width, "light", language).height,
    );
    lines.push(`  "${language}": { "wide": ${wide}, "narrow": ${narrow} }`);
  }
  writeFileSync(stillsFile, `{\n${lines.join(",\n")}\n}\n`);
}

await main(async () => {
  const names = process.argv.slice(2);
  const still = await stillModule();
  await writeStillHeights(still);
  const parts = names.filter((name) => name !== "stills");
  if (names.length > 0 && parts.length === 0) return;
  const browser = await openChromium();
  const { POST_WIDTHS, STILL_FIGURES, offeredFigure, pictureHeight, readFragment } = still;
  /** @type {Heights} */
  const live = Object.fromEntries(LANGUAGES.map((language) => [language, {}]));
  /** @type {Heights} */
  const around = Object.fromEntries(LANGUAGES.map((language) => [language, {}]));
  const unknown = parts.filter((part) => !(part in STILL_FIGURES));
  if (unknown.length > 0) throw new Failure(`There is no part ${unknown.join(", ")}.`);
  const measured = Object.entries(STILL_FIGURES).filter(
    ([part]) => parts.length === 0 || parts.includes(part),
  );
  for (const id of measured.flatMap(([, ids]) => ids)) {
    const { state } = readFragment(`${new URLSearchParams({ ...FEW, figure: id })}`);
    const offered = await offeredFigure(state);
    for (const language of LANGUAGES) {
      const rows = [];
      for (const width of POST_WIDTHS) {
        const attributes = Object.entries({ ...FEW, figure: id, lang: language });
        writeFileSync(
          hostFile,
          `<!doctype html><meta charset="utf-8"><body style="margin: 0"><main style="width: ${width}px">
           <attention-scale ${attributes.map(([key, value]) => `${key}="${value}"`).join(" ")}></attention-scale></main>
           <script src="../dist/embed.js"></script>`,
        );
        const page = await browser.newPage({ viewport: { width: width + 32, height: 1400 } });
        page.setDefaultTimeout(PATIENCE);
        await page.goto(`file://${hostFile}`);
        await page.locator(".alone figure canvas").first().waitFor();
        await page.waitForFunction(() => {
          const root = document.querySelector("attention-scale")?.shadowRoot;
          return root?.querySelector('.progress:not([data-progress="done"])') === null;
        });
        await page.locator('[data-ready="true"]').waitFor({ state: "attached" });
        await page.waitForTimeout(200);
        rows.push((await page.locator("attention-scale").boundingBox())?.height ?? 0);
        await page.close();
      }
      Object.assign(live[language] ?? {}, { [id]: rows.map(Math.round) });
      const heightsAround = rows.map((row, i) =>
        Math.round(row - pictureHeight(offered, POST_WIDTHS[i] ?? 0)),
      );
      Object.assign(around[language] ?? {}, { [id]: heightsAround });
    }
    console.log(`${id}: ${live.en?.[id]}`);
  }
  await browser.close();
  writeFileSync(jsonFile, shortened(STILL_FIGURES, around));
  writeTable(live);
});
