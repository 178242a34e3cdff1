export const figures = ["weights"];
export const folded: readonly string[] = [];
