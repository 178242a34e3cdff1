export const label = { en: "A few queries supply the gradient", zh: "梯度来自少数查询" };
