export const figures = ["histogram", "entries", "spread", "rows", "aligned"];
