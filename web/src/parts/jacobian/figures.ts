export const figures = ["matrix", "matrix-scaled", "norms", "upstream"];
export const folded = ["norms", "upstream"];
