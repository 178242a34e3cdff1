export const figures = ["curve", "alone"];
