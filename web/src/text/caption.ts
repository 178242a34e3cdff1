/** What the two matrices on screen say in one sentence: which finding, and its numbers. The words are the languages'. */
import type { SentenceAttention } from "../model/sentence-attention.js";
import { percent, significant } from "../views/numbers.js";

export interface Finding {
  readonly kind: /** One word: nothing to share out. */
    | "single"
    /** The divisor is 1, so both matrices are the same. */
    | "no-division"
    /** The rows hardly move. */
    | "little"
    /** Some row moves, and its largest weight falls. */
    | "spread";
  /** The row that changes most, the word it looks at most without the division, and that weight without and with. */
  readonly query: string;
  readonly key: string;
  readonly before: string;
  readonly after: string;
  /** "√64 = 8" and the like. */
  readonly divisor: string;
  /** Whether with the division the row still looks at that word most. */
  readonly sameKey: boolean;
}

/** Below this total variation no one sees a difference in the pictures. */
const LITTLE = 0.02;

export function divisorText(dim: number, exponent: number, divisor: number): string {
  const power = exponent === 0.5 ? `√${dim}` : `${dim}^${exponent}`;
  return Number.isInteger(divisor)
    ? `${power} = ${divisor}`
    : `${power} ≈ ${significant(divisor, 3)}`;
}

export function findingOf({ request, unscaled, scaled, change }: SentenceAttention): Finding {
  const row = change.largest;
  const col = unscaled.peakIndex[row] ?? 0;
  const words = request.words;
  const kind =
    words.length === 1
      ? "single"
      : scaled.divisor === 1
        ? "no-division"
        : (change.distance[row] ?? 0) < LITTLE
          ? "little"
          : "spread";
  return {
    kind,
    query: words[row] ?? "",
    key: words[col] ?? "",
    before: percent(unscaled.peak[row] ?? 0),
    after: percent(scaled.weights.data[row * words.length + col] ?? 0),
    divisor: divisorText(request.dim, request.exponent, scaled.divisor),
    sameKey: scaled.peakIndex[row] === col,
  };
}
