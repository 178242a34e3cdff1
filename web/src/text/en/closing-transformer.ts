import type { ClosingWords } from "../closing.js";

export const en: ClosingWords = {
  keep: [
    `The initialisation decides how large undivided scores are: $σ²d√dₖ$ for parameters of variance $σ²$.`,
    `The division stands in every attention: of the encoder, of the decoder, and between both.`,
    `The division may also be part of $queryMatrix$: the same numbers at the start, another learning rate.`,
  ],
  exercises: [
    {
      task: `Parameters start with $N$(0, .02²), the model is 768 wide and its heads 64. What is the standard deviation of an undivided score?`,
      answer: ".02² · 768 · $√64$ = 2.5, and 2.5/8 = .31 after the division.",
    },
    {
      task: `A decoder with a causal mask reads five words. How many of its 25 weights are 0?`,
      answer: `10: the words attend to 1, 2, 3, 4 and 5 words, which makes 15 weights, and none of these is 0.`,
    },
  ],
};
