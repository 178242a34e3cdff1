/** softmax(XXᵀ)X of the worked example: as a chain of matrices, and one row with every number written out. */
import { html, type TemplateResult } from "lit";
import { requestOf, sentenceAttention } from "../../attention/sentence-attention.js";
import { coordinates } from "../../draw/table.js";
import { exampleEditor } from "../../page/example-editor.js";
import type { PartView, Section } from "../../part-kit/part-view.js";
import { EXAMPLE_WORDS } from "../../state/state.js";
import type { en } from "../../text/en/steps.js";
import { chainPicture } from "./chain-picture.js";
import { workedRow } from "./worked-row.js";

type View = PartView<typeof en>;

function content(view: View): unknown {
  const { engine, text, state, page } = view;
  const { division, row, x, exponent } = state;
  if (engine === null) return view.withoutEngine();
  const result = view.memo("example", [engine, x, exponent], () =>
    sentenceAttention(engine, requestOf({ ...state, vectors: "example" }, EXAMPLE_WORDS)),
  );
  const side = division === "with" ? result.scaled : result.unscaled;
  const kind = division === "with" ? "scaled" : "unscaled";
  const drawn: TemplateResult = view.figure({
    ...{ name: "chain", title: text.title, kind, beside: view.common.legend[kind] },
    label: text.alt(EXAMPLE_WORDS[row - 1] ?? ""),
    ...{ deps: [result, division], at: String(row) },
    picture: chainPicture(result, side, row - 1, text),
    events: {
      point: () => undefined,
      hold: (id) => {
        if (id !== null) page.set({ row: Number(id) });
      },
    },
    tableName: text.table,
    tables: () => [
      page.text.matrices.corner,
      EXAMPLE_WORDS,
      [
        ...EXAMPLE_WORDS.map(text.columns.score),
        ...EXAMPLE_WORDS.map(text.columns.weight),
        ...coordinates(3).map(text.columns.output),
      ],
      [result.scores, side.weights, side.output].flatMap(({ cols, data }) =>
        EXAMPLE_WORDS.map((_, col) => EXAMPLE_WORDS.map((__, at) => data[at * cols + col] ?? 0)),
      ),
    ],
    inputs: view.inputs(result.request, { row, division }),
  });
  return html`${view.controlRow(
    view.wordField("row", text.controls.row, EXAMPLE_WORDS),
    view.divisionField(),
  )}
    ${drawn} ${workedRow(view, engine, result, side, row - 1)}
    ${
      state.vectors === "example" || !page.shows("controls")
        ? ""
        : view.fold("steps-vectors", text.vectors, () => exampleEditor(page))
    }`;
}

export const section: Section<typeof en> = {
  formulas: ["stepsDisplay", "stepsScaledDisplay"],
  question: { right: 1 },
  content,
};
