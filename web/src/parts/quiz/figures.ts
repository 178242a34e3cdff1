export const folded = ["ten"];
export const figures = folded;
