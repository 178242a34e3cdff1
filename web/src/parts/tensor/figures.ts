export const figures = ["weights", "variance", "queries"];
export const folded = ["weights", "queries"];
