export const figures = ["ten"];
export const folded = ["ten"];
