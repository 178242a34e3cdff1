/** The rule that the engine has measured, from the numbers and lists as which it crosses. */
import type { FactorName, MeasuredRule, RotaryPositions, RuleNote } from "./api.js";
import { textOf } from "./utf8.js";

/** In the order of the enumerations in C++. */
const CAUSAL = [null, "upper-left", "lower-right"] as const;
const LAYOUTS = ["half-split", "interleaved"] as const;
const PRECISIONS = [null, "double", "float", "half", "bfloat16"] as const;
const BIASES = { linear: 1, relative: 2 };
const NOTES: readonly RuleNote[] = [
  "saturated",
  "uniform",
  "too-few-weights",
  "one-row",
  "no-rule",
  "no-name",
  "mask-unknown",
  "irregular-mask",
  "rows-below-one",
  "rows-above-one",
  "rotary-base",
  "masked-rows",
  "fewer-positions",
];

/** Traits whose numbers are the results. */
type Direct =
  | "factor"
  | "factorError"
  | "cap"
  | "queryKeyNorm"
  | "lengthFactor"
  | "window"
  | "padding"
  | "sink"
  | "dropout"
  | "residual";

/** NaN where a trait was not found. */
type Coded = Readonly<
  Record<
    | Direct
    | "causal"
    | "bias"
    | "slope"
    | "rotaryLayout"
    | "rotaryBase"
    | "rotaryWidth"
    | "precision",
    number
  >
>;

export interface CrossedRule extends Coded {
  /** The factor of each candidate, and how far the measured one is off. */
  readonly named: Float64Array;
  readonly off: Float64Array;
  /** 1 where a candidate fits. */
  readonly fits: Float64Array;
  /** UTF-8: the name and those of the candidates, each ended by a line break. */
  readonly names: Uint8Array;
  readonly notes: Uint8Array;
}

const orNull = (value: number) => (Number.isNaN(value) ? null : value);

function rotaryOf({ rotaryLayout, rotaryBase, rotaryWidth }: CrossedRule): RotaryPositions | null {
  const layout = LAYOUTS[rotaryLayout];
  if (layout === undefined) return null;
  return { layout, base: orNull(rotaryBase), width: rotaryWidth };
}

function biasOf({ bias, slope }: CrossedRule): MeasuredRule["bias"] {
  if (bias === BIASES.linear) return slope;
  return bias === BIASES.relative ? "relative" : null;
}

function candidatesOf({ named, off, fits }: CrossedRule, names: readonly string[]): FactorName[] {
  return Array.from(named, (factor, index) => ({
    name: names[index] ?? "",
    factor,
    off: off[index] ?? 0,
    fits: fits[index] === 1,
  }));
}

export function measuredRule(crossed: CrossedRule): MeasuredRule {
  const [name = "", ...names] = textOf(crossed.names).split("\n");
  return {
    factor: orNull(crossed.factor),
    factorError: orNull(crossed.factorError),
    name: name === "" ? null : name,
    candidates: candidatesOf(crossed, names),
    cap: orNull(crossed.cap),
    queryKeyNorm: orNull(crossed.queryKeyNorm),
    lengthFactor: orNull(crossed.lengthFactor),
    causal: CAUSAL[crossed.causal] ?? null,
    window: orNull(crossed.window),
    padding: orNull(crossed.padding),
    rotary: rotaryOf(crossed),
    bias: biasOf(crossed),
    sink: orNull(crossed.sink),
    dropout: orNull(crossed.dropout),
    precision: PRECISIONS[crossed.precision] ?? null,
    residual: orNull(crossed.residual),
    notes: Array.from(crossed.notes, (note) => NOTES[note] as RuleNote),
  };
}
