export const figures = ["weight", "cost"];
