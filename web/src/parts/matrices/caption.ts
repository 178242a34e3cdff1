/** What the two matrices on screen say in one sentence: which finding, and its numbers. The words are the languages'. */
import type { SentenceAttention } from "../../attention/sentence-attention.js";
import { percent, significant, superscript } from "../../ui/numbers.js";

export interface Finding {
  readonly kind: /** One word: nothing to share out. */
    | "single"
    /** d is 1 and so is every power of it. */
    | "no-dimension"
    /** The exponent is 0: nothing is divided, whatever d is. */
    | "no-division"
    /** Divided by so much that all words share alike. */
    | "flat"
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
  const power = exponent === 0.5 ? `√${dim}` : `${dim}${superscript(exponent)}`;
  // One thing, so no line breaks inside.
  return Number.isInteger(divisor)
    ? `${power}\u00A0=\u00A0${divisor}`
    : `${power}\u00A0≈\u00A0${significant(divisor, 3)}`;
}

/** Above this share of the largest entropy there is, no one sees a difference between the weights of a row. */
const FLAT = 0.98;

function kindOf({ request, keyWords, scaled, change }: SentenceAttention): Finding["kind"] {
  const { dim, exponent } = request;
  if (keyWords.length === 1) return "single";
  if (dim === 1) return "no-dimension";
  if (scaled.divisor === 1) return "no-division";
  if ((change.distance[change.largest] ?? 0) < LITTLE) return "little";
  const flat = scaled.entropy.every((entropy) => entropy > FLAT * Math.log(keyWords.length));
  return flat && exponent > 0.5 ? "flat" : "spread";
}

export function findingOf(result: SentenceAttention): Finding {
  const { request, queryWords, keyWords, unscaled, scaled, change } = result;
  const row = change.largest;
  const col = unscaled.peakIndex[row] ?? 0;
  const kind = kindOf(result);
  return {
    kind,
    query: queryWords[row] ?? "",
    key: keyWords[col] ?? "",
    before: percent(unscaled.peak[row] ?? 0),
    after: percent(scaled.weights.data[row * keyWords.length + col] ?? 0),
    divisor: divisorText(request.dim, request.exponent, scaled.divisor),
    sameKey: scaled.peakIndex[row] === col,
  };
}
