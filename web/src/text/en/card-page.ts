/**
 * The claim on the picture that a link to the first chapter shows, and what both sides of all such
 * pictures are called.
 */
export const en = {
  claim: "[-Without the division-], one word takes nearly all.",
  sides: { unscaled: "without the division", scaled: "with the division" },
} as const;
