export const figures = ["weights", "race"];
export const folded = ["race"];
