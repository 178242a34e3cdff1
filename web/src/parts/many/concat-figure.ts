/** The heads' outputs side by side, through W^O, with one entry written out. */
import { html, type TemplateResult } from "lit";
import { firstColumns, SHOWN } from "../../attention/sentence-attention.js";
import { coordinates } from "../../draw/table.js";
import type { Matrix } from "../../engine/api.js";
import type { Inputs, PartView, Shown } from "../../part-kit/part-view.js";
import type { en } from "../../text/en/many.js";
import { products, significant } from "../../text/numbers.js";
import { richText, typeset } from "../../ui/rich.js";
import { concatPicture } from "./concat-picture.js";
import type { heads } from "./experiments.js";
import { DRAWN, type HeadsSide } from "./heads.js";

/** What is shown: the head and the word in the light, from 0. */
export interface Lit extends Shown<typeof heads> {
  readonly head: number;
  readonly query: number;
  readonly inputs: Inputs;
}

/** Terms of the sum that are written out. */
const TERMS = 3;

/** The first entry of the word's output as a sum. */
function entryOf({ concatenated, output }: HeadsSide, wo: Matrix, query: number): string {
  const { cols } = concatenated;
  const pairs = Array.from({ length: Math.min(TERMS, cols) }, (_, i) => {
    const [z = 0, w = 0] = [concatenated.data[query * cols + i], wo.data[i * cols]];
    return [z, w] as const;
  });
  const rest = cols > TERMS ? " + …" : "";
  return `${products(pairs)}${rest} = ${significant(output.data[query * cols] ?? 0)}`;
}

export function concatFold(view: PartView<typeof en>, shown: Lit): TemplateResult {
  const { request, result, head, query, inputs } = shown;
  const { words, wo } = result;
  const { heads, attention } = request;
  const { text, page, state } = view;
  const { concat } = text;
  const { division } = state;
  const kind = division === "with" ? "scaled" : "unscaled";
  const side = result[kind];
  const tables = (["concatenated", "output"] as const).map((name) =>
    view.memo(`table ${name}`, [side, page.language], () => {
      const matrix = firstColumns(side[name], Math.min(SHOWN, attention.dim));
      return view.weightsTable(concat.tables[name], matrix, words, coordinates(matrix.cols));
    }),
  );
  const drawing = view.figure({
    ...{ name: "concat", title: concat.title, label: concat.alt(heads), kind, tables, inputs },
    beside: page.text.coordinates(Math.min(DRAWN, attention.dim), attention.dim),
    deps: [side, head, query],
    picture: concatPicture(result, side, head, query, concat.output),
  });
  const controls = view.controlRow(view.divisionField());
  return html`${controls} ${drawing} ${tables[1] && view.folded(tables[1])}
    <p class="caption-text">${richText(concat.entry(words[query] ?? ""))} ${typeset(entryOf(side, wo, query))}</p>`;
}
