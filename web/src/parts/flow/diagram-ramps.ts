/** The legend of the diagram: what the colours of its cells mean. */
import { ellipsize } from "../../draw/scene.js";
import type { Sketch } from "../../draw/sketch.js";

const STEPS = 32;

/** What the colours of cells mean. */
export function drawRamps(
  sketch: Sketch,
  { x, width }: { readonly x: number; readonly width: number },
  top: number,
  names: { readonly weight: string; readonly coordinate: string },
): void {
  const { palette, textWidth } = sketch;
  const step = width < 260 ? 1 : 3;
  const scales = [
    [palette.weights, "0", "1", names.weight],
    [palette.scores, "−", "+", names.coordinate],
  ] as const;
  for (const [row, [ramp, least, most, name]] of scales.entries()) {
    const y = top + row * 22;
    const style = { size: 11.5 };
    const from = x + 14;
    const end = from + STEPS * step;
    const named = end + 14 + textWidth(most, 11.5);
    sketch.text(least, x + 8, y + 9, { ...style, align: "right" });
    for (let i = 0; i < STEPS; i += 1) {
      const place = { x: from + i * step, y, width: step + 0.5, height: 9 };
      sketch.rect(place, { fill: ramp.at(i / (STEPS - 1)) });
    }
    sketch.text(most, end + 7, y + 9, style);
    sketch.text(ellipsize(name, x + width - named, 11.5, textWidth), named, y + 9, style);
  }
}
