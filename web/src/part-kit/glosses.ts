/** What the Chinese words mean that the second sentence starts with, for readers of other languages. */
import type { Language } from "../state/language.js";

type Glosses = Readonly<Record<string, string>>;

const GLOSSES: Partial<Record<Language, Glosses>> = {
  en: {
    我: "I",
    很: "very",
    好: "good",
    狗: "dog",
    吃: "eat",
    了: "(done)",
    食物: "food",
    因为: "because",
    它: "it",
    饿: "hungry",
  },
  es: {
    我: "yo",
    很: "muy",
    好: "bien",
    狗: "perro",
    吃: "comer",
    了: "(hecho)",
    食物: "comida",
    因为: "porque",
    它: "él",
    饿: "hambriento",
  },
};

/** Those of some words, each after its word; empty where none is known. */
export function glossesOf(words: readonly string[], language: Language): string {
  const known = GLOSSES[language] ?? {};
  const glossed = [...new Set(words)].filter((word) => Object.hasOwn(known, word));
  return glossed.map((word) => `${word} ${known[word]}`).join(" · ");
}
