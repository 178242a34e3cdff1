export const label = { en: "The tensor of frameworks", zh: "框架里的张量" };
