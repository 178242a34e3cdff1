export const label = { en: "Its Jacobian vanishes", zh: "雅可比矩阵趋于零" };
