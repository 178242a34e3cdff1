import { math, rich, type Said, scaled, unscaled, WQ } from "../rich.js";

type Told = Said<"median" | "mean" | "largest">;

export const en = {
  /** The unit that each study counts. */
  counted: { shares: "draws", draws: "draws", sentence: "sentences" },
  heading: "A few queries supply the gradient",
  text: [
    rich`“We suspect that for large values of ${math("dk")}, the dot products grow large in magnitude, pushing the softmax function into regions where it has extremely small gradients.” So the paper gives the reason for its division (Vaswani et al. 2017, section 3.2.1). Here that is put to the test.`,
    rich`One draw tells little, and a mean can hide much. So here are many draws: queries and keys of independent N(0, 1) entries, as at the start of training, each draw measured at every ${math("d")}. What is measured is the whole chain from a query to its weights, ${math("gIsNorm")}.`,
    rich`How many of ${math("N")} queries supply the gradient? Their share is 1 where all have the same ${math("g")}; where ${math("k")} of them have all of it, in equal parts, it is ${math("kOverN")}. ${unscaled("Without the division")} it falls from ${math("d")} = 16 on, for few keys and for many, in the end as ${math("dMinusHalf")}: four times the ${math("d")}, half the share. ${scaled("With it")} nearly all take part.`,
    rich`Whether the typical query gets less gradient is another question, and the answer depends on the number of keys ${math("n")} as well. ${unscaled("Without the division")} its gradient is larger than ${scaled("with it")} at small d and smaller at large d: the medians cross near ${math("d")} = 20 for 3 keys, near 330 for 64 and near 1,000 for 512.`,
  ],
  question: {
    ask: rich`Not divided, d goes from 64 to 256. What becomes of the share of queries that supply the gradient?`,
    answers: ["it stays", "it falls to about half", "it falls to a tenth"],
    why: rich`In the end it falls as ${math("dMinusHalf")}: twice the spread, and about half as many rows in which two words are still close.`,
  },
  try: rich`set d to 64, to 256, to 1024: the orange shares fall to about half each time, the teal ones hardly change. Then open the single draws below: they differ so much that one alone tells little.`,
  folds: {
    medians: "Undivided, the typical gradient is larger at small d, smaller at large d",
    draws: "Single draws differ so much that one alone tells little",
    sentence: "In your sentence the division usually brings the gradients together",
  },
  shares: {
    legend: "one line style for each number of keys n",
    made: (draws: string, keys: number) => `n = ${keys}: ${draws} draws`,
    list: (items: readonly string[]) => `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`,
    share: {
      title: "Share of queries that supply the gradient",
      y: "share of the queries",
      slope: "slope −½",
    },
    median: {
      title: "The typical query",
      y: "median of ‖∂y/∂q‖",
    },
    finding: (dim: number, counts: string, without: string, divided: string) =>
      rich`At d = ${String(dim)}, with n = ${counts} keys, the gradient comes from ${unscaled(without)} % of the queries without the division, and from ${scaled(divided)} % with it.`,
  },
  controls: {
    loss: "Loss",
    losses: { squares: "½ Σ z²", sum: "Σ z", target: "½ Σ |z − v|², v a word’s value" },
    target: "Value of",
  },
  fans: {
    peak: "The largest weight approaches 1",
    jacobian: "The Jacobian vanishes",
    gradient: "The gradient at a query",
    axes: { peak: "largest weight", jacobian: "‖J‖ (Frobenius)", gradient: "‖∂y/∂q‖" },
    legend: (keys: number, words: number) =>
      `draws of ${keys} keys; line: median · band: from the 10 % to the 90 % quantile · dashed: mean · rings: the rows of your sentence, n = ${words}`,
  },
  singles: {
    title: (count: number, dim: number) =>
      `The first ${count} draws at d = ${dim}, one stroke each`,
    corner: "draw",
    zero: (count: number) =>
      `too small for the axis, drawn at the left edge: ${count} of those without the division`,
  },
  exploding: {
    text: (dim: number, keys: number, a: Told, b: Told) =>
      rich`It is often said that the division keeps gradients from exploding. The Jacobian of softmax cannot explode: its spectral norm is at most ½. What multiplies it, K, lets the largest gradients grow as √d. At d = ${String(dim)} and n = ${String(keys)}, ${unscaled("without the division")} the median of ‖∂y/∂q‖ is ${unscaled(a.median)}, the mean ${unscaled(a.mean)}, the largest ${unscaled(a.largest)}; ${scaled("with it")} the median is ${scaled(b.median)}, the mean ${scaled(b.mean)}, the largest ${scaled(b.largest)}. So neither “exploding” nor “vanishing” fits. The gradient of ${WQ} sums over all queries, and ${unscaled("without the division")} it is larger, noisier, and comes from few of them: with a random gradient at the output, 16 or 64 words and d = 64 or 256, its norm was in most trials 4 to 20 times that with the division.`,
    table: (keys: number) => `Gradient ‖∂y/∂q‖ over the draws with ${keys} keys`,
  },
  own: {
    text: rich`Each word of your sentence has one query. On a logarithmic axis the gradients that reach these queries are usually far apart without the division and close together with it.`,
    strip: "The gradient at each query: ‖∂y/∂q‖",
    zero: "Values below 10⁻⁹ are drawn at the left edge.",
    chain: rich`From a loss on the output Z back to scores, queries and keys. Rows in strong colours get much of the gradient, pale rows almost none. With the division every entry is divided by the same number as well, and the loss itself is different. Both sides have one colour scale.`,
    loss: (without: string, withIt: string) => `L = ${without} without, ${withIt} with`,
  },
  limits: rich`All this holds for independent random vectors, at initialisation. Below ${math("d")} = 16 the share is small with the division too: .41, .54 and .68 for 3 keys at ${math("d")} = 1, 2 and 4. In training a smaller learning rate can hide part of the effect.`,
};
