export const figures = ["heads", "lines-unscaled", "lines-scaled", "concat"];
export const folded = ["lines-unscaled", "lines-scaled", "concat"];
