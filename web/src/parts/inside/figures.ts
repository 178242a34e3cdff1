export const figures = ["heads", "numbers", "lines-*", "matrix-*", "lens-*"];
