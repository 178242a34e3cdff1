export const label = { en: "Step by step, by hand", zh: "手算每一步" };
