/**
 * Attention between two sentences: the words of one look at those of the other. The heat maps, the
 * arithmetic of a cell and most of the words are those of the first screen (parts/matrices and
 * text/<language>/page.ts).
 */

import { html, nothing, type TemplateResult } from "lit";
import { matrixOfRows } from "../../attention/matrices.js";
import { requestOf, type SentenceAttention } from "../../attention/sentence-attention.js";
import { largestOf } from "../../draw/heatmap.js";
import type { Palette } from "../../draw/palette.js";
import { same } from "../../memo.js";
import type { BarSettings } from "../../page/bar-settings.js";
import { EXAMPLE_DIM, repeatedNote } from "../../page/controls.js";
import { LatestAttention } from "../../page/latest-attention.js";
import { Pointing } from "../../page/pointing.js";
import { empty, type PartView, type Section, SIDES, type Side } from "../../part-kit/part-view.js";
import { SecondSentence, secondField } from "../../part-kit/second-sentence.js";
import { SECOND_VECTORS, SECOND_WORDS } from "../../part-kit/second-words.js";
import { sharedObject } from "../../part-kit/shared.js";
import { chapterStart } from "../../state/chapters.js";
import { EXAMPLE_WORDS, type State } from "../../state/state.js";
import { repeated } from "../../state/words.js";
import type { en } from "../../text/en/cross.js";
import { attentionFinding, captionOf } from "../../text/finding.js";
import { fixed, significant } from "../../text/numbers.js";
import { say } from "../../text/rich.js";
import { rampLegend } from "../../ui/ramp-legend.js";
import { richText } from "../../ui/rich.js";
import { arithmetic } from "../matrices/arithmetic.js";
import { rowsAlone, titleOf, weightsHeatmap } from "../matrices/heatmaps.js";

type View = PartView<typeof en>;

const crossInputs = (view: View, { request, keyWords }: SentenceAttention) =>
  view.answers.inputs(request, { second: keyWords.join(" ") });

/** A figure whose cells are pairs of words; `settled` is the answer that its table shows. */
function pairFigure(
  view: View,
  { pointer }: Pair,
  result: SentenceAttention,
  settled: SentenceAttention,
  id: Side | "scores",
): TemplateResult {
  const { text, page, state } = view;
  const name =
    id === "scores" ? text.names.scores : say(view.common.named[id], { what: text.names.weights });
  const scoresOf = (answer: SentenceAttention) => ({
    matrix: id === "scores" ? answer.scores : answer[id].weights,
    rowLabels: answer.queryWords,
    colLabels: answer.keyWords,
  });
  const drawnScores = scoresOf(result);
  const { rows, cols } = drawnScores.matrix;
  const largest = largestOf(result.scores);
  const ends = [significant(-largest, 3), significant(largest, 3)] as const;
  const title = titleOf(page.text, id, state.exponent);
  return view.figures.matrix({
    title,
    kind: id,
    inputs: crossInputs(view, result),
    name: id,
    table: name,
    ...drawnScores,
    alt: say(page.text.matrices.picture, { name, rows, cols }),
    pointing: pointer,
    settled: scoresOf(settled),
    ...(id === "scores"
      ? { largest, largestPitch: 40, after: rampLegend(page.palette.scores, "ramp short", ends) }
      : {
          twin: id === "unscaled" ? "scaled" : "unscaled",
          rows: (palette) => weightsHeatmap({ palette, text: page.text }, result, id).rows,
        }),
  });
}

/** What the entropy of a row is, and its largest value. */
function entropyNoteOf({ page }: View, { keyWords: { length: count } }: SentenceAttention): string {
  return say(page.text.matrices.entropyNote, { count, most: fixed(Math.log(count), 2) });
}

/** The numbers beside the rows, which a narrow page has no room for in the matrices. */
function rowLists(view: View, result: SentenceAttention, { pointer }: Pair) {
  const { text, page } = view;
  const { ofTable, rowsTable } = page.text.matrices;
  const list = (side: Side) => {
    const table = say(view.common.named[side], { what: text.names.weights });
    const alt = say(ofTable, { what: rowsTable, table });
    const make = (palette: Palette) => rowsAlone({ palette, text: page.text }, result, side);
    return view.drawings.heatmap(`${side}-rows`, alt, [result, pointer.highlight.row], make)
      .template;
  };
  return html`<div class="row-lists">${SIDES.map(list)}<p class="note">${entropyNoteOf(view, result)}</p></div>`;
}

/** The scores, and the arithmetic of one cell. */
function scoresAndCell(
  view: View,
  pair: Pair,
  result: SentenceAttention,
  settled: SentenceAttention,
  many: boolean,
): TemplateResult {
  const { page, state } = view;
  const { pointer, latest } = pair;
  const cell = { pointer, text: page.text, attention: latest, state: { cell: state.pair } };
  return html`<div
    class="matrices"
    data-pointing=${pointer.highlight.kind !== "finding"}
    data-many=${many}
    data-held="false"
  >
    <div class="figures">
      ${rowLists(view, result, pair)} ${pairFigure(view, pair, result, settled, "scores")}
      ${arithmetic(cell, result)}
    </div>
  </div>`;
}

