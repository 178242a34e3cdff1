export const en = {
  question: {
    ask: `[-Without the division-], $d$ goes from 64 to 256. Of all rows, take the one that shares most evenly: how much does it then give to one word?`,
    answers: ["more than 99\u00A0%", "90 to 99\u00A0%", "less than 90\u00A0%"],
    why: `The smallest of the rows’ largest weights is [-{before}-] at $d$ = 64 and [-{after}-] at $d$ = 256. Four times the $d$, twice the spread of the scores: the leading word is usually further ahead. One draw may differ; Resample shows others.`,
  },
} as const;
