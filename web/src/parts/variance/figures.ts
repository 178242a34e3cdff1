export const figures = ["histogram", "entries", "spread", "rows", "aligned"];
export const folded = ["histogram", "entries", "rows", "aligned"];
