export const figures = [
  ...["heads", "numbers", "lines-unscaled", "lines-scaled"],
  ...["matrix-unscaled", "matrix-scaled", "lens-unscaled", "lens-scaled"],
];
