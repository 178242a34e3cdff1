/**
 * Draws still pictures with Node: those of the build, which show before the engine runs and where
 * there is no WebAssembly, and those of `npm run still`.
 */

import { requestOf, sentenceAttention } from "../attention/sentence-attention.js";
import { escapeXml } from "../draw/escape-xml.js";
import { sansOf } from "../draw/fonts.js";
import { hexOf } from "../draw/luminance.js";
import { channels, PALETTES } from "../draw/palette.js";
import type { TextWidth } from "../draw/scene.js";
import { estimateWidth, shapesToSvg } from "../draw/svg.js";
import { provideEdition } from "../experiments/edition.js";
import { Laboratory } from "../experiments/laboratory.js";
import { composed } from "../export/compose.js";
import { POST_WIDTHS, type StillTone, stillFile } from "../export/still.js";
import { PARTS } from "../keys/index.js";
import type { Offered } from "../page/inputs.js";
import type { Page } from "../page/page.js";
import { figuresOf } from "../parts/figure-names.js";
import { matricesFigure } from "../parts/matrices/first.js";
import { loadChapter, Sections } from "../parts/sections.js";
import { chapterNameOf, partOf } from "../state/chapters.js";
import { type Language, type LaterPart, readFragment, START, type State } from "../state/state.js";
import { readWords } from "../state/words.js";
import { cardName } from "../text/documents.js";
import { TEXTS } from "../text/index.js";
import { say } from "../text/rich.js";
import { unmarked } from "../text/typeset.js";
import { everyWord } from "../text/words.js";
import { CARD_FIGURES, type Card, cardChapters, cardOf } from "./cards.js";
import { NODE } from "./node-edition.js";

export { narrowName } from "../export/pieces.js";
export { fileNameOf, liveHeight, POST_WIDTHS, pictureHeight } from "../export/still.js";
export { oneOf, whole } from "../keys/key.js";
export { partsOf } from "../state/chapters.js";
export { DEFINITIONS, readFragment } from "../state/state.js";
export { figureFiles } from "./figure-pages.js";

/** The figures of a part; the first is its main one. */
export const STILL_FIGURES: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  PARTS.map(({ name }) => [name, figuresOf(name)]),
);

provideEdition(NODE);

/** The font that will draw the picture is unknown; labels fit also in a wide one. */
const measure: TextWidth = (text, size) => 1.08 * estimateWidth(text, size);

/**
 * A closer estimate for sentences, whose formulas stand where it says: of wide fonts, so that no
 * line reaches over its end. Bold letters are wider.
 */
const measureText: TextWidth = (text, size, bold) => {
  const narrow = text.match(/[ ijlftrI.,:]/g)?.length ?? 0;
  return estimateWidth(text, size) - narrow * (bold === true ? 0.1 : 0.2) * size;
};

