/** The perplexity where one layer, or one head, alone is not divided, as it is recorded. */
import type { TemplateResult } from "lit";
import type { Point } from "../../draw/marks.js";
import { dots, linear, log } from "../../draw/marks.js";
import { curve, recording } from "../../language/recorded.js";
import { HEADS, LAYERS } from "../../language/sizes.js";
import { figure } from "../../part-kit/figure.js";
import type { PartView } from "../../part-kit/part-view.js";
import type { en } from "../../text/en/perplexity.js";

/** Of each layer: the perplexity without its division, and those of its heads alone. */
export const ALONE = Array.from({ length: LAYERS }, (_, layer) => {
  const [whole = 0, ...heads] = recording.alone.slice(
    (HEADS + 1) * layer,
    (HEADS + 1) * (layer + 1),
  );
  return { whole, heads };
});

export function aloneFigure(view: PartView<typeof en>): TemplateResult {
  const { alone: text } = view.text;
  const heads = ALONE.flatMap(({ heads }, layer) =>
    heads.map((value, head): Point => [layer + 1 + (head - (HEADS - 1) / 2) * 0.09, value]),
  );
  const layers = ALONE.map(({ whole }, layer): Point => [layer + 1, whole]);
  const divided = curve.points.find(({ exponent }) => exponent === 0.5)?.perplexity ?? 0;
  const most = Math.max(...recording.alone) * 1.05;
  return figure(view, {
    title: text.title,
    beside: text.recorded,
    drawing: view.chart("alone", text.alt, [], (palette) => ({
      x: linear([0.5, LAYERS + 0.5], view.text.undivided.layer, {
        ticks: layers.map(([layer]) => layer),
      }),
      y: log([2.4, most], view.text.perplexity, { ticks: [2.5, 3, 4, 5] }),
      height: 200,
      marks: [
        { kind: "rule", y: divided, color: palette.scaled },
        dots(heads, palette.unscaled, { radius: 2.5 }),
        dots(layers, palette.unscaled, { radius: 5, hollow: true }),
      ],
    })),
    note: text.note,
    tables: view.table(text.title, [], () => [
      view.text.undivided.layer,
      ALONE.map((_, layer) => String(layer + 1)),
      [text.whole, ...Array.from({ length: HEADS }, (_, head) => text.head(head + 1))],
      [
        ALONE.map(({ whole }) => whole),
        ...Array.from({ length: HEADS }, (_, head) => ALONE.map(({ heads }) => heads[head] ?? 0)),
      ],
    ]),
    inputs: view.inputs(null, {}),
  });
}
