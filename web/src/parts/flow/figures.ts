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
export const folded = ["mask", "vectors", "positions", "sum"];
