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
export const folded = ["weights-*", "mask", "vectors", "positions", "sum", "before-*", "output-*"];
