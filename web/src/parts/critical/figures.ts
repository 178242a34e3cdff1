export const figures = ["map", "means", "largest"];
export const folded = ["means", "largest"];
