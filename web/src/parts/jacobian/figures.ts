export const figures = ["matrix", "matrix-scaled", "norms", "upstream"];
