export const figures = ["heads", "numbers", "lines-*", "matrix-*", "lens-*"];
export const folded = ["numbers", "lines-*", "matrix-*", "lens-*"];
