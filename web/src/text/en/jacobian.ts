export const en = {
  heading: "The Jacobian vanishes",
  text: [
    `A gradient reaches the logits only through the Jacobian of softmax. Where one weight is nearly 1 all others are nearly 0, and so is every entry of $J$.`,
  ],
  question: {
    ask: `One weight is 1, three are 0. How much of a gradient passes back?`,
    answers: ["all of it", "a quarter", "nothing"],
    why: `Each entry of $J$ is $y(1 − y)$ or a product of two different weights, and here all of these are 0.`,
  },
  try: `move $a$ from 0 to 5: the matrix without the division fades to nothing.`,
  folds: {
    norms: "At one-hot outputs $J$ is zero",
    upstream: "Send a gradient back: little passes",
  },
  maps: {
    table: `Jacobian, {name}`,
    norms: `$‖J‖$ Frobenius {frobenius}, spectral {spectral}`,
    rowSum: `Here the largest sum of a row is {without} without the division and {withIt} with it.`,
  },
  norms: {
    text: [
      `The matrix is symmetric and its rows sum to 0. A diagonal entry is at most ¼, where its weight is ½; one off the diagonal is at most ¼ in size, where two weights are ½ each; there the spectral norm, the most by which the matrix lengthens a vector, is largest too, ½.`,
      `Set $a$ to 0, to 0.45, to 5. The spectral norm rises before it falls, the Frobenius norm, the root of the sum of all squared entries, only falls: at $a$ = 0 all weights are ¼, and on its way to 1 the last one passes ½, where $y(1 − y)$ is largest.`,
    ],
    title: `Norms of $J$ by {x}`,
    y: "norm",
    frobenius: "Frobenius",
    spectral: "spectral",
    dots: "Rings at the right edge: Frobenius norms of your sentence’s rows, without the division and with it.",
    highest: `The spectral norm is highest at {at}: {norm}.`,
  },
  oneHots: {
    title: "The four one-hot outputs",
    text: `At each of these $J$ is exactly zero: whatever gradient arrives, nothing passes. The output of a saturated softmax is close to one of them.`,
    label: `The Jacobian at the one-hot output {index} of 4: all entries are 0`,
  },
  upstream: {
    title: "A gradient sent back through softmax",
    text: `A gradient $g$ arrives at the weights. What passes to the logits is each entry’s difference from the average weighted by $y$, times its weight. Set $g$ and see how the gradient that passes vanishes as the factor grows.`,
    field: "Upstream gradient $g$",
    hint: "entries not given count as 0, further ones are left out",
    x: "factor",
    columns: ["$g$", "$y$", "$J g$", "finite difference"],
    corner: "entry",
    table: "The gradient that passes, entry by entry",
    step: `finite difference: (softmax($x + h g$) − softmax($x − h g$)) / $2h$ with $h$ = {step}; it differs from $J g$ by at most {off}`,
  },
} as const;
