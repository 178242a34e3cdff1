export const figures = ["unscaled", "scaled", "scores", "unscaled-output", "scaled-output"];
export const folded = ["scores", "unscaled-output", "scaled-output"];
