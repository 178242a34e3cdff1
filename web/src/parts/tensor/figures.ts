export const figures = ["weights", "variance", "queries"];
