/** Entropy and largest weight of each head, as dots over its layer. */
import type { TemplateResult } from "lit";
import type { ChartMaker, Point } from "../../draw/marks.js";
import { dots, linear } from "../../draw/marks.js";
import { HEADS, LAYERS } from "../../language/sizes.js";
import { figure } from "../../part-kit/figure.js";
import { holdHead, inputsOf, numberOf, type Shown, type View } from "./shown.js";

/** From one head of a layer to the next. */
const STEP = 0.09;
const MIDDLE = (HEADS - 1) / 2;

export function numbersFigure(view: View, { lanes, held, busy }: Shown): TemplateResult {
  const { text } = view;
  const { numbers } = text;
  const [without, withIt] = lanes;
  const placed = (values: ArrayLike<number>): Point[] =>
    Array.from(values, (value, i) => [
      Math.floor(i / HEADS) + 1 + ((i % HEADS) - MIDDLE) * STEP,
      value,
    ]);
  const ticks = Array.from({ length: LAYERS }, (_, i) => i + 1);
  const chart =
    (of: "entropy" | "largest", most: number, label: string): ChartMaker =>
    (palette) => {
      const sides = [
        [placed(without[of]), palette.unscaled],
        [placed(withIt[of]), palette.scaled],
      ] as const;
      return {
        x: linear([0.5, LAYERS + 0.5], text.layer, { ticks }),
        y: linear([0, most], label),
        height: 150,
        marks: [
          { kind: "rule", x: sides[0][0][held]?.[0] ?? 0, color: palette.muted },
          ...sides.map(([points, color]) => dots(points, color, { radius: 2.5 })),
          ...sides.map(([points, color]) =>
            dots(points.slice(held, held + 1), color, { radius: 6, hollow: true }),
          ),
        ],
      };
    };
  const pick = ([x]: Point) => {
    const layer = Math.min(LAYERS, Math.max(1, Math.round(x)));
    const head = Math.round((x - layer) / STEP + MIDDLE);
    holdHead(view, (layer - 1) * HEADS + Math.min(HEADS - 1, Math.max(0, head)));
  };
  const most = Math.max(...without.entropy, ...withIt.entropy) * 1.05;
  const drawn = (of: "entropy" | "largest", name: string, top: number, label: string) =>
    view.chart(name, numbers.alt[of], [lanes, held], chart(of, top, label), pick);
  return figure(view, {
    title: numbers.title,
    drawing: drawn("entropy", "numbers", most, numbers.entropy),
    after: drawn("largest", "numbers-largest", 1.02, numbers.largest).template,
    note: numbers.note,
    tables: view.table(numbers.table, [lanes], () => [
      text.head,
      Array.from(without.entropy, (_, i) => numberOf(i).join(".")),
      numbers.columns,
      [
        ...(["entropy", "largest", "trace", "scoreDeviation", "onFirst"] as const).flatMap((of) =>
          lanes.map((lane) => lane[of]),
        ),
      ],
    ]),
    inputs: inputsOf(view),
    busy,
  });
}
