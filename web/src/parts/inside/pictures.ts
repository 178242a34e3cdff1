/**
 * The pictures of the trained model's heads and of what its layers would say, and what of the heads
 * they show.
 */

import { ellipsize } from "../../draw/scene.js";
import { sketched } from "../../draw/sketch.js";
import type { Matrix } from "../../engine/api.js";
import { indexed } from "../../indexed.js";
import type { LaneHeads, Rival } from "../../language/api.js";
import { visibleToken } from "../../part-kit/model/tokens.js";
import { weight } from "../../text/numbers.js";

// ---- the lens: for each layer its likeliest tokens, had the model ended there, darker for larger
// probabilities ----

const PITCH = 32;
const APART = 3;
const NUMBER = 20;
const SIZE = 13;
/** Tokens of a layer that are shown. */
export const LIKELIEST = 3;

export const lensPicture = (layers: readonly (readonly Rival[])[]) =>
  sketched((sketch) => {
    const { width, palette, textWidth } = sketch;
    const wide = (width - NUMBER) / LIKELIEST;
    for (const [layer, rivals] of indexed(layers)) {
      const y = layer * PITCH;
      const baseline = y + (PITCH - APART) / 2 + SIZE * 0.35;
      const last = layer === layers.length - 1;
      sketch.text(String(layer + 1), 0, baseline, { size: SIZE, ...sketch.lit(last) });
      for (const [i, { text, probability }] of indexed(rivals.slice(0, LIKELIEST))) {
        const box = { x: NUMBER + i * wide, y, width: wide - APART, height: PITCH - APART };
        sketch.rect(box, { radius: 4, fill: palette.weights.at(probability) });
        const fill = palette.weights.inkAt(probability);
        const share = weight(probability);
        const room = box.width - textWidth(share, SIZE - 2) - 18;
        const word = ellipsize(visibleToken(text), room, SIZE, sketch.boldWidth);
        sketch.text(word, box.x + 6, baseline, { size: SIZE, bold: i === 0, fill, words: true });
        const right = { size: SIZE - 2, align: "right", fill } as const;
        sketch.text(share, box.x + box.width - 6, baseline, right);
      }
    }
    return layers.length * PITCH;
  });

// ---- the heads as the figures show them ----

/** The most rows of a large picture. */
const MOST_ROWS = 64;

/** The number of the tokens from which the part is taken, and their end. */
function placesOf(n: number, token: number): number[] {
  const end = Math.min(n, Math.max(MOST_ROWS, token + MOST_ROWS / 2));
  const from = Math.max(0, end - MOST_ROWS);
  return Array.from({ length: end - from }, (_, i) => (i === 0 ? 0 : from + i));
}

/**
 * The part of a head that a large picture shows: of a long text the first token, and those up to
 * one that is chosen or, if it is near, the end.
 */
export interface HeadPart {
  /** Numbers of tokens, from 0. */
  readonly places: readonly number[];
  readonly words: readonly string[];
  /** [places×places] */
  readonly weights: Matrix;
}

/** @returns null where the head's weights are not known yet */
export function headPart(
  { tokens, weights }: LaneHeads,
  head: number,
  token: number,
): HeadPart | null {
  const headWeights = weights.get(head);
  if (headWeights === undefined) return null;
  const n = tokens.length;
  const places = placesOf(n, token);
  const data = places.flatMap((row) => places.map((col) => headWeights[row * n + col] ?? 0));
  return {
    places,
    words: places.map((place) => visibleToken(tokens[place] ?? "")),
    weights: { rows: places.length, cols: places.length, data: Float64Array.from(data) },
  };
}
