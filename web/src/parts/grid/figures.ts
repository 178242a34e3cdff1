export const figures = ["loss-*", "right-*", "scores"];
export const folded = ["right-*", "scores"];
