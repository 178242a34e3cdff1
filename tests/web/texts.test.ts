import { readFileSync } from "node:fs";
import formulas from "formulas";
import reasonFormulas from "reason-formulas";
import { describe, expect, it } from "vitest";
import { EXPORT_TEXTS } from "../../web/src/export/texts.js";
import { notices } from "../../web/src/page/notices.js";
import { LANGUAGES, type Language } from "../../web/src/state/language.js";
import { captionOf, type Finding } from "../../web/src/text/finding.js";
import { TEXTS } from "../../web/src/text/index.js";
import { plainText, rich, say } from "../../web/src/text/rich.js";
import type { Translation } from "../../web/src/text/translation.js";
import { type Atom, piecesOf } from "../../web/src/text/typeset.js";
import { inProject } from "../../web/tools/run.mjs";
import { fakePage } from "./fake-page.js";
import { textOf } from "./section-pages.js";

const FINDINGS = ["single", "no-dimension", "no-division", "flat", "little", "spread"] as const;
const findings: Finding[] = FINDINGS.map((kind) => ({
  kind,
  query: "q",
  key: "k",
  before: "96",
  after: "57",
  divisor: "√64 = 8",
}));

/** Names of fonts, and Chinese words with what they mean: no texts. */
const NO_TEXTS = ["typography", "glosses"];

/** Every text of a language, with the way to it. */
function sentences(text: unknown, path = ""): { path: string; value: string }[] {
  if (typeof text === "string") return [{ path, value: text }];
  return Object.entries(text as object).flatMap(([key, inner]) =>
    NO_TEXTS.includes(key) ? [] : sentences(inner, path === "" ? key : `${path}.${key}`),
  );
}

const PLACE = /\{[\w.]+\}/g;
/** What is read of a text, with a word in each of its places, and its spans. */
const written = (text: string) => plainText(text.replace(PLACE, "one"));
const spans = (text: string) => rich(text.replace(PLACE, "one"));

/** All words of a language by subject. */
type Subjects = Readonly<Record<string, object>>;
const files = import.meta.glob<Record<string, object>>("../../web/src/text/*/*.ts", {
  eager: true,
});
const subjectsOf = (language: Language): Subjects =>
  Object.fromEntries(
    Object.entries(files).flatMap(([file, words]) => {
      const [, folder, name = ""] = /(\w+)\/([\w-]+)\.ts$/.exec(file) ?? [];
      return folder === language ? [[name, words[language] ?? {}]] : [];
    }),
  );
const ALL = Object.fromEntries(
  LANGUAGES.map((language) => [language, subjectsOf(language)]),
) as Readonly<Record<Language, Subjects>>;
/** The languages that began with the first chapter. */
const PARTIAL = LANGUAGES.filter((language) => language !== "en" && language !== "zh");
/**
 * The names of all texts beside the page's own and those that are taken away; the ends of chapters
 * are tested with the questions.
 */
const REST = Object.keys(ALL.en).filter((name) => !/^(page|export|closing-.*)$/.test(name));
const chosen = (names: readonly string[]) => {
  const of = (language: Subjects) =>
    Object.fromEntries(names.map((name) => [name, language[name] ?? {}]));
  return { en: of(ALL.en), zh: of(ALL.zh) };
};

/** The same in Chinese, as are the titles of papers; the last is what stands in the places here. */
const NAMES =
  /“[A-Z][\w:, -]*”|Attention Is All You Need|QK-norm|QK-clip|[Ss]oft-cap|[Tt]op-[kp]\b|AdamW?|bfloat16|PyTorch|ReLU|Xavier|softmax|\bln\b|\bone\b/g;
const ENGLISH = /\b(the|of|and|is|to|with|a|by|page|row|word|weight)\b/i;

/** The texts of the page, those of the parts, and those of the export. */
const SETS = [
  { name: "of the page", texts: TEXTS, chinese: [], english: ENGLISH },
  {
    name: "of all parts and chapters",
    texts: chosen(REST),
    // One of the formats of dates.
    chinese: ["training.problems.date"],
    // Here a is the a of (a, a, 2a, 4a).
    english: /\b(the|of|and|is|to|with|by|page|row|word|weight|draws?|division|loss|keys?)\b/i,
  },
  {
    name: "of what is taken away",
    texts: EXPORT_TEXTS,
    chinese: [],
    english: /\b(the|of|and|is|to|with|a|by|page|row|word|weight|needs|in)\b/i,
  },
];

