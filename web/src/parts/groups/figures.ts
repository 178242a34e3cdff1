export const figures = ["heads", "layers"];
export const folded = ["heads", "layers"];
