export const figures = [
  ...["loss", "exact", "right", "reading-unscaled", "reading-scaled"],
  ...["keys-unscaled", "keys-scaled", "entropy", "peak", "gradientNorm", "share", "g50"],
  ...["diagram", "weights-unscaled", "weights-scaled", "mask"],
  ...["vectors-unscaled", "vectors-scaled", "positions-unscaled", "positions-scaled"],
  ...["sum-unscaled", "sum-scaled", "before-unscaled", "before-scaled"],
  ...["output-unscaled", "output-scaled"],
];
