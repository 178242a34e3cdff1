import { math, rich, scaled, strong } from "../../text/rich.js";

export const en = {
  /** The unit that each study counts. */
  counted: { map: "draws", growth: "draws", places: "places" },
  heading: "Why a half",
  text: [
    rich`Divide by ${math("dAlpha")} instead, and let ${math("alpha")} go from 0 to 1. ½ is the one exponent at which the median gradient settles to a level: from about d = 16 on nothing changes any more. It is not where the gradient is largest at some fixed ${math("d")}: it is where it stays level.`,
    rich`${strong("Below ½, starved and spiky.")} Far below, the weights saturate and the median collapses. Just below, it even grows for a while, until at some larger d saturation catches it.`,
    rich`${strong("Above ½, uniform and fading.")} The scores shrink, every key gets the same weight, and the median gradient fades as ${math("dHalfMinusAlpha")}.`,
  ],
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
    title: "Exponent by d",
    x: "d",
    y: "exponent α",
    label: (measure: string) =>
      `Map over exponent and d: ${measure}; along the row of ½ nothing changes`,
    fades: "fades",
    grows: "grows",
    collapses: "collapses",
    keeps: "darker is not better: look for the row that keeps its colour",
    doubling:
      "the power of 2 by which the median ‖∂y/∂q‖ changes while d doubles: where it is paper, nothing changes",
    table: (measure: string) => `${measure} by exponent and d`,
    corner: "exponent",
  },
  curves: {
    title: "The medians against d, one curve an exponent",
    label: (measure: string) =>
      `${measure} against d, one curve for each exponent; the curve of ½ is level`,
  },
  growth: {
    heading: "Longer sentences",
    text: [
      rich`The root settles ${math("d")}, not the number of keys ${math("n")}: with more keys the same scores spread the weight thinner. Su Jianlin (2021) proposed to multiply the scores by a further ln\u00A0${math("n")}; the derivation uses a mean-field approximation.`,
    ],
    measured: (root: string, logarithmic: string, from: number, to: number) =>
      rich`Measured for independent logits: from n = ${String(from)} to ${String(to)} the median entropy grows by ${scaled(root)} nats with 1/√d and by ${strong(logarithmic)} with (κ\u00A0ln\u00A0n)/d. So with ln n it still grows, only more slowly. Both agree at n = 512, by the choice of κ.`,
    title: "Entropy against the number of keys",
    x: "keys n",
    y: "entropy (nats)",
    root: "1/√d",
    logarithmic: "(κ\u00A0ln\u00A0n)/d",
    uniform: "ln n: all alike",
    share: "entropy / ln n",
    label: "Entropy against the number of keys for both scalings",
    columns: [
      "1/√d: 10 %",
      "1/√d: median",
      "1/√d: 90 %",
      "(κ\u00A0ln\u00A0n)/d: 10 %",
      "(κ\u00A0ln\u00A0n)/d: median",
      "(κ\u00A0ln\u00A0n)/d: 90 %",
      "ln n",
    ],
  },
  places: {
    heading: "Where the root goes",
    text: [
      rich`On paper it is the same whether scores, queries or keys are divided, or queries and keys by ${math("dQuarter")} each. In few digits it is not: half precision ends at 65,504, so that it overflows first where the division comes last. bfloat16 has the range of single precision and loses digits instead.`,
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
      size: "Size of q and k",
    },
    logits: "Logits in that precision",
    difference: "Difference from the exact ones",
    label: (name: string) => `${name}, for the place chosen`,
    summary: "The four places",
    corner: "place",
    columns: ["entries that are not finite", "largest difference", "largest relative difference"],
    finiteOnly: (value: string, count: number) => `${value} (of the ${count} finite)`,
    none: "—",
    overflow: (count: number, of: number, place: string) =>
      rich`Where the root divides ${place}, ${strong(`${count} of ${of}`)} entries are ∞ or ∞ − ∞: an entry, a product or a sum has passed the largest number of this precision.`,
    finite: (place: string, largest: string, relative: string) =>
      rich`Where the root divides ${place}, all entries are finite. The largest difference from the exact ones is ${strong(largest)}, the largest relative one ${strong(relative)}.`,
    exact: "In double precision all four places agree to the last digits.",
  },
};
