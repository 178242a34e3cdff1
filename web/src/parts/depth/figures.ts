export const figures = ["spread", "entropy", "peak", "gradient"];
