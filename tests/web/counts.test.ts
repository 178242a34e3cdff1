/**
 * Texts and documents that count the rules or the pieces in words have the number of the
 * list: who adds to a list finds here what says how long it is.
 */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { LANGUAGES, type Language } from "../../web/src/state/language.js";
import { DEFINITIONS } from "../../web/src/state/state.js";
import { inProject } from "../../web/tools/run.mjs";

const NUMBERS = {
  en: "one two three four five six seven eight nine ten eleven twelve".split(" "),
  zh: "一 二 三 四 五 六 七 八 九 十 十一 十二".split(" "),
  es: "uno dos tres cuatro cinco seis siete ocho nueve diez once doce".split(" "),
  ja: "一 二 三 四 五 六 七 八 九 十 十一 十二".split(" "),
} as const satisfies Record<Language, readonly string[]>;

/** Where a number stands in a phrase. */
const PLACE = "#";

const LISTS = [
  {
    name: "rules",
    length: DEFINITIONS.rule.words.length,
    phrases: {
      en: ["under # rules", "# rules for", "# attention matrices of the same words"],
      zh: [
        "放在#种规则之下",
        "同一个句子，#种规则",
        "#种规则，用你的词",
        "同样的词的#个注意力矩阵",
      ],
      es: ["# reglas, con tus palabras"],
      ja: ["#つの規則を、入力した単語"],
    },
  },
  {
    name: "pieces with a mistake",
    length: DEFINITIONS.bug.words.length,
    phrases: {
      en: ["# short pieces of attention code", "# mistakes in attention code"],
      zh: ["#段 PyTorch 风格的注意力短代码"],
      es: [],
      ja: [],
    },
  },
] as const;

const read = (file: string) => readFileSync(inProject(file), "utf8");

/** The texts of a language; of English the documents, too. */
function textsOf(language: Language): readonly { file: string; text: string }[] {
  const folder = `web/src/text/${language}`;
  const files = readdirSync(inProject(folder)).map((file) => `${folder}/${file}`);
  const documents = language === "en" ? ["README.md", "web/docs/embedding.md"] : [];
  return [...files, ...documents].map((file) => ({ file, text: read(file) }));
}

describe.each(LANGUAGES)("what is counted in words (%s)", (language) => {
  const texts = textsOf(language);
  const anyNumber = `(${[...NUMBERS[language]].reverse().join("|")})`;

  it.each(LISTS)("has the number of the $name", ({ length, phrases }) => {
    const number = NUMBERS[language][length - 1];
    for (const phrase of phrases[language]) {
      const pattern = new RegExp(phrase.replace(PLACE, anyNumber), "gi");
      const found = texts.flatMap(({ file, text }) =>
        [...text.matchAll(pattern)].map(([said, word = ""]) => ({ file, said, word })),
      );
      expect(found, `no text has "${phrase}" any more`).not.toEqual([]);
      for (const { file, said, word } of found) {
        expect(word.toLowerCase(), `${file}: “${said}”, but there are ${length}`).toBe(number);
      }
    }
  });
});
