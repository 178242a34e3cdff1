export const figures = ["heads", "numbers", "lines-*", "matrix-*", "lens-*"];
export const folded = ["matrix-*", "lens-*"];
