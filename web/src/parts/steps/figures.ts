export const figures = ["chain"];
