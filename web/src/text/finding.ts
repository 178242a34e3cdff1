/**
 * The finding that the caption of the matrices tells, with its numbers. Its words are in page.ts of
 * each language.
 */
import type { DividedAttention, SentenceAttention } from "../attention/sentence-attention.js";
import type { Cell } from "../state/state.js";
import type { Text } from "./en/page.js";
import { percent, powerText, significant } from "./numbers.js";
import { rich, say } from "./rich.js";

export interface Finding {
  readonly kind: keyof Text["matrices"]["caption"];
  /** The words of one cell, and its weight without the division and with it in percent. */
  readonly query: string;
  readonly key: string;
  readonly before: string;
  readonly after: string;
  /** Such as "√64 = 8". */
  readonly divisor: string;
}

/** A total variation below this is not visible in the pictures. */
const SAME_WEIGHTS = 0.02;

export function divisorText(dim: number, exponent: number, divisor: number): string {
  const power = powerText(dim, exponent);
  // No-break spaces keep the equation on one line.
  return Number.isInteger(divisor)
    ? `${power}\u00A0=\u00A0${divisor}`
    : `${power}\u00A0≈\u00A0${significant(divisor, 3)}`;
}

/** The text beside a picture of coordinates that says how many of d are shown. */
export const coordinatesOf = ({ coordinates }: Text, shownCount: number, dim: number) =>
  say(coordinates[dim > shownCount ? "first" : "all"], { shown: shownCount, dim });

/**
 * An entropy above this share of the largest possible: differences between the weights of the row
 * are not visible.
 */
const FLAT = 0.98;

function findingKind({ request, keyWords, scaled, change }: SentenceAttention): Finding["kind"] {
  const { dim, exponent } = request;
  if (keyWords.length === 1) return "single";
  if (dim === 1) return "no-dimension";
  if (scaled.divisor === 1) return "no-division";
  if ((change.distance[change.largest] ?? 0) < SAME_WEIGHTS) return "little";
  const flat = scaled.entropy.every((entropy) => entropy > FLAT * Math.log(keyWords.length));
  return flat && exponent > 0.5 ? "flat" : "spread";
}

/** A finding in words. */
export const captionOf = ({ caption }: Text["matrices"], finding: Finding) =>
  rich(caption[finding.kind], finding);

/**
 * @param lockedCell the cell that the reader holds; default the largest weight of the row that
 *   changes most
 */
export function attentionFinding(result: SentenceAttention, lockedCell?: Cell): Finding {
  const { request, queryWords, keyWords, unscaled, scaled, change } = result;
  const row = lockedCell?.row ?? change.largest;
  const col = lockedCell?.col ?? unscaled.peakIndex[row] ?? 0;
  const weight = ({ weights }: DividedAttention) =>
    percent(weights.data[row * keyWords.length + col] ?? 0);
  return {
    kind: lockedCell === undefined ? findingKind(result) : "held",
    query: queryWords[row] ?? "",
    key: keyWords[col] ?? "",
    before: weight(unscaled),
    after: weight(scaled),
    divisor: divisorText(request.dim, request.exponent, scaled.divisor),
  };
}
