export const figures = ["rivals"];
