export const figures = ["scores"];
