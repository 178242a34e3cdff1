/** Questions to which this model has something to say; the first of each language is recorded. */
export const PROMPTS = {
  en: ["What is the capital of France?", "What is 2+3?", "Hello!"],
  zh: [
    "中国的首都是哪里？",
    "水的化学式是什么？",
    "一年有几个月？",
    "太阳系最大的行星是哪颗？",
    "世界上最高的山是哪座？",
  ],
} as const;
