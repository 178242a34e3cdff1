export const figures = ["ten"];
