/** Many heads at once: all of them small, one as lines from word to word, and their outputs side by side. */
import { html, type TemplateResult } from "lit";
import { fittingHeads } from "../../part-kit/fitting-heads.js";
import { linesPicture } from "../../part-kit/lines-picture.js";
import type { PartView, Section } from "../../part-kit/part-view.js";
import { empty, findingOf, SIDES, type Side } from "../../part-kit/part-view.js";
import type { en } from "../../text/en/many.js";
import { divisorText } from "../../text/finding.js";
import { percent } from "../../text/numbers.js";
import { concatFold, type Lit } from "./concat-figure.js";
import { heads as experiment } from "./experiments.js";
import { thumbsPicture } from "./thumbs-picture.js";

type View = PartView<typeof en>;

/** The head or the word that is pointed at, by its number from 1, before that of the state. */
const pointedOf = (view: View, key: "head" | "query") =>
  view.pointed(`many-${key}`, (id) => view.page.set({ [key]: Number(id) }));

const divisorOf = ({ request, result: { size, scaled } }: Lit) =>
  divisorText(size, request.attention.exponent, scaled.divisor);

function thumbs(view: View, shown: Lit): TemplateResult {
  const { text } = view;
  const { result, head, query, inputs, request } = shown;
  const { words, unscaled, scaled, size } = result;
  const word = words[query] ?? "";
  const of = (statistic: "entropy" | "peak") =>
    [unscaled, scaled].map(({ heads }) => heads.map((one) => one[statistic][query] ?? 0));
  const names = view.sideNames(divisorOf(shown));
  const titles = [names.unscaled, names.scaled] as const;
  return view.figure({
    ...{ name: "heads", title: text.thumbs.title(request.heads), deps: [result, query], inputs },
    label: text.thumbs.alt(request.heads, word),
    beside: text.thumbs.beside(request.attention.dim, request.heads, size),
    picture: thumbsPicture(result, titles, head, query),
    ...{ events: pointedOf(view, "head"), at: String(head + 1) },
    note: text.thumbs.note(word),
    tableName: text.thumbs.table,
    tables: () => [
      text.head,
      unscaled.heads.map((_, i) => String(i + 1)),
      view.sided(text.thumbs.columns),
      [...of("entropy"), ...of("peak")],
    ],
  });
}

/** @param held the head that is held, from 0 */
function lines(view: View, shown: Lit, held: number, side: Side) {
  const { text } = view;
  const { result, head, query, inputs } = shown;
  const { words } = result;
  const nameOf = (one: number) => view.common.named[side](text.lines.weights(one + 1));
  const [weights, matrix] = [head, held].map((at) => result[side].heads[at]?.weights);
  if (weights === undefined || matrix === undefined) return html``;
  return view.figure({
    ...{ name: `lines-${side}`, title: text.lines.title(head + 1), kind: side, inputs },
    label: view.common.lines.alt(nameOf(head)),
    beside: view.sideNames(divisorOf(shown))[side],
    ...{ deps: [weights], events: pointedOf(view, "query"), at: String(query + 1) },
    picture: linesPicture(words, weights, query, side, view.common.lines.titles),
    // The table is that of the held head: thousands of cells do not follow the pointer within a frame.
    tables: view.weightsTable(nameOf(held), matrix, words),
  });
}

/** What the word attends to most in the head, without the division and with it. */
function finding(view: View, shown: Lit): TemplateResult {
  const { result, head, query } = shown;
  const { words } = result;
  const most = (side: Side) => {
    const of = result[side].heads[head];
    const share = percent(of?.peak[query] ?? 0);
    return { share, word: words[of?.peakIndex[query] ?? 0] ?? "" };
  };
  const [without, withIt] = [most("unscaled"), most("scaled")];
  const divisor = divisorOf(shown);
  return findingOf(view.text.finding(head + 1, words[query] ?? "", without, withIt, divisor));
}

function content(view: View): unknown[] {
  const { engine, text, state, sentence, dim } = view;
  if (engine === null || sentence.length === 0) return [view.withoutEngine(), view.told];
  const answer = view.answer(experiment, { heads: fittingHeads(dim, state.heads) });
  const within = (number: string | number, count: number) => Math.min(Number(number), count) - 1;
  const controls = view.controlRow(
    view.sliderField("heads", view.common.heads, { step: 1 }),
    view.wordField("query", text.query),
    view.unfitHeads(dim),
  );
  const told = view.progress(answer.study);
  if (answer.result === null) return [empty(), told, controls, view.told];
  const { heads, attention } = answer.request;
  const held = within(state.head, heads);
  const head = within(pointedOf(view, "head").at ?? state.head, heads);
  const query = within(pointedOf(view, "query").at ?? state.query, attention.words.length);
  const inputs = view.inputsOf(answer, { asked: { head: head + 1, query: query + 1 } });
  const shown: Lit = { ...answer, head, query, inputs };
  return [
    thumbs(view, shown),
    told,
    finding(view, shown),
    controls,
    view.told,
    html`<div class="pair-of-figures">${SIDES.map((side) => lines(view, shown, held, side))}</div>`,
    view.remark(text.honest),
    view.fold("many-concat", text.concat.fold, () => concatFold(view, shown)),
  ];
}

export const section: Section<typeof en> = {
  formulas: ["headDisplay", "multiHeadDisplay"],
  question: { right: 0 },
  always: true,
  pictureFirst: true,
  content,
};
