export const figures = ["curve", "alone"];
export const folded = ["alone"];
