export const figures = [
  ...["loss", "exact", "right", "reading-scaled", "reading-unscaled"],
  ...["keys-scaled", "keys-unscaled", "entropy", "peak", "gradientNorm", "share", "g50"],
  ...["diagram", "weights-scaled", "weights-unscaled", "mask"],
  ...["vectors-scaled", "vectors-unscaled", "positions-scaled", "positions-unscaled"],
  ...["sum-scaled", "sum-unscaled", "before-scaled", "before-unscaled"],
  ...["output-scaled", "output-unscaled"],
];
