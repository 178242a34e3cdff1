import { math, rich, scaled, strong, unscaled } from "../rich.js";

export const en = {
  heading: "The exponent and the perplexity",
  text: [
    rich`How good is the model at each exponent? Give it a text that people would write, and see which probability ${math("pt")} it had for each token before it came. Perplexity is the inverse of their geometric mean: 2 says that it was as unsure as between two equally likely tokens, 6,400 that it knew nothing, since it has so many tokens.`,
    rich`Measured are twelve questions in English and Chinese with their answers, of which the tokens of the answers count. The text is given, so that an early mistake does not change what follows.`,
  ],
  question: {
    ask: rich`The scores of the trained model are divided by ${math("dAlpha")}. At which α has the perplexity its lowest point?`,
    answers: ["0: no division", "¼", "½", "1: divided by d"],
    why: (least: string, none: string, whole: string) =>
      rich`There it is ${least}, without the division ${none}, divided by d ${whole}: the lowest point is where the model was trained.`,
  },
  try: rich`load the model above and measure a few sentences of your own; then leave out the division in one layer alone.`,
  measured: "Text",
  texts: { pairs: "twelve questions", own: "my own text" },
  passage: "My text",
  limit: "At most 256 tokens with that of the start, some 150 words of English.",
  undivided: {
    label: "The exponent holds in",
    names: { all: "all heads", layer: "one layer", head: "one head" },
  },
  measure: "Measure",
  points: (count: number) => `${count} exponents`,
  notLoaded: "Load the model above to measure here.",
  empty: "Type a text first.",
  long: (tokens: number, limit: number) =>
    `The text has ${tokens} tokens; it may have ${limit} at most.`,
  title: "Perplexity against the exponent",
  recorded: "recorded here: twelve questions, all heads",
  where: {
    all: "measured now: all heads",
    layer: (layer: string) => `measured now: layer ${layer} alone`,
    head: (layer: string, head: string) => `measured now: layer ${layer}, head ${head} alone`,
  },
  exponent: "exponent",
  perplexity: "Perplexity",
  note: "○ is the lowest point. The axis of the perplexity is logarithmic.",
  dashed: "Dashed: the twelve questions, as recorded.",
  finding: (exponent: string, least: string, none: string, whole: string) =>
    rich`The perplexity is least at the exponent ${scaled(exponent)}: ${scaled(least)}. ${unscaled("Without the division")} it is ${unscaled(none)}, divided by d itself ${strong(whole)}.`,
  alone: {
    fold: "One undivided head is hardly noticed, a whole undivided layer is",
    recorded: "recorded here: twelve questions",
    title: "Perplexity with one layer or head undivided",
    whole: "whole layer",
    head: (head: number) => `head ${head}`,
    note: "● one head alone, ○ a whole layer; the line: all divided.",
    told: (leastHead: string, mostHead: string, leastLayer: string, mostLayer: string) =>
      rich`One head of 64 without its division is hardly noticed: ${leastHead} to ${mostHead}. A whole layer is: ${leastLayer} to ${mostLayer}, most in the first ones, on which all others build. It is all layers together that lose the language.`,
  },
  proves: {
    heading: "What it proves, and what it does not",
    text: [
      rich`${strong("It proves")} that the division is no formality. These weights were trained with the divisor √64 = 8; take it away, or take another one, and what the model has learnt is out of reach, though no weight has changed.`,
      rich`${strong("It does not prove")} that 8 is the best divisor. Weights that were trained with any other would have their lowest point there: the bottom of the curve tells what this model was trained with. Nor does it show that a model trained without the division fails: that is a question about training, and the chapter on training lets you watch it.`,
      rich`${strong("The proof")} that only the size of the scores counts is the button beside the answers: the queries’ weights divided by 8 and no division of the scores, and the answer is the same to the last bit.`,
    ],
  },
};
