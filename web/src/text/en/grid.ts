const WORK = "% of the work";

export const en = {
  counted: { unscaled: WORK, scaled: WORK, one: WORK, norm: WORK, cap: WORK, clip: WORK },
  /** What a file of a stopped run is counted in. */
  cells: "cells",
  heading: "All rates and dimensions",
  text: [
    `A lane that does not learn at one learning rate may learn at another. Here the head of recall is trained at rates from 10⁻⁴ to 100 and at $d$ from 4 to 512, [-without the division-] and [+with it+]. The stronger the colour of a cell, the smaller the loss.`,
  ],
  further: {
    title: "What a loss of 0, 1 and 2 means",
    text: [
      `Start and examples are the same in all cells of one $d$. The number in a cell is measured after the last step, on 256 sequences that are never trained. A loss of 0 is a head that always finds the right token; one that takes every token alike has about 1 − $1/n$, one that takes a wrong token about 2.`,
    ],
  },
  folds: {
    settings: "Other lanes, and the optimiser of the grid",
    weights: "Where the loss is near 0, the right key has nearly all the weight",
    scores: "How the scores of matching queries and keys grow with $d$",
  },
  question: {
    ask: `With SGD, what becomes of the largest rate at which the undivided head still learns as $d$ grows?`,
    answers: ["it stays", "it falls", "it rises"],
    why: `Undivided scores and their gradient grow with $d$, so that a step goes too far sooner. With the division one range of rates serves every $d$ from 16 on.`,
  },
  try: `fill the grid with 20 steps, and compare the framed cells. Click a cell to see its race.`,
  optimiser: "Optimiser of the grid",
  steps: "Steps in each cell",
  fill: "Fill the grid",
  recorded: `Recorded here, seed {seed}; fill the grid for your own.`,
  cost: "208 short trainings: one to three minutes of two processor cores. The cells of small $d$ come first.",
  first: "One lane",
  second: "The other lane",
  lanes: {
    unscaled: "without the division",
    scaled: "with the division",
    one: "divided by $d$",
    norm: "QK-norm",
    cap: "divided, soft-cap 50",
    clip: "not divided, QK-clip 30",
  },
  lossMap: "Loss after training",
  alt: `{map}, {lane}: a cell for each learning rate and $d$. The better, the stronger its colour.`,
  rate: "learning rate",
  marked: "framed: the smallest loss of each $d$",
  diverged: "∞: diverged, its numbers were no longer finite",
  open: "Enter or a click on a cell opens its race.",
  cell: `$d$ = {dim}, rate {rate}: `,
  inCell: `{lane}: loss {loss}, weight on the right key {right}`,
  best: {
    caption: "The best rate of each $d$",
    columns: [`rate {lane}`, "loss", "weight"],
    wait: "A dimension is listed once it is trained at every rate.",
  },
  finding: `At $d$ = {dim}, each at its best rate`,
  reached: `{lane} (rate {rate}) ends at a loss of **{loss}** and gives the right key a weight of **{right}**`,
  scores: {
    text: `For independent queries and keys with entries of variance 1 the score $q·k$ is of the size of $√d$. A query and a key that have learned to match point the same way: for two vectors with a cosine $c$ and entries of mean square 1 it is $c·d$, which grows as $d$ where $c$ stays. This is why some recipes (muP) divide by $d$.`,
    title: "Scores of matching queries and keys",
    y: "cosine × $d$",
    independent: "independent: $√d$",
    same: "the same direction: $d$",
    wait: "The lanes are drawn once both have trained a $d$ at every rate.",
    measured: `At $d$ = {dim}, after training at the best rate, independent vectors with entries of size 1 have scores of about {root}. The mean cosine of a query and its own key, and the score of such entries: `,
    found: `{lane} **{cosine}**, {score}`,
    growth: ` From $d$ = {from} to {to} $c·d$ grows as `,
    /** Where all powers are below 1. */
    falls: ", more slowly than $d$, since $c$ falls",
    columns: ["cosine", "cosine × $d$", "score"],
  },
  /**
   * What was measured for n = 16 and 64 examples a step, by what an optimiser's step depends on:
   * the gradient, or nearly its sign alone.
   */
  honest: {
    /** The sentence for other lanes than these two. */
    rules: `Measured at $d$ = 32 with SGD and 100 steps (seed 13), the rates from .0001 to 320 at which the loss falls below .05: not divided .1 to 1, divided by $√d$ .32 to 10, divided by $d$ 3.2 to 32, QK-norm .32 to 320, where its loss stays at .010 or more: its scores are at most $√d$, so that wrong keys keep some weight. At the rate 3.2 the lane that does not divide ends at .28, with QK-clip at .016.`,
    gradient: `Both lanes learn this task, each at its own rates. [+With the division+] one range of rates serves every $d$ from 16 on. [-Without it-] the gradient is larger: small rates learn sooner, but the largest rate that still learns falls as $d$ grows. After 300 steps at the best rate of each $d$ both lanes have come to the same; after 20, at $d$ from 128, only the divided one has. So the undivided lane can learn this task: it takes a rate that is chosen anew for each $d$, and more steps.`,
    sign: `Both lanes learn this task at the same rates, .0032 to .01 at every $d$ from 16 on: Adam’s step does not grow with the gradient. The largest rate that still learns falls as $d$ grows, [-without the division-] sooner. After 300 steps at the best rate of each $d$ both lanes have come to the same; after 20, at $d$ from 64, only [+the divided one+] has. So the undivided lane can learn this task: it takes more steps.`,
  },
  table: `{what} by rate and $d$`,
} as const;
