export const label = { en: "Softmax saturates", zh: "Softmax 饱和" };
