export const figures = ["scores"];
export const folded = ["scores"];
