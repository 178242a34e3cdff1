export const figures = ["weights", "race"];
export const folded = ["weights", "race"];
