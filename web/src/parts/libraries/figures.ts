export const folded = ["weights"];
export const figures = folded;
