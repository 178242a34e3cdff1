export const folded = [
  "median",
  "fan-peak",
  "fan-jacobian",
  "fan-gradient",
  "singles",
  "own-scores-*",
  "own-queries-*",
  "own-keys-*",
  "reaching",
];
export const figures = ["share", ...folded];
