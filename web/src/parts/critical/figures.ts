export const figures = ["map", "means", "largest"];
