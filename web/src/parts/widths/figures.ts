export const figures = ["shapes", "entropy", "gradient", "unscaled-output", "scaled-output"];
export const folded = ["shapes", "gradient", "unscaled-output", "scaled-output"];
