export const figures = ["rivals"];
export const folded = ["rivals"];
