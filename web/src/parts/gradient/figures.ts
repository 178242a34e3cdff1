const own = ["scores", "queries", "keys"];

export const figures = [
  ...["share", "median", "fan-peak", "fan-jacobian", "fan-gradient", "singles"],
  ...own.flatMap((name) => [`own-${name}-unscaled`, `own-${name}-scaled`]),
  "reaching",
];
