export const figures = ["queries", "weights", "variance"];
