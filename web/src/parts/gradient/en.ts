import { math, rich, scaled, unscaled } from "../../text/rich.js";

export const en = {
  /** The unit that each study counts. */
  counted: { draws: "draws", sentence: "sentences" },
  heading: "The gradient, over many draws",
  text: [
    rich`One draw tells little, and a mean can hide most of the story. So here are many: queries and keys of independent N(0, 1) entries, as at the start of training, each draw seen at every ${math("d")}. What is measured is the whole chain, from a query to its weights.`,
    rich`${unscaled("Without the division")} the median falls towards nothing as ${math("d")} grows, while the mean does not vanish: most queries get almost no gradient, a few get spikes. ${scaled("With √d")} the median soon stops depending on ${math("d")}.`,
  ],
  try: rich`raise the number of keys: the orange median first rises, then still falls, only at a larger d. Then look at the single draws below: any one of them could have told you anything.`,
  controls: {
    drawseed: "Seed of the draws",
    loss: "Loss",
    losses: { squares: "½ Σ z²", sum: "Σ z", target: "½ Σ |z − v|² of a word" },
    target: "Value of",
  },
  fans: {
    peak: "The largest weight nears 1",
    jacobian: "The Jacobian vanishes",
    gradient: "What reaches a query",
    axes: { peak: "largest weight", jacobian: "‖J‖ (Frobenius)", gradient: "‖∂y/∂q‖" },
    x: "d",
    label: (quantity: string) =>
      `${quantity}, against d: median, band from 10 to 90 % and mean, without the division and with it; the sentence’s rows as points`,
    legend: (keys: number, words: number) =>
      `fans: ${keys} keys; line: median · band: from the 10 % to the 90 % quantile · dashed: mean · rings: the rows of your sentence, n = ${words}`,
    columns: [
      ...["without: 10 %", "without: median", "without: 90 %", "without: mean"],
      ...["with: 10 %", "with: median", "with: 90 %", "with: mean"],
    ],
  },
  singles: {
    title: (count: number, dim: number) =>
      `The first ${count} draws at d = ${dim}, one stroke each`,
    x: "‖∂y/∂q‖",
    label:
      "Gradients of single draws as strokes on a logarithmic line, without the division above, with it below",
    columns: ["without", "with"],
    corner: "draw",
    zero: (count: number) =>
      `smaller still, and so at the left edge: ${count} of those without the division`,
  },
  exploding: {
    title: "Exploding or vanishing?",
    text: (
      dim: number,
      a: Record<"median" | "mean" | "largest", string>,
      b: Record<"median" | "mean" | "largest", string>,
      starving: boolean,
    ) =>
      rich`It is often said that the division keeps gradients from exploding. The Jacobian of softmax cannot explode: its spectral norm is at most ½. What multiplies it, K, lets the few spikes grow as √d. At d = ${String(dim)}, ${unscaled("without the division")} the median of ‖∂y/∂q‖ is ${unscaled(a.median)}, the mean ${unscaled(a.mean)}, the largest ${unscaled(a.largest)}; ${scaled("with it")} the median is ${scaled(b.median)}, the mean ${scaled(b.mean)}, the largest ${scaled(b.largest)}. ${
        starving
          ? "Most queries starve and a few spike: so mostly it vanishes, and the mean hides it."
          : "With so many keys nothing has vanished yet at this d: raise the dimension."
      }`,
    table: "Gradient ‖∂y/∂q‖ over the draws",
    columns: [
      "without: median",
      "without: mean",
      "without: largest",
      "with: median",
      "with: mean",
      "with: largest",
    ],
  },
  own: {
    title: "The gradient of your sentence",
    text: rich`Each word above asks one query. What reaches it, on a logarithmic line: without the division some queries starve and some spike, with it they lie together.`,
    strip: "What reaches each query: ‖∂y/∂q‖",
    stripLabel:
      "The gradient of each word’s weights with respect to its query, without the division and with it, on a logarithmic line",
    x: "‖∂y/∂q‖",
    zero: "What is smaller than 10⁻⁹ stands at the left edge.",
    chain: rich`From a loss on the output Z back to scores, queries and keys. Bright rows are the few that spike, blank rows get nothing; with the division every entry carries the factor that divides, and the loss itself is another one. Both sides have one colour scale.`,
    scores: "∂L/∂(QKᵀ)",
    queries: "∂L/∂Q",
    keys: "∂L/∂K",
    unscaled: "without",
    scaled: "with",
    label: (name: string, side: string) => `${name} ${side} the division`,
    table: (name: string, side: string) => `${name}, ${side}`,
    loss: (without: string, withIt: string) => `L = ${without} without, ${withIt} with`,
    rows: "What reaches each query",
    columns: ["‖∂y/∂q‖ without", "‖∂y/∂q‖ with", "‖J‖ without", "‖J‖ with"],
  },
  limits:
    "All this holds for independent random vectors, at initialisation. In training a smaller learning rate can hide part of the effect, for the raw scores carry the extra √d in the gradient of the parameters.",
};
