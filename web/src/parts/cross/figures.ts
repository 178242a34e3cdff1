export const figures = ["unscaled", "scaled", "scores", "unscaled-output", "scaled-output"];
export const folded = ["unscaled-output", "scaled-output"];
