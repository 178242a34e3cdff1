export const figures = [
  ...["loss", "exact", "right", "reading-*", "keys-*", "entropy", "peak", "gradientNorm", "share"],
  ...["g50", "diagram", "weights-*", "mask", "vectors-*", "positions-*", "sum-*"],
  ...["before-*", "output-*"],
];
