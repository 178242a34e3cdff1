export const label = { en: "The division in depth", zh: "缩放与深度" };
