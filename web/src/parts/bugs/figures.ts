export const figures = ["weights", "race"];
