export const en = {
  heading: "Softmax saturates",
  text: [
    `Softmax sees only differences of its inputs, the logits. Small ones give weights that are alike, large ones give one weight all; and scores differ by about $√d$.`,
  ],
  question: {
    ask: `Logits go from 1, 1, 2, 4 to 4, 4, 8, 16. Which bars of softmax grow?`,
    answers: ["all", "the last two", "the last"],
    why: `The third weight goes from {third.0} to {third.1}, the last from {last.0} to {last.1}: weights sum to 1, and what counts is the distance to the largest logit, which grows fourfold.`,
  },
  try: `move $a$ from 0 to 20, or press Play, and watch the last bar of softmax.`,
  bars: {
    logits: "logits $x$",
    label: `The logits and their softmax as bars: {weights}`,
    columns: ["logit", "weight"],
    corner: "entry",
  },
  further: {
    text: [
      `Differences count exponentially. Adding a constant to all logits changes nothing: add 50, and no weight moves. Multiplying them by $c$ raises every ratio of weights to the power $c$.`,
    ],
  },
  curve: {
    title: "Entropy and largest weight as the scale grows",
    x: "standard deviation of the logits",
    entropy: "Entropy falls",
    fold: "Entropy falls as any logits spread",
    peak: "One weight takes all",
    entropyAxis: "entropy / ln $n$",
    peakAxis: "largest weight",
    dots: `rings: the rows of your sentence, $n$ = {count}`,
    columns: ["standard deviation", "entropy", "largest weight"],
    corner: "factor",
  },
} as const;
