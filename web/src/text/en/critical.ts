import { math, rich, type Said, scaled, strong, unscaled } from "../rich.js";

/** The first and the last of a curve. */
type Pair = readonly [string, string];

/** Of a cell; `spread` is √d, `critical` the deviation from which on n keys freeze. */
type Told = Said<"dim" | "keys" | "measured" | "formula" | "spread" | "critical">;

export const en = {
  counted: { map: "draws", means: "draws" },
  heading: "When the weights freeze",
  text: [
    rich`The largest of n independent scores with standard deviation σ lies about ${math("topScore")} above their mean. While σ is below ${math("manySpread")}, many keys share the weight, and each share shrinks as n grows. Above it the few largest scores keep a share that more keys hardly lessen: the weights freeze. This is the random energy model of physics (Derrida 1981), with which Giorlandino and Goldt (2025) describe attention.`,
    rich`${unscaled("Undivided")} scores have σ = √d, so they freeze at ${strong("d = 2 ln n")}: 8.3 for 64 keys, 20.8 for 32,768. Divided by √d they have σ = 1, which is below ${math("manySpread")} for any two keys or more, at every ${math("d")}.`,
    rich`The map shows Σy², the sum of the squared weights of a row: 1 where one key has all the weight, 1/n where all have the same. It is a law for many keys: with 3 keys Σy² is large long before the line, and at n = 4,096 it is still above the formula near the line.`,
  ],
  question: {
    ask: rich`${unscaled("Undivided")}, d = 64: the keys become 64 times as many, 32,768 in place of 512. What becomes of Σy², the sum of the squared weights of a row?`,
    answers: ["about 64 times smaller", "it keeps more than half", "it rises towards 1"],
    why: rich`On average it goes from about .6 to about .5: σ = 8 is above ${math("manySpread")}, which is 3.5 for 512 keys and 4.6 for 32,768. Divided by √d, σ = 1, and it would nearly vanish.`,
  },
  try: rich`point at a cell, or click: d of the page follows. Then go up a column: more keys hardly help where it is dark.`,
  map: {
    title: "Σy² without the division",
    ramp: "Σy², mean over the draws",
    table: "Mean Σy² of undivided scores by n and d",
  },
  small: {
    caption: "Participation",
    /** What the two numbers of a cell are. */
    note: rich`Σy² of undivided scores, rows n, columns d: measured / ${math("frozenShare")}.`,
  },
  frozen: ({ dim, keys, measured, formula, spread, critical }: Told) =>
    rich`At d = ${dim} and n = ${keys} Σy² is ${strong(measured)}; the formula for many keys gives ${formula}. σ = √d = ${spread} is above ${math("manySpread")} = ${critical}: ${unscaled("frozen")}.`,
  spread: ({ dim, keys, measured, spread, critical }: Told) =>
    rich`At d = ${dim} and n = ${keys} Σy² is ${strong(measured)}. σ = √d = ${spread} is below ${math("manySpread")} = ${critical}: with more keys it goes to 0.`,
  means: {
    fold: "The other failure: rows turn into means",
    text: [
      rich`Divided scores do not freeze, but their deviation stays 1 while n grows. Entropy goes to its largest value: entropy / ln n is about 1 − 1/(2 ln n), and the largest weight goes to 0. Each row of the output is then close to the mean of all values, whatever the query asks. Giorlandino and Goldt call the two failures entropy collapse and rank collapse.`,
    ],
    means: {
      title: "Entropy / ln n, divided by √d",
      y: "entropy / ln n",
      note: "Mean, and from 10 to 90 % of the draws; dashed: 1 − 1/(2 ln n).",
    },
    largest: {
      title: "Largest weight, divided by √d",
      y: "largest weight",
      note: "Mean, and from 10 to 90 % of the draws.",
    },
    finding: (few: string, most: string, entropy: Pair, largest: Pair) =>
      rich`From n = ${few} to n = ${most} entropy / ln n goes from ${entropy[0]} to ${scaled(entropy[1])} on average, the largest weight from ${largest[0]} to ${scaled(largest[1])}.`,
  },
};
