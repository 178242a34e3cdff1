export const figures = ["histogram", "entries", "spread", "rows", "aligned"];
export const folded = ["entries", "rows", "aligned"];
