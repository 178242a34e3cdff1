export const figures = ["sums"];
