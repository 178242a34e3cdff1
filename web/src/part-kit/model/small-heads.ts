/** Each head of a lane as a small matrix. */
import type { Matrix } from "../../engine/api.js";
import type { LaneHeads } from "../../language/api.js";

export function smallHeads({ thumbnails, entropy }: LaneHeads): Matrix[] {
  const length = thumbnails.length / entropy.length;
  const size = Math.sqrt(length);
  return Array.from(entropy, (_, head) => {
    const bytes = thumbnails.subarray(head * length, (head + 1) * length);
    return { rows: size, cols: size, data: Float64Array.from(bytes, (byte) => byte / 255) };
  });
}
