export const label = { en: "The scores spread as √d", zh: "分数的波动按 √d 增大" };
