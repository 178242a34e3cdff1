export const figures = ["unscaled", "scaled", "scores", "unscaled-output", "scaled-output"];
