import { rich, scaled, strong, unscaled } from "../../text/rich.js";

export const en = {
  counted: { unscaled: "% of the work", scaled: "% of the work" },
  /** What a file of a stopped run is counted in. */
  cells: "cells",
  heading: "All rates and dimensions",
  text: [
    rich`A lane that does not learn at one learning rate may learn at another. Here the head of recall is trained at rates from 10⁻⁴ to 100 and at d from 4 to 512, ${unscaled("without the division")} and ${scaled("with it")}: same start and same examples in all cells of one d.`,
    rich`The number in a cell is measured after the last step, on 256 sequences that are never trained. A loss of 0 is a head that always finds the right token; one that takes every token alike has about 1 − 1/n, one that takes a wrong token about 2.`,
  ],
  question: {
    ask: rich`With SGD, what becomes of the largest rate at which the undivided head still learns as d grows?`,
    answers: ["it stays", "it falls", "it rises"],
    why: rich`Undivided scores and their gradient grow with d, so that a step goes too far sooner. With the division one range of rates serves every d from 16 on.`,
  },
  try: rich`fill the grid, then again with 20 steps, and compare the best rates of each d. Click a cell to see its race.`,
  optimiser: "Optimiser of the grid",
  optimisers: { sgd: "SGD", momentum: "Momentum", adam: "Adam", adamw: "AdamW" },
  steps: "Steps in each cell",
  fill: "Fill the grid",
  cost: "208 short trainings: one to three minutes of two processor cores. The cells of small d come first.",
  lanes: { unscaled: "without the division", scaled: "with the division" },
  maps: {
    loss: "Loss after training",
    right: "Weight on the right key",
  },
  alt: (map: string, lane: string) =>
    `${map}, ${lane}: a cell for each learning rate and d. The better, the darker.`,
  tables: {
    loss: { unscaled: "Unscaled loss by rate and d", scaled: "Scaled loss by rate and d" },
    right: {
      unscaled: "Unscaled weight on the right key by rate and d",
      scaled: "Scaled weight on the right key by rate and d",
    },
  },
  rate: "learning rate",
  marked: "framed: the smallest loss of each d",
  diverged: "∞: diverged, its numbers were no longer finite",
  open: "Enter or a click on a cell opens its race.",
  cell: (dim: string, rate: string) => `d = ${dim}, rate ${rate}: `,
  inCell: (side: "unscaled" | "scaled", lane: string, loss: string, right: string) =>
    side === "scaled"
      ? rich`${scaled(lane)}: loss ${loss}, weight on the right key ${right}`
      : rich`${unscaled(lane)}: loss ${loss}, weight on the right key ${right}`,
  best: {
    caption: "The best rate of each d",
    columns: ["rate without", "loss", "weight", "rate with", "loss", "weight"],
  },
  finding: (
    dim: string,
    without: { readonly rate: string; readonly loss: string; readonly right: string },
    withIt: { readonly rate: string; readonly loss: string; readonly right: string },
  ) =>
    rich`At d = ${dim} and its best rate, ${without.rate}, the lane ${unscaled("without the division")} ends at a loss of ${strong(without.loss)} and gives the right key a weight of ${strong(without.right)}; ${scaled("with it")}, at ${withIt.rate}, the loss is ${strong(withIt.loss)} and the weight ${strong(withIt.right)}.`,
  scores: {
    text: rich`For independent queries and keys with entries of variance 1 the score q·k is of the size of √d. A query and a key that have learned to match point the same way: for two vectors with a cosine c and entries of mean square 1 it is c·d, which grows as d where c stays. This is why some recipes (muP) divide by d.`,
    title: "Scores of matching queries and keys",
    label: "c·d of a query and its own key after training, at the best rate of each d",
    y: "cosine × d",
    lanes: { unscaled: "without the division", scaled: "with the division" },
    independent: "independent: √d",
    same: "the same direction: d",
    columns: [
      ...["cosine without", "cosine with", "cosine × d without", "cosine × d with"],
      ...["score without", "score with"],
    ],
    wait: "The lanes are drawn once both have trained a d at every rate.",
    measured: (
      dim: number,
      root: string,
      without: readonly [cosine: string, score: string],
      withIt: readonly [cosine: string, score: string],
    ) =>
      rich`At d = ${String(dim)}, after training at the best rate, the mean cosine of a query and its own key is ${strong(without[0])} ${unscaled("without the division")} and ${strong(withIt[0])} ${scaled("with it")}: scores of ${without[1]} and ${withIt[1]} for entries of size 1, where independent vectors have about ${root}.`,
    /** @param falls whether both powers are below 1 */
    growth: (from: number, to: number, without: string, withIt: string, falls: boolean) =>
      rich` From d = ${String(from)} to ${String(to)} c·d grows as ${unscaled(without)} and as ${scaled(withIt)}${falls ? ", more slowly than d, since c falls" : ""}.`,
  },
  /** For n = 16 and 64 examples a step, by what an optimiser's step depends on: the gradient, or its sign alone, nearly. */
  honest: {
    gradient: rich`Both lanes learn this task, each at its own rates. ${scaled("With the division")} one range of rates serves every d from 16 on. ${unscaled("Without it")} the gradient is larger: small rates learn sooner, but the largest rate that still learns falls as d grows. After 300 steps at the best rate of each d both lanes have come to the same; after 20, at d from 128, only the divided one has. So the undivided lane can learn this task: it takes a rate that is chosen anew for each d, and more steps.`,
    sign: rich`Both lanes learn this task at the same rates, .0032 to .01 at every d from 16 on: Adam’s step does not grow with the gradient. The largest rate that still learns falls as d grows, ${unscaled("without the division")} sooner. After 300 steps at the best rate of each d both lanes have come to the same; after 20, at d from 64, only ${scaled("the divided one")} has. So the undivided lane can learn this task: it takes more steps.`,
  },
};
