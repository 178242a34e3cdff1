export const figures = ["heads", "unscaled", "scaled"];
