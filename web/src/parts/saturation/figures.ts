export const figures = ["logits", "weights", "entropy-curve", "peak-curve"];
export const folded = ["entropy-curve", "peak-curve"];
