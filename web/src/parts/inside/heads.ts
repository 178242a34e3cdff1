/** The heads of the trained model as the figures show them. */
import type { Matrix } from "../../engine/api.js";
import type { LaneHeads } from "../../language/api.js";
import { visible } from "../../part-kit/model/tokens.js";

/** The most rows of a large picture. */
const SHOWN = 64;

/** Each head as a small matrix. */
export function smallHeads({ thumbnails, entropy }: LaneHeads): Matrix[] {
  const length = thumbnails.length / entropy.length;
  const size = Math.sqrt(length);
  return Array.from(entropy, (_, head) => {
    const own = thumbnails.subarray(head * length, (head + 1) * length);
    return { rows: size, cols: size, data: Float64Array.from(own, (byte) => byte / 255) };
  });
}

/** The number of the tokens from which the part is taken, and their end. */
function placesOf(n: number, at: number): number[] {
  const end = Math.min(n, Math.max(SHOWN, at + SHOWN / 2));
  const from = Math.max(0, end - SHOWN);
  return Array.from({ length: end - from }, (_, i) => (i === 0 ? 0 : from + i));
}

/**
 * The part of a head that a large picture shows: of a long text the first token, and those up to `at` or, if it is near, the end;
 * `places` are numbers of tokens, from 0. Null where the head's weights are not known yet.
 */
export function headPart({ tokens, weights }: LaneHeads, head: number, at: number) {
  const own = weights.get(head);
  if (own === undefined) return null;
  const n = tokens.length;
  const places = placesOf(n, at);
  const data = places.flatMap((row) => places.map((col) => own[row * n + col] ?? 0));
  return {
    places,
    words: places.map((place) => visible(tokens[place] ?? "")),
    weights: { rows: places.length, cols: places.length, data: Float64Array.from(data) },
  };
}
export type HeadPart = NonNullable<ReturnType<typeof headPart>>;
