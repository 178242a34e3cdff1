import type { ClosingWords } from "../closing.js";

export const en: ClosingWords = {
  keep: [
    `With the same start and the same examples, the undivided model learns the dates too, but later.`,
    `With SGD, the largest rate at which the undivided head learns falls as $d$ grows; with the division one range of rates serves every $d$ from 16 on.`,
    `Adam’s step does not grow with the gradient: both lanes learn at the same rates, the undivided one in more steps.`,
  ],
  exercises: [
    {
      task: `$dk$ is 64. By which factor are $queryMatrix$ and $keyMatrix$ to be smaller at the start, so that undivided scores are those of the other lane?`,
      answer: "Each by $√8$ = 2.83: a score has both, and $√8 · √8 = 8 = √64$.",
    },
    {
      task: `A head of recall takes each of its 16 tokens alike. What is its loss, about?`,
      answer: "1 − 1/16 = .94. A head that always finds the token has 0.",
    },
  ],
};
