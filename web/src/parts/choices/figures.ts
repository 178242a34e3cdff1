export const figures = ["rules", "weights-none", "weights-head", "weights-rule", "against"];
export const folded = ["weights-none", "weights-head", "weights-rule", "against"];