/** Node has no layout to observe: a figure only says what it draws. */
class Observer {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
Object.assign(globalThis, {
  IntersectionObserver: Observer,
  ResizeObserver: Observer,
  requestAnimationFrame: () => 0,
  cancelAnimationFrame: () => undefined,
});

/**
 * The figure of the state, with all its numbers.
 * @param steps for which the lanes of a race are trained
 * @throws Error with a sentence where there is none
 */
export async function offeredFigure(state: State, steps = 0): Promise<Offered> {
  const { figure } = state;
  const language: Language = state.lang ?? "en";
  await everyWord();
  const text = TEXTS[language];
  const reading = readWords(state.sentence, state.cuts);
  if (reading.problem !== null) {
    throw new Error(say(text.problems.sentence[reading.problem.kind], reading.problem));
  }
  const engine = await NODE.startWhole();
  const result = sentenceAttention(engine, requestOf(state, reading.words));
  const offers = new Map<string, Offered>();
  const page = {
    state,
    language,
    text,
    palette: PALETTES.light,
    attention: { result, settled: result },
    surroundings: { tone: "light", printing: false },
    answers: { reading, linked: state },
    drafts: new Map(),
    pointer: { highlight: { kind: "finding" } },
    figures: { of: () => ({ attach: () => undefined }) },
    tables: { of: () => null, complete: true },
    download: { offer: (offered: Offered) => offers.set(offered.id, offered) },
    addressOf: () => "",
    shows: () => true,
    set: () => undefined,
  } as unknown as Page;
  const part = partOf(figure);
  if (part === "matrices") matricesFigure(page, figure);
  else await studied(page, part, steps, () => offers.has(figure));
  const offered = offers.get(figure);
  if (offered === undefined) throw new Error(`There is no figure “${figure}”.`);
  return offered;
}

/** Runs the study of the state's figure to its end, and its race for so many steps. */
async function studied(page: Page, part: LaterPart, steps: number, isComplete: () => boolean) {
  let changed = () => {};
  const next = () => new Promise<void>((resolve) => (changed = resolve));
  let change = next();
  const laboratory = new Laboratory(await NODE.startWhole());
  await loadChapter(chapterNameOf(part));
  const sections = new Sections(
    page,
    () => changed(),
    async () => laboratory,
  );
  sections.seeEverything(true);
  const render = () => {
    sections.renderAnew();
    sections.render(part);
  };
  for (;;) {
    render();
    const { ended, all, problem } = sections.studied;
    if (problem !== null) throw new Error(problem);
    if (isComplete() && ended === all && sections.answered) break;
    await change;
    change = next();
  }
  if (steps > 0) {
    await sections.train(steps);
    render();
  }
  sections.end();
}

export const measures = { measure, measureText };

/** The still picture of a figure in a post. */
export const drawnStill = (offered: Offered, width: number, tone: StillTone, language: Language) =>
  stillFile(offered, { width, language, measure, measureText }, tone);

/** The still picture of the first screen, inside its HTML and in the embed. */
function inlineStill({ exported }: Offered, language: Language): string {
  const captionTexts = { finding: exported.finding, lines: [], measure, measureText };
  const dress = { palette: PALETTES.light, ground: true, width: 1084, margin: 0 };
  const scene = composed({ ...exported, title: "" }, { ...captionTexts, ...dress });
  const { width, height } = scene;
  const attributes = [
    'class="still"',
    'xmlns="http://www.w3.org/2000/svg"',
    `viewBox="0 0 ${width} ${height}"`,
    'role="img"',
    `aria-label="${escapeXml(unmarked(TEXTS[language].fallback.still))}"`,
    `font-family="${escapeXml(sansOf(language))}"`,
  ];
  const svg = `<svg ${attributes.join(" ")}>${shapesToSvg(scene)}</svg>`;
  // Fewer bytes of the first view: colours as hex, and tenths of a pixel.
  return svg
    .replace(/rgb\(.*?\)/g, (color) => hexOf(channels(color)))
    .replace(/="(\d+\.\d)\d"/g, '="$1"');
}

/** The pictures of the build, by file name. */
export async function buildStills(language: Language): Promise<Record<string, string>> {
  const offered = await offeredFigure({ ...START, lang: language, figure: "weights" });
  const [wide, narrow] = POST_WIDTHS.map(
    (width) => drawnStill(offered, width, "auto", language).svg,
  );
  return {
    [`${language}.svg`]: inlineStill(offered, language),
    [`still-${language}.svg`]: wide ?? "",
    [`still-${language}-narrow.svg`]: narrow ?? "",
  };
}

/** The cards of a language, by file name. */
export async function cards(language: Language): Promise<Record<string, Card>> {
  await everyWord();
  const made: Record<string, Card> = {};
  for (const chapter of cardChapters(language)) {
    const figures: Offered[] = [];
    for (const figure of CARD_FIGURES[chapter].figures) {
      const { state } = readFragment(`lang=${language}&figure=${figure}`);
      figures.push(await offeredFigure(state));
    }
    made[cardName(chapter, language)] = cardOf(chapter, language, figures);
  }
  return made;
}
