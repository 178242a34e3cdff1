export const figures = ["shapes", "entropy", "gradient"];
