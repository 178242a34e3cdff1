export const label = { en: "Many heads", zh: "许多个头" };
