export const figures = [
  "weights",
  "unscaled",
  "scaled",
  "scores",
  "unscaledOutput",
  "scaledOutput",
  "x",
];
