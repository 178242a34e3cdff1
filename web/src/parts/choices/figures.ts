export const figures = ["rules", "weights-none", "weights-head", "weights-rule", "against"];
