export const label = { en: "Odd sums", zh: "奇数之和" };
