export const figures = [
  ...["diagram", "weights-unscaled", "weights-scaled", "mask", "vectors", "positions", "sum"],
  ...["before-unscaled", "before-scaled", "output-unscaled", "output-scaled"],
];
