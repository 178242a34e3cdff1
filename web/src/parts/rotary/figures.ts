export const folded = ["scores"];
export const figures = folded;
