export const label = { en: "Two sentences", zh: "两个句子" };
