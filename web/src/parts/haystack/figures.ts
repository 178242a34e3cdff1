export const figures = ["weight", "cost"];
export const folded = ["cost"];
