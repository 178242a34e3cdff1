export const figures = [
  ...["loss", "exact", "right", "reading-scaled", "reading-unscaled"],
  ...["keys-scaled", "keys-unscaled", "entropy", "peak", "gradientNorm", "share", "g50"],
];
