export const figures = ["heads", "map", "unscaled", "scaled"];
