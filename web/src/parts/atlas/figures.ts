export const figures = ["factors", "card"];
export const folded = ["card"];
