export const label = { en: "Most queries starve", zh: "多数查询得不到梯度" };
