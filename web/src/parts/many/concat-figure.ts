/** The heads' outputs side by side, through W^O, with one entry written out. */
import { html, type TemplateResult } from "lit";
import { firstColumns, SHOWN } from "../../attention/sentence-attention.js";
import { coordinates } from "../../draw/table.js";
import { chooser, controlRow } from "../../part-kit/controls.js";
import { empty, figure, folded, progress, withoutEngine } from "../../part-kit/figure.js";
import { layersFor } from "../../part-kit/layers.js";
import type { PartView } from "../../part-kit/part-view.js";
import { significant } from "../../text/numbers.js";
import { richText, typeset } from "../../ui/rich.js";
import { type Concat, concatOf } from "./concat.js";
import { concatPicture, DRAWN } from "./concat-picture.js";
import type { en } from "./en.js";
import { concat } from "./experiments.js";
import { type HeadsRequest, QUICK } from "./heads.js";

type View = PartView<typeof en>;

/** Terms of the sum that are written out. */
const TERMS = 3;

/** The first entry of the word's output as a sum. */
function entryOf({ concatenated, wo, output }: Concat, query: number): string {
  const { cols } = concatenated;
  const factor = (value: number) => {
    const text = significant(value, 3);
    return value < 0 ? `(${text})` : text;
  };
  const terms = Array.from({ length: Math.min(TERMS, cols) }, (_, i) => {
    const [z = 0, w = 0] = [concatenated.data[query * cols + i], wo.data[i * cols]];
    return `${factor(z)}·${factor(w)}`;
  });
  const rest = cols > TERMS ? " + …" : "";
  return `${terms.join(" + ")}${rest} = ${significant(output.data[query * cols] ?? 0)}`;
}

/**
 * @param request of the heads; `head` and `query` from 0
 * @param divisor of the scores with the division
 */
export function concatFold(
  view: View,
  request: HeadsRequest,
  at: { readonly head: number; readonly query: number },
  divisor: number,
): TemplateResult {
  const { text, page, engine } = view;
  const controls = controlRow(
    view,
    chooser(view, "division", text.concat.division, text.concat.divisions),
  );
  const { engine: calls, problem } = layersFor(view, request);
  if (calls === null || engine === null)
    return html`${controls} ${withoutEngine({ problem, page })}`;
  const { division } = view.state;
  const wanted = { ...request, division, divisor: division === "with" ? divisor : 1 };
  const quick = request.attention.dim <= QUICK;
  const here = quick ? () => concatOf(engine, calls, wanted) : null;
  const { result, study } = view.answer("concat", concat, wanted, here);
  const told = progress(view, study);
  if (result === null) return html`${controls} ${empty()} ${told}`;
  const { words, concatenated, output } = result;
  const { heads, attention, division: shown } = result.request;
  const [head, query] = [Math.min(at.head, heads - 1), Math.min(at.query, words.length - 1)];
  const word = words[query] ?? "";
  const tableOf = (name: string, matrix: typeof output) =>
    view.memo(`table ${name}`, [matrix, page.language], () => {
      const shown = firstColumns(matrix, Math.min(SHOWN, matrix.cols));
      const colLabels = coordinates(shown.cols);
      const { corner } = page.text.matrices;
      return { name, matrix: shown, rowLabels: words, colLabels, corner };
    });
  const tables = [
    tableOf(text.concat.tables.concatenated, concatenated),
    tableOf(text.concat.tables.output, output),
  ] as const;
  const drawing = figure(view, {
    title: text.concat.title,
    kind: shown === "with" ? "scaled" : "unscaled",
    beside: text.concat.beside(Math.min(DRAWN, attention.dim), attention.dim),
    drawing: view.picture(
      "concat",
      text.concat.alt(heads),
      [result, head, query],
      concatPicture(result, heads, head, query, text.concat.output),
    ),
    tables,
    inputs: view.inputs(
      attention,
      { heads, head: head + 1, query: query + 1, division: shown },
      study,
    ),
  });
  return html`${controls} ${drawing} ${told} ${folded(view, tables[1])}
    <p class="caption-text">${richText(text.concat.entry(word))} ${typeset(entryOf(result, query))}</p>`;
}
