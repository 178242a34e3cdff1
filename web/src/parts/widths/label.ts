export const label = { en: "Any width", zh: "任意宽度" };
