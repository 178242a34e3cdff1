/** The lens: for each layer its likeliest tokens, had the model ended there, darker for larger probabilities. */
import { ellipsize } from "../../draw/scene.js";
import { sketched } from "../../draw/sketch.js";
import type { Rival } from "../../language/api.js";
import { visible } from "../../part-kit/model/tokens.js";
import { weight } from "../../text/numbers.js";

const PITCH = 32;
const GAP = 3;
const LABEL = 20;
const SIZE = 13;
/** Tokens of a layer that are shown. */
export const LIKELIEST = 3;

export const lensPicture = (layers: readonly (readonly Rival[])[]) =>
  sketched((sketch) => {
    const { width, palette, textWidth } = sketch;
    const wide = (width - LABEL) / LIKELIEST;
    for (const [layer, rivals] of layers.entries()) {
      const y = layer * PITCH;
      const baseline = y + (PITCH - GAP) / 2 + SIZE * 0.35;
      const last = layer === layers.length - 1;
      sketch.text(String(layer + 1), 0, baseline, { size: SIZE, ...sketch.lit(last) });
      for (const [i, { text, probability }] of rivals.slice(0, LIKELIEST).entries()) {
        const box = { x: LABEL + i * wide, y, width: wide - GAP, height: PITCH - GAP };
        sketch.rect(box, { radius: 4, fill: palette.weights.at(probability) });
        const fill = palette.weights.inkAt(probability);
        const share = weight(probability);
        const room = box.width - textWidth(share, SIZE - 2) - 18;
        const word = ellipsize(visible(text), room, SIZE, sketch.boldWidth);
        sketch.text(word, box.x + 6, baseline, { size: SIZE, bold: i === 0, fill, words: true });
        const right = { size: SIZE - 2, align: "right", fill } as const;
        sketch.text(share, box.x + box.width - 6, baseline, right);
      }
    }
    return layers.length * PITCH;
  });
