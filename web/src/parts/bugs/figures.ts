export const folded = ["weights", "race"];
export const figures = folded;
