/** Many heads at once: all of them small, one as lines from word to word, and their outputs side by side. */
import { html, nothing, type TemplateResult } from "lit";
import { requestOf } from "../../attention/sentence-attention.js";
import { controlRow, sliderField, wordField } from "../../part-kit/controls.js";
import { empty, figure, fold, progress, withoutEngine } from "../../part-kit/figure.js";
import { fittingHeads, unfitHeads } from "../../part-kit/fitting-heads.js";
import { linesPicture } from "../../part-kit/lines-picture.js";
import { weightsTable } from "../../part-kit/matrix-figure.js";
import type { PartView, Section } from "../../part-kit/part-view.js";
import { pointedIn } from "../../part-kit/pointed.js";
import { SIDES, type Side, sided, sideNames } from "../../part-kit/sides.js";
import type { en } from "../../text/en/many.js";
import { divisorText } from "../../text/finding.js";
import { percent } from "../../text/numbers.js";
import { richText } from "../../ui/rich.js";
import { concatFold, type Shown } from "./concat-figure.js";
import { heads as experiment } from "./experiments.js";
import type { HeadsResult } from "./heads.js";
import { thumbsPicture } from "./thumbs-picture.js";

type View = PartView<typeof en>;

/** The head or the word that is pointed at, by its number from 1, before that of the state. */
const pointedOf = (view: View, key: "head" | "query") =>
  pointedIn(view, `many-${key}`, (id) => view.page.set({ [key]: Number(id) }));

const divisorOf = ({ request, scaled }: HeadsResult) =>
  divisorText(request.attention.dim / request.heads, request.attention.exponent, scaled.divisor);

function thumbs(view: View, shown: Shown): TemplateResult {
  const { text } = view;
  const { result, head, query } = shown;
  const { words, unscaled, scaled, request } = result;
  const size = request.attention.dim / request.heads;
  const word = words[query] ?? "";
  const of = (statistic: "entropy" | "peak") =>
    [unscaled, scaled].map(({ heads }) => heads.map((one) => one[statistic][query] ?? 0));
  const names = sideNames(view, divisorOf(result));
  const titles = [names.unscaled, names.scaled] as const;
  return figure(view, {
    title: text.thumbs.title(request.heads),
    beside: text.thumbs.beside(request.attention.dim, request.heads, size),
    drawing: view.picture(
      "heads",
      text.thumbs.alt(request.heads, word),
      [result, query],
      thumbsPicture(result, titles, head, query),
      pointedOf(view, "head"),
      String(head + 1),
    ),
    note: text.thumbs.note(word),
    tables: view.table(text.thumbs.table, [result, query], () => [
      text.head,
      unscaled.heads.map((_, i) => String(i + 1)),
      sided(view, text.thumbs.columns),
      [...of("entropy"), ...of("peak")],
    ]),
    inputs: shown.inputs,
  });
}

/** @param held the head that is held, from 0 */
function lines(view: View, shown: Shown, held: number, side: Side) {
  const { text } = view;
  const { result, head, query } = shown;
  const { words } = result;
  const nameOf = (one: number) => view.common.named[side](text.lines.weights(one + 1));
  const [weights, matrix] = [head, held].map((at) => result[side].heads[at]?.weights);
  if (weights === undefined || matrix === undefined) return html``;
  return figure(view, {
    title: text.lines.title(head + 1),
    kind: side,
    beside: sideNames(view, divisorOf(result))[side],
    drawing: view.picture(
      `lines-${side}`,
      view.common.lines.alt(nameOf(head)),
      [weights],
      linesPicture(words, weights, query, side, view.common.lines.titles),
      pointedOf(view, "query"),
      String(query + 1),
    ),
    // The table is that of the held head: thousands of cells do not follow the pointer within a frame.
    tables: weightsTable(view, nameOf(held), matrix, words),
    inputs: shown.inputs,
  });
}

/** What the word attends to most in the head, without the division and with it. */
function finding(view: View, { result, head, query }: Shown): TemplateResult {
  const { words } = result;
  const most = (side: Side) => {
    const of = result[side].heads[head];
    const share = percent(of?.peak[query] ?? 0);
    return { share, word: words[of?.peakIndex[query] ?? 0] ?? "" };
  };
  const [without, withIt] = [most("unscaled"), most("scaled")];
  const told = view.text.finding(head + 1, words[query] ?? "", without, withIt, divisorOf(result));
  return html`<p class="caption spoken">${richText(told)}</p>`;
}

function content(view: View): unknown[] {
  const { engine, text, state, sentence } = view;
  if (engine === null || sentence.length === 0) return [withoutEngine(view), view.told];
  const attention = requestOf(state, sentence);
  const fitting = fittingHeads(attention.dim, state.heads);
  const { result, study } = view.answer(experiment, { heads: fitting });
  const within = (number: string | number, count: number) => Math.min(Number(number), count) - 1;
  const controls = controlRow(
    view,
    sliderField(view, "heads", view.common.heads, { step: 1 }),
    wordField(view, "query", text.query),
    unfitHeads(view, attention.dim),
  );
  if (result === null) return [empty(), progress(view, study), controls, view.told];
  const { words, request: shownOf } = result;
  const held = within(state.head, shownOf.heads);
  const { attention: told, heads } = shownOf;
  const head = within(pointedOf(view, "head").at ?? state.head, heads);
  const query = within(pointedOf(view, "query").at ?? state.query, words.length);
  const inputs = view.inputs(told, { heads, head: head + 1, query: query + 1 }, study);
  const shown: Shown = { result, head, query, inputs };
  return [
    thumbs(view, shown),
    progress(view, study),
    finding(view, shown),
    controls,
    view.told,
    html`<div class="pair-of-figures">${SIDES.map((side) => lines(view, shown, held, side))}</div>`,
    view.page.shows("text") ? html`<p class="note">${richText(text.honest)}</p>` : nothing,
    fold(view, "many-concat", text.concat.fold, () => concatFold(view, shown)),
  ];
}

export const section: Section<typeof en> = {
  formulas: ["headDisplay", "multiHeadDisplay"],
  question: { right: 0 },
  always: true,
  pictureFirst: true,
  content,
};
