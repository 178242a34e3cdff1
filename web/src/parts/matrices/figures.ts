export const figures = ["weights", "*", "scores", "*Output", "x"];
