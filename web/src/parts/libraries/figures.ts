export const figures = ["weights"];
export const folded = ["weights"];
