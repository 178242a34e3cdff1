export const figures = ["loss-*", "right-*", "scores"];
