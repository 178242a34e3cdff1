export const figures = ["curve"];
