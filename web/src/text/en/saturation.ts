export const en = {
  heading: "Softmax saturates",
  text: [
    `Only differences count in softmax, and they count exponentially. Adding a constant to all logits, as its inputs are called, changes nothing; multiplying them by $c$ raises every ratio of weights to the power $c$. Where logits lie close together the weights are alike, where they lie far apart one takes all, and scores that spread as $√d$ lie far apart.`,
  ],
  question: {
    ask: `The logits go from 1, 1, 2, 4 to 4, 4, 8, 16: a is 1 and then 4. Which bars of softmax grow?`,
    answers: ["all, as the logits do", "the last two", "the last one alone"],
    why: `The third weight goes from {third.0} to {third.1}, the last from {last.0} to {last.1}: weights sum to 1, and what counts is the distance to the largest logit, which grows fourfold.`,
  },
  try: `move $a$ from 0 to 20 and watch the last bar. Then add 50 to all logits: no weight changes. Then press Play, which only multiplies the logits.`,
  bars: {
    logits: "logits $x$",
    label: `The logits and their softmax as bars: {weights}`,
    columns: ["logit", "weight"],
    corner: "entry",
  },
  curve: {
    title: "Entropy and largest weight as the scale grows",
    x: "standard deviation of the logits",
    entropy: "Entropy falls",
    fold: "The wider the logits spread, the closer one weight comes to 1",
    peak: "One weight takes all",
    entropyAxis: "entropy / ln $n$",
    peakAxis: "largest weight",
    dots: `rings: the rows of your sentence, $n$ = {count}`,
    columns: ["standard deviation", "entropy", "largest weight"],
    corner: "factor",
  },
} as const;
