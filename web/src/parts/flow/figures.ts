export const figures = [
  "diagram",
  "weights-*",
  "mask",
  "vectors",
  "positions",
  "sum",
  "before-*",
  "output-*",
];
