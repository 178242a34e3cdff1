export const figures = ["loss-unscaled", "loss-scaled", "right-unscaled", "right-scaled", "scores"];
