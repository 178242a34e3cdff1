/**
 * The pictures that a shared link shows: of each chapter the claim in large type beside its one
 * figure, as documents of 1200 × 630 pixels. `npm run pictures` has a browser paint them.
 */

import type { Side } from "../attention/sides.js";
import { escapeXml } from "../draw/escape-xml.js";
import { sansOf, serifOf } from "../draw/fonts.js";
import { PALETTES } from "../draw/palette.js";
import type { TextWidth } from "../draw/scene.js";
import { shapesToSvg } from "../draw/svg.js";
import { composed } from "../export/compose.js";
import { altOf } from "../export/texts.js";
import { CHAPTERS, type Chapter } from "../keys/part.js";
import { firstAnswers } from "../language/first-answers.js";
import { recordedChat } from "../language/recorded.js";
import type { Offered } from "../page/inputs.js";
import type { Language } from "../state/state.js";
import { TEXTS } from "../text/index.js";
import { percent } from "../text/numbers.js";
import { plainText, rich, type Span } from "../text/rich.js";
import { type Atom, stretchesOf, unmarked } from "../text/typeset.js";
import { cardTextsOf } from "./card-texts.js";

/** The figures of each card, and the width at which they are drawn before they fill their place. */
export const CARD_FIGURES: Readonly<
  Record<Chapter, { readonly figures: readonly string[]; readonly width: number }>
> = {
  page: { figures: ["unscaled", "scaled"], width: 300 },
  why: { figures: ["bell-curve"], width: 420 },
  heads: { figures: ["many-heads"], width: 480 },
  transformer: { figures: ["depth-peak"], width: 400 },
  race: { figures: ["training-exact"], width: 400 },
  divisors: { figures: ["choices-rules"], width: 470 },
  own: { figures: ["opened-heads"], width: 470 },
  model: { figures: [], width: 0 },
  lessons: { figures: ["gradient-share"], width: 420 },
};

/** The chapters that have a card in a language: all, or the first alone. */
export const cardChapters = (language: Language): readonly Chapter[] =>
  CHAPTERS.map(({ view }) => view).filter((chapter) => claimOf(chapter, language) !== undefined);

export interface Card {
  /** The document of which a browser takes the picture. */
  readonly html: string;
  readonly alt: string;
}

