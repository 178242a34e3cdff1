/** The claims on the pictures that a shared link shows, by chapter. */
export const en = {
  why: "Scores grow as $√d$. [+Divide by $√d$+], and their size stays.",
  heads: "Each head divides by its own $√dₖ$: here by $√8$, not by $√64$.",
  transformer: "In every layer the division about [+halves+] the largest weight.",
  race: "Same start, same data: [+{scaled} right+] with the division, [-{unscaled}-] without.",
  divisors: "Is $√dₖ$ the only rule? Nine rules for one sentence.",
  model: "The same weights, [-one division removed-].",
  lessons: "Why $√d$? Three lessons of 20 minutes.",
} as const;
