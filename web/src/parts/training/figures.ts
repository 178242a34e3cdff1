export const folded = [
  "entropy",
  "peak",
  "gradientNorm",
  "share",
  "g50",
  "diagram",
  "weights-*",
  "mask",
  "vectors-*",
  "positions-*",
  "sum-*",
  "before-*",
  "output-*",
];
export const figures = ["loss", "exact", "right", "reading-*", "keys-*", ...folded];
