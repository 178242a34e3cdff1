export const label = { en: "Train it here", zh: "在这里训练" };
