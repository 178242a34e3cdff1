export const label = { en: "As frameworks hold it", zh: "框架里的张量" };