/** The widths of the letters of Noto Sans, in ems, where they are far from those of most. */
const LETTER_WIDTHS: readonly (readonly [letters: RegExp, width: number])[] = [
  [/[⺀-鿿가-힯豈-﫿＀-￯]/u, 1],
  [/[ ijlI.,:;|'·]/u, 0.27],
  [/[frt()]/u, 0.36],
  [/[mwMW]/u, 0.92],
  [/[A-Z≈=+−]/u, 0.63],
];
const USUAL_WIDTH = 0.565;

const measure: TextWidth = (text, size, bold) => {
  const widthOf = (sign: string) =>
    LETTER_WIDTHS.find(([letters]) => letters.test(sign))?.[1] ?? USUAL_WIDTH;
  const width = [...text].reduce((sum, sign) => sum + widthOf(sign), 0);
  return width * size * (bold === true ? 1.06 : 1);
};

/** The sign of a root without its bar, as high as what stands below that. */
const ROOT_SIGN =
  '<svg viewBox="0 0 12 20" preserveAspectRatio="none"><path d="M.5 12.5 3 11 6 19 11.5 .6" /></svg>';

function atomHtml({ base, variable, sub, sup, root }: Atom): string {
  const letter = variable ? `<i>${escapeXml(base)}</i>` : escapeXml(base);
  const lowered = sub === "" ? "" : `<sub>${escapeXml(sub)}</sub>`;
  const raised = sup === "" ? "" : `<sup>${escapeXml(sup)}</sup>`;
  const atom = `${letter}${lowered}${raised}`;
  return root ? `<span class="root">${ROOT_SIGN}<span>${atom}</span></span>` : atom;
}

const mathHtml = (text: string): string =>
  stretchesOf(text)
    .flatMap(({ pieces }) => pieces)
    .map((piece) => (typeof piece === "string" ? escapeXml(piece) : piece.map(atomHtml).join("")))
    .join("");

function spanHtml(span: Span): string {
  if (typeof span === "string") return mathHtml(span);
  if (span.kind === "formula") return mathHtml(`$${span.text}$`);
  return `<span class="${span.kind}">${mathHtml(span.text)}</span>`;
}

const { light: palette } = PALETTES;

/** A figure without its title, in the size of its place, with the legend of its colours. */
function figureSvg({ exported }: Offered, width: number): string {
  const dress = { palette, ground: false, lines: [], measure, width, margin: 0 };
  const scene = composed({ ...exported, title: "" }, dress);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${scene.width} ${scene.height}" preserveAspectRatio="xMinYMid">${shapesToSvg(scene)}</svg>`;
}

/** What both lanes of the trained model answered to the first prompt in a language. */
function answersIn(language: Language) {
  const { prompt, answers } = firstAnswers(recordedChat.prompts, language === "zh");
  const [unscaled = "", scaled = ""] = answers.map(({ text }) => text.trim());
  return { prompt, unscaled, scaled };
}

/** Where a line of a claim may end whose language has no blanks, beside its commas. */
const MAY_BREAK = "\u200b";

/** Signs of the answer without the division, which does not end. */
const SHOWN_SIGNS = 44;

const shortened = (answer: string) =>
  [...answer].length > SHOWN_SIGNS ? `${[...answer].slice(0, SHOWN_SIGNS).join("")} …` : answer;

/** What stands on the right, and what it says to who does not see it. */
function shown(chapter: Chapter, language: Language, figures: readonly Offered[]) {
  const { sides } = cardTextsOf(language);
  const { width } = CARD_FIGURES[chapter];
  const titled = (side: Side, content: string) =>
    `<h2 class="${side}">${escapeXml(sides[side])}</h2>${content}`;
  if (chapter === "model") {
    const { prompt, unscaled, scaled } = answersIn(language);
    const answer = (text: string) => `<p class="answer">${escapeXml(text)}</p>`;
    const html = `<p class="prompt">${escapeXml(prompt)}</p>${titled("unscaled", answer(shortened(unscaled)))}${titled("scaled", answer(scaled))}`;
    const alt = `${prompt} ${sides.unscaled}: ${shortened(unscaled)} ${sides.scaled}: ${scaled}`;
    return { html, alt };
  }
  const [first] = figures;
  if (first === undefined) throw new Error(`The card of ${chapter} has no figure.`);
  const drawn = figures.map((figure) => {
    const svg = figureSvg(figure, width);
    return figure.id === "unscaled" || figure.id === "scaled" ? titled(figure.id, svg) : svg;
  });
  const title = figures.length > 1 ? "" : `<h2>${mathHtml(first.exported.title)}</h2>`;
  return { html: title + drawn.join(""), alt: altOf(first, language) };
}

/** The shares of right answers after the recorded run, for the claim about it. */
function sharesOf([figure]: readonly Offered[]) {
  const { data, rows, cols } = figure?.exported.tables[0]?.matrix ?? { data: [], rows: 0, cols: 0 };
  const last = (col: number) => `${percent(data[(rows - 1) * cols + col] ?? Number.NaN)} %`;
  return { unscaled: last(0), scaled: last(1) };
}

/** How the lines of a claim end: where its marks are, unless browsers know its phrases. */
function claimLines(language: Language): string {
  const { typography } = TEXTS[language];
  return typography === null ? "text-wrap: balance" : typography.lines || "word-break: keep-all";
}

/** The font size of a claim: characters of other scripts are wider than Latin letters. */
const claimSize = (language: Language) => (TEXTS[language].typography === null ? 56 : 54);

const styleOf = (language: Language) => `
  * { box-sizing: border-box; margin: 0; }
  body { display: grid; grid-template: 1fr auto / 500px 1fr; gap: 20px 56px; width: 1200px; height: 630px; padding: 40px 60px 36px; border-left: 16px solid ${palette.unscaled}; background: ${palette.paper}; color: ${palette.ink}; font-family: ${sansOf(language)}; }
  body::before { position: absolute; inset: 0 auto 0 0; width: 8px; background: ${palette.scaled}; content: ""; }
  h1 { align-self: center; font: 600 ${claimSize(language)}px/1.25 ${serifOf(language)}; ${claimLines(language)}; }
  h1 i { font-family: ${serifOf("en")}; }
  .unscaled { color: ${palette.unscaled}; }
  .scaled { color: ${palette.scaled}; }
  .root { position: relative; display: inline-flex; padding-left: .58em; line-height: 1; }
  .root > svg { position: absolute; inset: 0 auto 0 0; width: .6em; height: 100%; overflow: visible; }
  .root path { fill: none; stroke: currentcolor; stroke-width: .06em; vector-effect: non-scaling-stroke; }
  .root > span { padding: .05em .05em 0; border-top: .06em solid; }
  sub, sup { font-size: .68em; font-style: italic; line-height: 0; }
  footer { grid-column: 1 / -1; display: flex; justify-content: space-between; padding-top: 18px; border-top: 2px solid ${palette.hairline}; color: ${palette.muted}; font-size: 25px; }
  .figure { display: flex; flex-direction: column; justify-content: center; min-width: 0; min-height: 0; }
  h2 { margin: 8px 0 6px; font-size: 24px; font-weight: 600; }
  .figure > svg { width: 100%; min-height: 0; }
  .prompt { align-self: flex-end; padding: 14px 22px; border-radius: 20px; background: ${palette.hairline}; font-size: 29px; }
  .answer { padding: 16px 22px; border: 2px solid; border-radius: 12px; background: ${palette.card}; color: ${palette.ink}; font-size: 29px; line-height: 1.35; overflow-wrap: anywhere; }
  h2.unscaled + .answer { border-color: ${palette.unscaled}; }
  h2.scaled + .answer { border-color: ${palette.scaled}; }`;

/** Undefined where the language has no card for the chapter. */
function claimOf(chapter: Chapter, language: Language): string | undefined {
  const { claim, later } = cardTextsOf(language);
  return chapter === "page" ? claim : later?.[chapter];
}

export function cardOf(chapter: Chapter, language: Language, figures: readonly Offered[]): Card {
  const { site, chapters } = TEXTS[language];
  const claimText = claimOf(chapter, language);
  if (claimText === undefined) {
    throw new Error(`The chapter ${chapter} has no picture in the language ${language}.`);
  }
  const claim = rich(claimText, chapter === "race" ? sharesOf(figures) : {});
  const { html, alt } = shown(chapter, language, figures);
  const number = CHAPTERS.findIndex(({ view }) => view === chapter) + 1;
  const { name } = chapters[chapter];
  return {
    html: `<!doctype html><html lang="${language}"><meta charset="utf-8"><title>${escapeXml(unmarked(site))}</title><style>${styleOf(language)}</style><body><h1>${claim.map(spanHtml).join("")}</h1><div class="figure">${html}</div><footer><span>${mathHtml(site)}</span><span>${number} · ${escapeXml(name)}</span></footer></body></html>`,
    alt: `${plainText(claim)} ${unmarked(alt)}`.replaceAll(MAY_BREAK, ""),
  };
}
