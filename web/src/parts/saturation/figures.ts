export const figures = ["logits", "weights", "entropy-curve", "peak-curve"];
