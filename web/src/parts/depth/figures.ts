export const figures = ["spread", "entropy", "peak", "gradient"];
export const folded = ["entropy", "gradient"];
