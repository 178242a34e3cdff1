export const figures = ["shapes", "entropy", "gradient", "unscaled-output", "scaled-output"];
export const folded = ["unscaled-output", "scaled-output"];
