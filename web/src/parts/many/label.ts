export const label = { en: "Many heads", zh: "多个头" };
