/**
 * Small pictures below the finding, which link to the parts. Three follow the numbers on screen:
 * how far the scores spread, the weights of the finding's row, and the slope of softmax at each of
 * them. The others show the shape of their part's chart.
 */
import { html, nothing, svg, type TemplateResult } from "lit";
import { unsafeHTML } from "lit/directives/unsafe-html.js";
import type { SentenceAttention } from "../attention/sentence-attention.js";
import { SIDES, type Side } from "../attention/sides.js";
import { sectionTarget } from "../page/anchor.js";
import type { Page } from "../page/page.js";
import { partsOf } from "../state/chapters.js";
import type { LaterPart } from "../state/state.js";
import { significant, weight } from "../text/numbers.js";
import { textsOf } from "../text/words.js";
import { typeset } from "../ui/rich.js";

const SHAPES = import.meta.glob<string>("../parts/*/silhouette.svg", {
  eager: true,
  query: "?raw",
  import: "default",
});

/** The labels of the links to the parts. */
const LABELS = textsOf<Readonly<Record<string, string>>>("labels");

/** Sizes of the drawing: its width, and the place and the height of its bars. */
const WIDTH = 64;
const BASE = 34;
const TALL = 30;

const picture = (content: unknown) =>
  html`<svg
    viewBox="0 0 64 36"
    aria-hidden="true"
  >${content}<path class="rule" d="M0 34H64" /></svg>`;

/** The bell of a standard normal density, 1 high. */
const BELL = "M-3.5 0C-1.7 0 -1.25 -1 0 -1S1.7 0 3.5 0";

/** The bell of a side. @param x its middle @param y its foot */
export const bellOf = (side: Side, x: number, y: number, deviation: number, height: number) =>
  svg`<path
    class=${side}
    transform="translate(${x} ${y}) scale(${deviation} ${height})"
    d=${BELL}
  />`;

/** The deviation √d of the scores, without the division and with it. */
export function deviationsOf({ request, scaled }: SentenceAttention) {
  const deviation = Math.sqrt(request.dim);
  return { unscaled: deviation, scaled: deviation / scaled.divisor };
}

/** A drawing, and the number that it is about on both sides: the bells of scores. */
function bells(result: SentenceAttention) {
  const deviations = deviationsOf(result);
  const least = Math.min(...SIDES.map((side) => deviations[side]));
  const unit = WIDTH / 7 / Math.max(...SIDES.map((side) => deviations[side]), 4);
  const bell = (side: Side) =>
    bellOf(side, 32, BASE, unit * deviations[side], (TALL * least) / deviations[side]);
  const numbers = {
    unscaled: significant(deviations.unscaled, 2),
    scaled: significant(deviations.scaled, 2),
  };
  return { drawing: picture(SIDES.map(bell)), numbers };
}

/**
 * Pairs of bars, one for each word; 1 is as high as the drawing, times `factor`. The bars of a side
 * are one path: while d is dragged a frame changes all of them.
 */
function bars(sides: Readonly<Record<Side, readonly number[]>>, factor: number): unknown {
  const count = sides.scaled.length;
  const wide = Math.min(8, WIDTH / count / 2.6);
  const bar = (side: Side, share: number, word: number) => {
    const middle = ((word + 0.5) / count) * WIDTH;
    const height = Math.max(0.4, share * factor * TALL);
    const x = side === "unscaled" ? middle - wide : middle;
    return `M${x} ${BASE}v${-height}h${wide}v${height}z`;
  };
  const barsOf = (side: Side) => sides[side].map((share, word) => bar(side, share, word)).join("");
  return picture(SIDES.map((side) => svg`<path class=${`bars ${side}`} d=${barsOf(side)} />`));
}

/** A quantity of the finding's row, as bars and for the word that is pointed at. */
function ofRow(page: Page, name: "weight" | "slope", factor: number) {
  const { row, col } = page.pointer.highlight;
  const cells = page.attention.rowArithmetic(row) ?? [];
  const cell = cells[col];
  if (cell === undefined) return null;
  const list = (side: Side) => cells.map((cell) => cell[side][name]);
  return {
    drawing: bars({ unscaled: list("unscaled"), scaled: list("scaled") }, factor),
    numbers: { unscaled: weight(cell.unscaled[name]), scaled: weight(cell.scaled[name]) },
  };
}

function pictureOf(page: Page, result: SentenceAttention, part: LaterPart) {
  if (part === "variance") return bells(result);
  if (part === "saturation") return ofRow(page, "weight", 1);
  // The slope y(1 − y) is at most ¼.
  if (part === "jacobian") return ofRow(page, "slope", 4);
  return null;
}

const number = (side: Side, { numbers }: { readonly numbers: Readonly<Record<Side, string>> }) =>
  html`<b class=${side}>${numbers[side]}</b>`;

export function livePictures(page: Page): TemplateResult | typeof nothing {
  const { text, attention } = page;
  const { result } = attention;
  if (!page.shows("text") || result === null) return nothing;
  return html`<nav class="silhouettes" aria-label=${text.reasons.label}>
    ${(partsOf("why") as LaterPart[]).map((part) => {
      const { href, go } = sectionTarget(page, part);
      const live = pictureOf(page, result, part);
      return html`<a href=${href} @click=${go}>
        ${live?.drawing ?? unsafeHTML(SHAPES[`../parts/${part}/silhouette.svg`])}
        <span>${typeset(LABELS[page.language][part] ?? part)}</span>
        ${
          live &&
          html`<span class="live">${number("unscaled", live)} → ${number("scaled", live)}</span>`
        }
      </a>`;
    })}
  </nav>`;
}
