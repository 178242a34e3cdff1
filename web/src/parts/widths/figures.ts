export const figures = ["shapes", "entropy", "gradient", "unscaled-output", "scaled-output"];
