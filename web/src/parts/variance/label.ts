export const label = { en: "The scores spread as √d", zh: "分数按 √d 散开" };
