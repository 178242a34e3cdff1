/** The legend of the diagram: what the colours of its cells mean. */
import type { Palette } from "../../draw/palette.js";
import { ellipsize, type Shape, type TextWidth } from "../../draw/scene.js";

const STEPS = 32;

/** What the colours of cells mean. */
export function rampShapes(
  { x, width }: { readonly x: number; readonly width: number },
  top: number,
  names: { readonly weight: string; readonly coordinate: string },
  palette: Palette,
  textWidth: TextWidth,
): Shape[] {
  const step = width < 260 ? 1 : 3;
  const scales = [
    [palette.weights, "0", "1", names.weight],
    [palette.scores, "−", "+", names.coordinate],
  ] as const;
  return scales.flatMap(([ramp, least, most, name], row): Shape[] => {
    const y = top + row * 22;
    const style = { kind: "text", y: y + 9, size: 11.5, fill: palette.muted } as const;
    const from = x + 14;
    const end = from + STEPS * step;
    const named = end + 14 + textWidth(most, 11.5);
    return [
      { ...style, x: x + 8, text: least, align: "right" },
      ...Array.from({ length: STEPS }, (_, i): Shape => {
        const place = { x: from + i * step, y, width: step + 0.5, height: 9 };
        return { kind: "rect", ...place, fill: ramp.at(i / (STEPS - 1)) };
      }),
      { ...style, x: end + 7, text: most },
      { ...style, x: named, text: ellipsize(name, x + width - named, 11.5, textWidth) },
    ];
  });
}