const paths = (text: object) => sentences(text).map(({ path }) => path);
/** The names of the places of each text. */
const placesOf = (text: object) =>
  sentences(text).map(({ path, value }) => [path, [...new Set(value.match(PLACE))].sort()]);
/** What would be left of a value that is missing, of a place, or of a mark that is not closed. */
const MACHINE = /undefined|null|NaN|\[object|[{}]|\*\*|\[[-+=:]|[-+=:]\]|\$/;
/**
 * The marks of each text: their order may be another in another language. Where a formula that is
 * written out stands depends on the words.
 */
const marksOf = (text: object) =>
  sentences(text).map(({ path, value }) => [
    path,
    spans(value)
      .flatMap((piece) =>
        typeof piece === "object" && piece.kind !== "formula" ? [piece.kind] : [],
      )
      .sort(),
  ]);
/** A power of a number needs no dollar signs. */
const isNumber = (piece: readonly Atom[]) =>
  piece.every(({ variable, root, sub }) => !variable && !root && sub === "");
const namesIn = (value: string) =>
  spans(value).flatMap((piece) =>
    typeof piece === "object" && piece.kind === "math" ? [piece.text] : [],
  );

describe.each(SETS)("the texts $name", ({ texts, chinese, english }) => {
  it("are the same ones in both languages", () => {
    expect(paths(texts.zh)).toEqual(paths(texts.en));
  });

  it("have the same formulas in the same order in both languages", () => {
    const used = (text: object) => sentences(text).map(({ path, value }) => [path, namesIn(value)]);
    expect(used(texts.zh)).toEqual(used(texts.en));
  });

  it.each(["en", "zh"] as const)(
    "say something everywhere, and nothing of the machine's (%s)",
    (language) => {
      for (const { path, value } of sentences(texts[language])) {
        // Between two sentences stands a space in English, and nothing in Chinese.
        if (path !== "questions.between") expect(written(value).trim(), path).not.toBe("");
        expect(written(value), path).not.toMatch(MACHINE);
      }
    },
  );

  it.each(["en", "zh"] as const)("use only formulas that exist (%s)", (language) => {
    const names = sentences(texts[language]).flatMap(({ value }) => namesIn(value));
    // The others write theirs out.
    expect(names.length > 0).toBe(texts !== EXPORT_TEXTS && texts !== TEXTS);
    const known = { ...formulas, ...reasonFormulas };
    expect(names.filter((name) => !(name in known))).toEqual([]);
  });

  it.each(["en", "zh"] as const)("mark all their mathematics (%s)", (language) => {
    for (const { path, value } of sentences(texts[language])) {
      const outside = value.replace(PLACE, "one").split(/\$[^$]+\$/);
      const found = outside.flatMap(piecesOf);
      const formulas = found.filter((piece) => typeof piece !== "string" && !isNumber(piece));
      expect(formulas, path).toEqual([]);
    }
  });

  it.each(["en", "zh"] as const)("have no mathematics that cannot be set (%s)", (language) => {
    for (const { path, value } of sentences(texts[language])) {
      const words = piecesOf(value.replace(PLACE, "one")).filter(
        (piece) => typeof piece === "string",
      );
      expect(words.join(" "), path).not.toMatch(/[√^]|[⁰¹²³⁴-⁹⁻ᵀᵅₖ]|√. ?σ/);
    }
  });

  it("are Chinese in Chinese, but for names, signs and the way to the other language", () => {
    const foreign = sentences(texts.zh).filter(({ value }) => {
      const text = written(value).replace(NAMES, "");
      const words = /\p{Script=Han}/u.test(text) ? english : /[A-Za-z][a-z]/;
      return words.test(text);
    });
    expect(foreign).toEqual([]);
  });

  it("write numbers in Chinese as 0.87, and thousands as in English", () => {
    const thousands = (text: object) =>
      sentences(text).map(({ path, value }) => [path, written(value).match(/\d+(?:,\d{3})+/g)]);
    expect(thousands(texts.zh)).toEqual(thousands(texts.en));
    for (const { path, value } of sentences(texts.zh)) {
      expect(written(value), path).not.toMatch(/(?<![\d.])\.\d/);
    }
  });

  it("are not Chinese in English, but for the way there", () => {
    const found = sentences(texts.en)
      .filter(({ value }) => /\p{Script=Han}/u.test(written(value)))
      .map(({ path }) => path);
    expect(found).toEqual(chinese);
  });

  it("take the same in both languages", () => {
    expect(placesOf(texts.zh)).toEqual(placesOf(texts.en));
  });

  it("mark the same in both languages", () => {
    expect(marksOf(texts.zh)).toEqual(marksOf(texts.en));
  });
});

describe("the texts", () => {
  it("of a language do not compile where one is missing, or is not among the English ones", () => {
    interface English {
      readonly name: "Piece";
      readonly columns: readonly ["sum", "largest"];
    }
    const whole: Translation<English> = { name: "代码", columns: ["和", "最大"] };
    // @ts-expect-error: the name is missing.
    const unnamed: Translation<English> = { columns: ["和", "最大"] };
    // @ts-expect-error: a column is missing.
    const short: Translation<English> = { name: "代码", columns: ["和"] };
    // @ts-expect-error: English has no note.
    const more: Translation<English> = { name: "代码", columns: ["和", "最大"], note: "注" };
    expect([whole, unnamed, short, more]).toHaveLength(4);
  });

  it("take no English for a word's own sign where readers' words and numbers stand", () => {
    for (const { matrices, problems: wrong } of Object.values(TEXTS)) {
      expect(plainText(captionOf(matrices, findings.at(-1) as Finding))).toMatch(
        /q.*96\u00A0%.*k.*√64 = 8.*57\u00A0%/,
      );
      expect(say(wrong.sentence["too-many"], { count: 65 })).toMatch(/65.*64/);
      expect(say(wrong.sentence["too-long"], { count: 101 })).toMatch(/101.*100/);
    }
  });

  it("name a key of the link with what was refused and is allowed, and one that is unknown also without a value", () => {
    const junk = [
      { key: "theme", value: "pink", known: true },
      { key: "view", value: "all", known: true },
      { key: "exponent", value: "", known: true },
      { key: "what", value: "", known: false },
      { key: "size", value: "1", known: false },
    ];
    for (const text of Object.values(TEXTS)) {
      const page = fakePage({ text, junk, attention: { failure: null, problem: null } });
      const told = textOf(notices(page));
      for (const [given, allowed] of [
        ["exponent=", "0 … 1"],
        ["theme=pink", "auto, light, dark, host"],
      ] as const) {
        const { known, allowed: allows } = text.problems;
        expect(told).toContain(`>${say(known, { given })} ${say(allows, { allowed })}<`);
      }
      expect(told).toMatch(/view=all .*page, why, heads, .*, …/);
      for (const given of ["what", "size=1"]) {
        expect(told).toContain(`>${say(text.problems.unknown, { given })}<`);
      }
    }
  });
});

/** The words that no text has, by the language's name in the tables of web/docs/translating.md. */
function avoidedWords(language: string): string[] {
  const lines = readFileSync(inProject("web/docs/translating.md"), "utf8").split("\n");
  const start = lines.indexOf(`| English | ${language} | not |`) + 2;
  const end = lines.indexOf("", start);
  return lines.slice(start, end).flatMap((line) => {
    const not = line.split("|")[3] ?? "";
    return not.split(",").flatMap((word) => word.trim() || []);
  });
}

/** Chinese phrases that said another thing than was meant, each with what is said instead. */
const MISLEADING: Readonly<Record<string, string>> = {
  "除了+]，它才": "除以 8，它才说得出话",
  在线附近: "在这条线附近",
  两个以上的键: "至少两个键",
  "16 个词时": "16 个词元时",
  远过: "远多于 {at} 个就很难找到",
  "√dₖ 在初始化": "√dₖ 并入初始化",
  每种规则为了什么: "每种规则的用处",
  算一种结果: "也作为一种可能计入",
  不会变成平均: "不会退化成简单平均",
  它什么也没说: "它不含任何信息",
  缩放不是形式: "缩放不是可有可无的",
  浏览器不给: "浏览器无法提供",
  "分这个 1": "其余权重之和为 1",
};

it.each([
  { language: "zh", name: "Chinese", misleading: MISLEADING },
  { language: "es", name: "Spanish", misleading: {} },
  { language: "ja", name: "Japanese", misleading: {} },
] as const)("one thing has one word in $name", ({ language, name, misleading }) => {
  const avoided = avoidedWords(name);
  expect(avoided.length).toBeGreaterThan(8);
  for (const { path, value } of sentences(ALL[language])) {
    const found = avoided.filter((word) => value.includes(word));
    expect(found, path).toEqual([]);
    for (const [phrase, instead] of Object.entries(misleading)) {
      expect(value, `${path}: ${instead}`).not.toContain(phrase);
    }
  }
});

/** A cell that is dark in the light theme is bright in the dark one. */
const SHADES = {
  en: /\b(dark|light|pale|bright|black|white)(er|est)?\b/i,
  zh: /深色|浅色|颜色[深浅]|[明暗]色|[变发明]亮|变暗|[黑白]色/,
  es: /\b(oscur|clar[oa]s?\b|pálid|brillant)/i,
  ja: /[濃淡明暗][いくる]|[濃淡明暗白黒]色|白[いく]|黒[いく]/,
} as const satisfies Record<Language, RegExp>;

it.each(LANGUAGES)("nothing is called dark or light (%s)", (language) => {
  const found = sentences(ALL[language])
    .filter(({ path, value }) => !path.startsWith("page.theme.") && SHADES[language].test(value))
    .map(({ path }) => path);
  expect(found).toEqual([]);
});

const isEnd = (name: string) => name.startsWith("closing-");

it("of the end of a chapter are the same in all languages that have them", () => {
  for (const language of Object.values(ALL)) {
    for (const name of Object.keys(language).filter(isEnd)) {
      const english = ALL.en[name] ?? {};
      const own = language[name] ?? {};
      expect(paths(own)).toEqual(paths(english));
      expect(marksOf(own)).toEqual(marksOf(english));
      for (const { path, value } of sentences(own)) {
        expect(written(value), path).not.toMatch(MACHINE);
      }
    }
  }
});

/** Thousands, which Spanish parts by a space from five digits on. */
const THOUSANDS: Partial<Record<Language, (number: string) => string>> = {
  es: (number) => number.replaceAll(",", number.length > "9,999".length ? "\u00A0" : ""),
};

const PARTIAL_SUBJECTS = PARTIAL.flatMap((language) =>
  Object.keys(ALL[language])
    .filter((name) => !isEnd(name))
    .map((name) => ({ language, name })),
);

describe.each(PARTIAL_SUBJECTS)("the words of $name in $language", ({ language, name }) => {
  const said = (subjects: Subjects) => sentences({ [name]: subjects[name] });
  const english = said(ALL.en);
  const translated = said(ALL[language]);

  it("have the same formulas as the English ones, and say something everywhere", () => {
    const own = ALL[language][name] ?? {};
    expect(paths(own)).toEqual(paths(ALL.en[name] ?? {}));
    expect(placesOf(own)).toEqual(placesOf(ALL.en[name] ?? {}));
    expect(marksOf(own)).toEqual(marksOf(ALL.en[name] ?? {}));
    expect(translated.map(({ path, value }) => [path, namesIn(value)])).toEqual(
      english.map(({ path, value }) => [path, namesIn(value)]),
    );
    for (const { path, value } of translated) {
      expect(written(value), path).not.toMatch(MACHINE);
      if (path !== "questions.between") expect(written(value).trim(), path).not.toBe("");
    }
  });

  it("write numbers with a point, as 0.87, and thousands in the language's way", () => {
    // Their order follows the words.
    const numbers = (all: typeof english, write: (text: string) => string) =>
      all.map(({ path, value }) => [
        path,
        write(written(value))
          .match(/\d+(?:[.,\u00A0]\d+)*/g)
          ?.sort(),
      ]);
    const rewritten = (text: string) =>
      text
        .replace(/(?<![\d.])\.(?=\d)/g, "0.")
        .replace(/\d{1,3}(?:,\d{3})+/g, THOUSANDS[language] ?? String);
    expect(numbers(translated, String)).toEqual(numbers(english, rewritten));
    for (const { path, value } of translated) {
      expect(written(value), path).not.toMatch(/(?<![\d.])\.\d/);
    }
  });

  it("are not English", () => {
    const foreign = translated.filter(({ value }) =>
      /\b(the|of|and|is|with|by|row|word|weight|which)\b/i.test(written(value).replace(NAMES, "")),
    );
    expect(foreign).toEqual([]);
  });
});
