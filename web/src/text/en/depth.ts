import { math, rich, type Said, scaled, strong, unscaled, WK, WQ } from "../rich.js";

type Told = Said<"spread" | "peak">;

const v = math("valueMatrix");
const bias = math("queryBias");

export const en = {
  counted: { depth: "encoders", moved: "layers" },
  heading: "The division in depth",
  text: [
    rich`The initialisation decides how large undivided scores are. Rows of variance 1, which a normalisation gives, and parameters of variance σ² make scores of standard deviation σ²d√dₖ, where d is the width of the model. With N(0, .02²), as in GPT-2, that is .2 at 64 coordinates in one head: there the rows are flat already, and the division makes them flatter. At 768 coordinates in heads of 64 it is 2.5 (1.9 in BERT, which cuts its draws off at 2σ).`,
    rich`Xavier’s rule, a variance of 2/(rows + columns), gives √dₖ, the size that the division is made for. PyTorch’s ${strong("nn.Transformer")} keeps ${WQ}, ${WK} and ${v} as one packed matrix of three times the rows, for which Xavier’s rule gives half the variance: the standard deviation of the scores is then half of √dₖ.`,
  ],
  question: {
    ask: rich`Nothing is trained, and the sum is normalised as in the paper. What becomes of the weights from the first layer to the last?`,
    answers: ["they become sharper", "they become more even", "they stay"],
    why: rich`Each layer mixes the words, which makes them more alike, and so their scores: with and without the division.`,
  },
  try: rich`choose N(0, .02²) and compare 64 coordinates in one head with 768 in 12. Then choose Xavier for 768 in 12: in the first layer the largest weight of a row is .89 ${unscaled("without the division")} and .42 ${scaled("with it")}.`,
  encoders: "Encoders",
  axis: "layer",
  spread: {
    title: "Standard deviation of the logits",
    y: "standard deviation",
    expected: (value: string) => `expected σ²d√dₖ = ${value}`,
  },
  entropy: {
    title: "Entropy of the rows",
    y: "nats",
    most: (value: string) => `at most ln n = ${value}`,
  },
  peak: { title: "Largest weight of the rows", y: "weight" },
  gradient: {
    title: "Gradient that reaches the queries’ matrix",
    y: "size (norm) of the gradient",
  },
  note: "Lines: medians over the encoders. Bands: from the 10 % to the 90 % quantile. Logits: what softmax reads, the scores divided or not.",
  finding: (
    all: Said<"encoders" | "layer" | "expected" | "divisor">,
    without: Told,
    withIt: Told,
  ) =>
    rich`In layer ${all.layer} of ${all.encoders} encoders the standard deviation of the undivided scores is ${unscaled(without.spread)}, beside σ²d√dₖ = ${all.expected}, and the largest weight of a row is ${unscaled(without.peak)}. Divided by ${all.divisor}, they are ${scaled(withIt.spread)} and ${scaled(withIt.peak)}.`,
  first:
    "The first layer reads word vectors with positions, whose variance is 1.5: its scores are larger. ",
  evener:
    "From the first layer to the last the weights become more even, with and without the division. ",
  reaching: (ratio: string, larger: boolean) =>
    rich`In the first layer the gradient that reaches ${WQ} is ${unscaled("without the division")} ${strong(ratio)} times as large as ${scaled("with it")}: ${larger ? "the division divides it as well" : "where one weight is near 1, softmax lets little through"}.`,
  moved: {
    fold: "Initialisation can replace the division",
    text: rich`A factor of the scores can be part of ${WQ} as well: multiply ${WQ} and its bias by 1/√dₖ when they are drawn, and the scores need no division. In training the two stay the same only if ${WQ} also learns at a smaller rate.`,
    button: "Compare both encoders",
    exact: (divisor: string, largest: string) =>
      rich`One encoder divides its scores by ${divisor}, the other has that factor in ${WQ} and ${bias}. The largest difference between entries of their outputs is ${strong("0")}: they are equal bit by bit, since multiplying by a power of two rounds nothing. The largest entry is ${largest}.`,
    rounded: (divisor: string, difference: string, largest: string) =>
      rich`One encoder divides its scores by ${divisor}, the other has that factor in ${WQ} and ${bias}. The largest difference between entries of their outputs is ${strong(difference)}, which is rounding: the largest entry is ${largest}.`,
  },
};
