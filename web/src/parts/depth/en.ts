import { math, rich, scaled, strong, unscaled } from "../../text/rich.js";

const q = math("queryMatrix");
const k = math("keyMatrix");
const v = math("valueMatrix");
const bias = math("queryBias");

export const en = {
  counted: { depth: "encoders", moved: "layers" },
  heading: "The division in depth",
  text: [
    rich`How large undivided scores are is decided by the initialisation. Rows of variance 1, which a normalisation gives, and weights of variance σ² make scores of deviation σ²d√dₖ, where d is the width of the model. With N(0, .02²), as in BERT and GPT, that is .2 at 64 coordinates in one head: there the rows are flat already, and the division makes them flatter. At BERT’s 768 coordinates in heads of 64 it is 2.5.`,
    rich`Xavier’s initialisation of each matrix by itself gives √dₖ, the size that the division is made for. PyTorch’s ${strong("nn.Transformer")} keeps ${q}, ${k} and ${v} as one packed matrix of three times the rows, whose Xavier halves their variance: the scores have half of √dₖ.`,
  ],
  try: rich`choose N(0, .02) and compare 64 coordinates in one head with 768 in 12. Then choose Xavier: ${unscaled("without the division")} a row has about one word.`,
  controls: {
    encoders: "Encoders",
    drawseed: "Seed of the draws",
  },
  axis: "layer",
  spread: {
    title: "Deviation of what enters softmax",
    y: "standard deviation",
    expected: (value: string) => `expected σ²d√dₖ = ${value}`,
  },
  entropy: {
    title: "Entropy of the rows",
    y: "nats",
    most: (value: string) => `at most ln n = ${value}`,
  },
  peak: { title: "Largest weight of the rows", y: "weight" },
  gradient: { title: "Gradient that reaches the queries’ matrix", y: "norm of the gradient" },
  alt: (title: string): string =>
    `${title}, layer by layer: medians over the encoders, with bands from the lower to the upper decile.`,
  note: "Lines: medians over the encoders. Bands: from the lower to the upper decile.",
  columns: [
    ...["median without", "lower decile without", "upper decile without"],
    ...["median with", "lower decile with", "upper decile with"],
  ],
  finding: (
    encoders: string,
    layer: string,
    without: { readonly spread: string; readonly peak: string },
    withIt: { readonly spread: string; readonly peak: string },
    expected: string,
    divisor: string,
  ) =>
    rich`In layer ${layer} of ${encoders} encoders the undivided scores deviate by ${unscaled(without.spread)}, where ${expected} is expected, and the largest weight of a row is ${unscaled(without.peak)}. Divided by ${divisor} they deviate by ${scaled(withIt.spread)}, and it is ${scaled(withIt.peak)}.`,
  honest: rich`The first layer reads word vectors with positions, whose variance is 1.5: its scores are wider. With the normalisation after the sum the words become more alike from layer to layer, and the weights level out on both sides. And the gradient that reaches ${q} is larger without the division, not smaller: the division divides it as well.`,
  moved: {
    fold: "Initialisation can do the division’s work",
    text: rich`A factor of the scores can stand in ${q} as well: multiply ${q} and its bias by 1/√dₖ when they are drawn, and nothing is left to divide.`,
    button: "Compare both encoders",
    exact: (divisor: string, largest: string) =>
      rich`One encoder divides its scores by ${divisor}, the other has that factor in ${q} and ${bias}. The largest difference between entries of their outputs is ${strong("0")}: they are the same to the bit, since a factor that is a power of two rounds nothing. The largest entry is ${largest}.`,
    rounded: (divisor: string, difference: string, largest: string) =>
      rich`One encoder divides its scores by ${divisor}, the other has that factor in ${q} and ${bias}. The largest difference between entries of their outputs is ${strong(difference)}, which is rounding: the largest entry is ${largest}.`,
  },
};
