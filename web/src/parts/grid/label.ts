export const label = { en: "All rates and dimensions", zh: "所有学习率与维度" };