/** The outputs without the division and with it. */
const outputs = (view: View, drawn: SentenceAttention, settled: SentenceAttention) =>
  view.figures.outputPair({
    name: view.text.names.output,
    words: drawn.queryWords,
    drawn,
    settled,
    columns: drawn.request.dim,
    inputs: crossInputs(view, drawn),
  });

// ---- what the two sentences ask of the engine: the example's pair with its vectors, or any words
// with drawn ones ----

/**
 * Whether the words are the example's pair, which has its own vectors wherever it stands. The start
 * of the chapter shows that pair too, although its sentence is a longer one.
 */
function isExamplePair(state: State, words: readonly string[], second: readonly string[]) {
  if (state.vectors === "example") return true;
  const starts = state.sentence === chapterStart(state).sentence;
  return (starts || same(words, EXAMPLE_WORDS)) && same(second, SECOND_WORDS);
}

export function crossRequest(state: State, words: readonly string[], second: readonly string[]) {
  if (!isExamplePair(state, words, second)) return { ...requestOf(state, words), keyWords: second };
  const request = requestOf({ ...state, vectors: "example" }, EXAMPLE_WORDS);
  const vectors = { queries: matrixOfRows(state.x), keys: matrixOfRows(SECOND_VECTORS) };
  return { ...request, keyWords: SECOND_WORDS, vectors };
}

/** The attention of the reader's sentence on a second one. */
interface Pair {
  /** The newest answer. */
  readonly latest: LatestAttention;
  readonly second: SecondSentence;
  /** The cell of the answer that is pointed at. */
  readonly pointer: Pointing;
  /** Whether an answer has come, or will not come. */
  readonly answered: boolean;
  ask(): void;
  end(): void;
}

const attentionPair = sharedObject(({ changed, page }): Pair => {
  const latest = new LatestAttention(changed);
  latest.start();
  const second = new SecondSentence();
  const host = {
    get state() {
      return page.state;
    },
    set: (change: Partial<State>) => page.set(change),
    requestUpdate: changed,
    attention: latest,
  };
  return {
    latest,
    second,
    pointer: new Pointing(host, "pair"),
    end: () => latest.stop(),
    ask(): void {
      const { state, attention } = page;
      second.read(page);
      const words = attention.words ?? attention.result?.request.words;
      if (words !== undefined) latest.ask(crossRequest(state, words, second.words));
    },
    get answered(): boolean {
      const { complete, problem, failure } = latest;
      return complete || problem !== null || failure !== null;
    },
  };
});

// ---- the part ----

function content(view: View): unknown[] {
  const { page, text, state } = view;
  const pair = attentionPair(view);
  pair.ask();
  const { latest, pointer } = pair;
  const { result, problem: failed } = latest;
  const controls = view.controls.row(secondField(view, pair.second.reading, view.common.second));
  if (result === null) return [controls, empty()];
  const settled = latest.settled ?? result;
  const { matrices } = page.text;
  const count = result.keyWords.length;
  const again = [...new Set([...repeated(result.queryWords), ...repeated(result.keyWords)])];
  const known = isExamplePair(state, result.queryWords, result.keyWords);
  const many = Math.max(count, result.queryWords.length) > 8;
  return [
    controls,
    failed === null
      ? nothing
      : html`<p class="notice" role="alert">${say(page.text.problems.compute, {
          reason: failed,
        })}</p>`,
    html`<p class="note">${richText(known ? text.example : text.drawn)}</p>`,
    again.length > 0 ? html`<p class="note">${repeatedNote(page, again)}</p>` : nothing,
    html`<div
      class="matrices"
      data-pointing=${pointer.highlight.kind !== "finding"}
      data-many=${many}
    >
      <div class="figures">
        ${SIDES.map((side) => pairFigure(view, pair, result, settled, side))}
        ${rampLegend(
          page.palette.weights,
          "ramp",
          ["0", "1"],
          matrices.legendWeights,
          entropyNoteOf(view, result),
        )}
        <div class="finding">
          <p class="caption spoken">${richText(captionOf(matrices, attentionFinding(result)))}</p>
        </div>
      </div>
    </div>`,
    view.figures.fold("cross-scores", text.scores, () =>
      scoresAndCell(view, pair, result, settled, many),
    ),
    view.figures.fold("cross-output", text.outputs, () => [
      view.furtherWording,
      outputs(view, result, settled),
    ]),
  ];
}

/** The example's pair has a d of its own, and is not drawn. */
function bar(view: View): BarSettings {
  const { result } = attentionPair(view).latest;
  if (result === null || !isExamplePair(view.state, result.queryWords, result.keyWords)) return {};
  return { words: result.queryWords, slider: EXAMPLE_DIM, seed: null };
}

export const section: Section<typeof en> = {
  formulas: [],
  furtherFormulas: ["crossDisplay", "crossScaledDisplay"],
  bar,
  question: { right: 0 },
  always: true,
  content,
};
