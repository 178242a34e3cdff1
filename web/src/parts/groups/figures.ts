export const folded = ["heads", "layers"];
export const figures = folded;
