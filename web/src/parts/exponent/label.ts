export const label = { en: "Why exactly a half", zh: "为什么恰好是 ½" };
