export const en = {
  question: {
    ask: `[-Without the division-], $d$ goes from 64 to 256. What becomes of the largest weight of each row?`,
    answers: ["it rises towards 1", "it stays", "it falls"],
    why: `The smallest of them is [-{before}-] at $d$ = 64 and [-{after}-] at $d$ = 256. Four times the $d$, twice the spread of the scores: the leading word is usually further ahead. One draw may differ; Resample shows others.`,
  },
} as const;
