export const label = { en: "Its Jacobian dies", zh: "雅可比矩阵趋于零" };
