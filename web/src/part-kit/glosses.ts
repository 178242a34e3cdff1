/** What words of another language mean, for readers who do not know it. */
type Glosses = Readonly<Record<string, string>>;

/** Those of some words, each after its word; empty where none is known. */
export function glossesOf(words: readonly string[], known: Glosses): string {
  const glossed = [...new Set(words)].filter((word) => Object.hasOwn(known, word));
  return glossed.map((word) => `${word} ${known[word]}`).join(" · ");
}
