import { math, rich, scaled, strong } from "../rich.js";

/** The first and the last of a curve. */
type Pair = readonly [string, string];

export const en = {
  /** The unit that each study counts. */
  counted: { map: "draws", growth: "draws", places: "places" },
  heading: "Why a half",
  text: [
    rich`Divide by ${math("dAlpha")} instead, and let ${math("alpha")} go from 0 to 1. ½ is the one exponent at which the median ‖∂y/∂q‖ levels off: for three keys .40, .42 and .44 at d = 16, 64 and 1024. At a fixed ${math("d")} another exponent may give a larger median; at ½ it stays level.`,
    rich`${strong("Below ½: in the end the weights saturate.")} Far below, the weights saturate and the median collapses. Just below, it grows, until the weights saturate at a larger ${math("d")}: for three keys and ${math("alpha")} = .4 only at a few thousand, outside the picture.`,
    rich`${strong("Above ½: uniform weights, a fading gradient.")} The scores shrink, the weights of the keys approach each other, and the median fades, in the end as ${math("dHalfMinusAlpha")}: at small ${math("d")} more slowly.`,
  ],
  question: {
    ask: rich`Scores are divided by ${math("dAlpha")}. At which α does a query’s median gradient stay level as d grows?`,
    answers: ["0", "¼", "½", "1"],
    why: rich`Below ½ the weights saturate in the end; above, they become alike and the gradient fades as ${math("dHalfMinusAlpha")}.`,
  },
  try: rich`move the exponent at the top of the page, or click in the map: the marker follows. Then follow its row to the right.`,
  controls: {
    measure: "Show",
    measures: {
      change: "change per doubling of d",
      gradient: "median ‖∂y/∂q‖",
      entropy: "median entropy",
      peak: "median largest weight",
    },
  },
  map: {
    title: "Exponent and d",
    y: "exponent α",
    fades: "fades",
    grows: "grows",
    collapses: "collapses",
    keeps: "darker is not better: look for the row that keeps its colour",
    doubling:
      "the power of 2 by which the median ‖∂y/∂q‖ changes while d doubles: where it has the colour of the background, nothing changes",
    table: (measure: string) => `${measure} by exponent and d`,
    corner: "exponent",
  },
  growth: {
    heading: "The root makes up for d, not for the number of keys",
    text: [
      rich`The root makes up for ${math("d")}, not for the number of keys ${math("n")}: with scores of the same size, more keys mean a smaller weight for each. Su Jianlin (2021) replaces 1/√d by (κ\u00A0ln\u00A0n)/d with a constant κ, so that entropy stays about the same. It assumes that the largest score is proportional to ${math("d")}, whatever ${math("n")} is, as for queries and keys that line up.`,
      rich`Independent scores are different: with standard deviation s their entropy is about ln n − s²/2, and for its share of ln n to stay level s² should be proportional to ln n.`,
    ],
    settled: (dim: number) => `○ your sentence, d = ${dim}.`,
    measured: (root: Pair, logarithmic: Pair, level: Pair, from: number, to: number) =>
      rich`Measured for independent scores, from n = ${String(from)} to ${String(to)}: entropy / ln n goes from ${root[0]} to ${scaled(root[1])} with 1/√d and from ${logarithmic[0]} to ${strong(logarithmic[1])} with (κ\u00A0ln\u00A0n)/d, which overcorrects; with the root of ln n it stays level, ${level[0]} and ${strong(level[1])}. All agree at n = 512, by the choice of the constants.`,
    title: "Entropy against the number of keys",
    y: "entropy (nats)",
    root: "1/√d",
    logarithmic: "(κ\u00A0ln\u00A0n)/d",
    level: "root of (ln\u00A0n)/d",
    uniform: "ln n: all equal",
    share: "entropy / ln n",
  },
  places: {
    heading: "Where the root goes",
    fold: "Half precision overflows first where the division comes last",
    text: [
      rich`In exact arithmetic it is the same whether scores, queries or keys are divided, or queries and keys by ${math("dQuarter")} each. With few digits it is not: half precision ends at 65,504, so it overflows first where the division comes last. bfloat16 has the range of single precision and loses digits instead.`,
    ],
    controls: {
      precision: "Precision",
      precisions: { double: "double", float: "single", half: "half", bfloat16: "bfloat16" },
      accumulate: "Sums kept in",
      accumulations: { same: "that precision", float: "single" },
      place: "The root divides",
      places: {
        scores: "the scores",
        queries: "the queries",
        keys: "the keys",
        both: "both, by fourth roots",
      },
      size: "Factor of q and k",
    },
    logits: "Logits in that precision",
    difference: "Difference from the exact ones",
    summary: "The four places",
    corner: "place",
    columns: ["entries that are not finite", "largest difference", "largest relative difference"],
    finiteOnly: (value: string, count: number) => `${value} (of the ${count} finite)`,
    overflow: (count: number, of: number, place: string) =>
      rich`Where the root divides ${place}, ${strong(`${count} of ${of}`)} entries are ∞ or ∞ − ∞: an entry, a product or a sum has passed the largest number of this precision.`,
    finite: (place: string, largest: string, relative: string) =>
      rich`Where the root divides ${place}, all entries are finite. The largest difference from the exact ones is ${strong(largest)}, the largest relative one ${strong(relative)}.`,
    exact: "In double precision the four places differ in the last digits at most.",
  },
  curves: "Against d, one curve for each exponent: that of ½ levels off",
};
