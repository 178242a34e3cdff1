import fc from "fast-check";
import { html, nothing } from "lit";
import { describe, expect, it } from "vitest";
import { requestOf } from "../../web/src/attention/sentence-attention.js";
import { escapeXml } from "../../web/src/draw/escape-xml.js";
import type { FigureExport } from "../../web/src/draw/figure-export.js";
import { PALETTES } from "../../web/src/draw/palette.js";
import { estimateWidth } from "../../web/src/draw/svg.js";
import type { MatrixTable } from "../../web/src/draw/table.js";
import { citation } from "../../web/src/export/citation.js";
import { composed, svgFile, wrap } from "../../web/src/export/compose.js";
import { frozen } from "../../web/src/export/freeze.js";
import { csvFile, jsonFile } from "../../web/src/export/numbers.js";
import {
  captionLine,
  figureParameters,
  parameterLine,
  shortLink,
} from "../../web/src/export/parameters.js";
import { PARTS } from "../../web/src/keys/index.js";
import { inputsOf } from "../../web/src/page/inputs.js";
import { findingBeside } from "../../web/src/part-kit/figure-alone.js";
import { findingOf } from "../../web/src/part-kit/pieces.js";
import { fragmentOf } from "../../web/src/state/address.js";
import {
  DEFINITIONS,
  type PartName,
  readFragment,
  START,
  type State,
  sentenceKeys,
} from "../../web/src/state/state.js";
import { readWords } from "../../web/src/state/words.js";
import { states, texts } from "./states.js";

function take(title: string, tables: readonly MatrixTable[] = []): FigureExport {
  const shapes = [{ kind: "rect", x: 0, y: 0, width: 50, height: 40, fill: "#123456" }] as const;
  return {
    title,
    alt: `what ${title} shows`,
    tables,
    scene: (width) => ({ width, height: 40, shapes }),
  };
}

const origin = {
  parameters: { dim: 64, sentence: "I am good" },
  link: "https://a.example/#dim=64",
};

function tableOf(rows: readonly (readonly number[])[], names: readonly string[]): MatrixTable {
  const cols = rows[0]?.length ?? 0;
  return {
    kind: "matrix",
    name: "Weights",
    corner: "word",
    rowLabels: names,
    colLabels: Array.from({ length: cols }, (_, i) => `c${i}`),
    matrix: { rows: rows.length, cols, data: Float64Array.from(rows.flat()) },
  };
}

/** A CSV reader as small as the format. */
function readCsv(text: string, separator = ","): string[][] {
  const rows: string[][] = [[]];
  let cell = "";
  let quoted = false;
  const end = () => {
    rows.at(-1)?.push(cell);
    cell = "";
  };
  for (let i = 0; i < text.length; i += 1) {
    const sign = text[i] ?? "";
    if (quoted && sign === '"' && text[i + 1] === '"') {
      cell += '"';
      i += 1;
    } else if (sign === '"') quoted = !quoted;
    else if (!quoted && sign === "\r" && text[i + 1] === "\n") continue;
    else if (!quoted && (sign === separator || sign === "\n")) {
      end();
      if (sign === "\n") rows.push([]);
    } else cell += sign;
  }
  end();
  return rows;
}

const pageIn = (state: State) => ({
  state,
  answers: { reading: readWords(state.sentence, state.cuts) },
});

const numbers = fc.array(fc.array(fc.double({ noNaN: true }), { minLength: 2, maxLength: 2 }), {
  minLength: 1,
  maxLength: 4,
});

describe("the numbers as CSV", () => {
  it("read back to the last digit, whatever the words are", () => {
    const property = (rows: number[][], word: string) => {
      const names = rows.map((_, i) => `${word}${i}`);
      const csv = csvFile(take("Weights", [tableOf(rows, names)]), origin);
      const read = readCsv(csv).filter((row) => !row[0]?.startsWith("#") && row.length > 2);
      // The labels are compared without the apostrophe of what would be a formula.
      const labels = read.slice(1).map((row, i) => (row[0] === `'${names[i]}` ? names[i] : row[0]));
      expect(labels).toEqual(names);
      expect(read.slice(1).map((row) => row.slice(1).map(Number))).toEqual(
        rows.map((row) => row.map((value) => value + 0)),
      );
    };
    const words = texts.map((text) => text.replace(/[\r]/g, ""));
    fc.assert(
      fc.property(
        numbers.map((rows) => rows.map((row) => row.map((x) => x + 0))),
        words.filter((word) => !word.startsWith("#")),
        property,
      ),
    );
  });

  it("say what they are of, and how to get there again", () => {
    const csv = csvFile(take("Weights", [tableOf([[1, 2]], ["I"])]), origin);
    expect(readCsv(csv).slice(0, 5)).toEqual([
      ["# Weights"],
      ['# {"dim":64,"sentence":"I am good"}'],
      ["# https://a.example/#dim=64"],
      [""],
      ["# Weights"],
    ]);
    expect(csv.endsWith("I,1,2\r\n")).toBe(true);
  });

  it("have one cell in each comment line, for readers that separate by comma, semicolon or tab", () => {
    for (const separator of [",", ";", "\t"]) {
      const sentence = `I${separator}=1+1${separator}"${separator}@SUM(1)`;
      const parameters = { sentence };
      const link = `https://a.example/?a${separator}=1`;
      const csv = csvFile(take(sentence, [tableOf([[1, 2]], ["I"])]), { parameters, link });
      const comments = csv.split("\r\n").filter((line) => /^"?#/.test(line));
      expect(comments).toHaveLength(4);
      for (const comment of comments) {
        expect(readCsv(comment, separator).map((row) => row.length)).toEqual([1]);
      }
    }
  });

  it("have no apostrophe before any other text", () => {
    const words = ["I", "−2", "a=b", "’tis", "1+1", "#", "我", "", " a", "'quoted'"];
    const rows = words.map(() => [1, 2]);
    const read = readCsv(csvFile(take("Weights", [tableOf(rows, words)]), origin));
    expect(read.slice(-words.length - 1, -1).map(([label]) => label)).toEqual(words);
  });

  it("hold no text that a spreadsheet takes for a formula, and every number as it is", () => {
    const marks = [..."=+-@＝＋－＠﹦﹢﹣﹫"];
    const blanks = fc.constantFrom("", " ", "\t", "\r", "\n", "\u00a0", "\ufeff");
    const formula = fc.tuple(blanks, fc.constantFrom(...marks)).map((parts) => parts.join(""));
    const start = fc.oneof(formula, fc.constantFrom("\t", "\r", "\n"));
    const risky = fc.tuple(start, texts).map((parts) => parts.join(""));
    const property = (word: string, value: number) => {
      const table = tableOf([[-value, value]], [word]);
      const named = { ...table, corner: word, name: word, colLabels: [word, word] };
      const read = readCsv(csvFile(take(word, [named]), origin));
      const [labels = [], row = []] = read.slice(-3, -1);
      expect([...labels, row[0]]).toEqual([word, word, word, word].map((text) => `'${text}`));
      expect(row.slice(1)).toEqual([String(-value), String(value)]);
      expect(read[0]?.[0]).toMatch(/^#/);
    };
    fc.assert(fc.property(risky, fc.double({ noNaN: true }), property));
  });
});

it("the numbers as JSON read back to the last digit, with what is infinite as text", () => {
  const rows = [
    [0.1, Number.POSITIVE_INFINITY],
    [-0, Number.NaN],
  ];
  const read = JSON.parse(jsonFile(take("Weights", [tableOf(rows, ["I", "am"])]), origin));
  const data = [
    [0.1, "Infinity"],
    [0, "NaN"],
  ];
  expect(read).toMatchObject({
    title: "Weights",
    ...origin,
    tables: [{ name: "Weights", rows: ["I", "am"], columns: ["c0", "c1"], data }],
  });
});

describe("a picture that is taken away", () => {
  const dress = {
    palette: PALETTES.light,
    ground: true,
    measure: estimateWidth,
    lines: ["dim = 64, seed = 13", "https://a.example/#dim=64"],
  };

  it("holds its title, its parameters and its link, on a ground or without", () => {
    const scene = composed(take("Weights"), dress);
    const written = scene.shapes.flatMap((shape) => (shape.kind === "text" ? [shape.text] : []));
    expect(written).toEqual(["Weights", ...dress.lines]);
    expect(scene.shapes[0]).toMatchObject({ kind: "rect", fill: PALETTES.light.paper });
    const bare = composed(take("Weights"), { ...dress, ground: false });
    expect(bare.shapes).toEqual(scene.shapes.slice(1));
  });

  it("has the sentence that stands beside it, as it is read: in its fold, or outside of all", () => {
    const figure = (id: string) => Object.assign(html`<figure></figure>`, { made: { id } });
    const fold = (foldContent: unknown) =>
      Object.assign(html`<details>${foldContent}</details>`, { foldContent });
    const shown = findingOf("The scores of [-one-] word grow as $√d$: {size}.", { size: 3 });
    const inFold = findingOf("What the fold finds.");
    const content = html`<div>
      ${nothing} ${fold([figure("folded"), inFold])} ${[html`<p>${"not this"}</p>`, shown]}
      ${figure("open")} ${fold(figure("bare"))} ${null}
    </div>`;
    expect(findingBeside(content, "open")).toBe("The scores of one word grow as √d: 3.");
    expect(findingBeside(content, "folded")).toBe("What the fold finds.");
    expect(findingBeside(content, "bare")).toBeUndefined();
  });

  it("names the colours that it has, and no others, each with its line or its dot", () => {
    const { unscaled, scaled, muted } = PALETTES.light;
    const shapes = [
      { kind: "path", points: [], stroke: unscaled },
      { kind: "dot", x: 1, y: 1, radius: 1, stroke: muted },
    ] as const;
    const picture: FigureExport = {
      ...take("Lines"),
      scene: (width) => ({ width, height: 40, shapes }),
      hues: [
        { name: "without", color: "unscaled", dash: [2, 4] },
        { name: "with", color: "scaled" },
        {
          name: "rings in the colour of what is beside the two lanes",
          color: "muted",
          hollow: true,
        },
        { name: "one line a head" },
      ],
    };
    const scene = composed(picture, { ...dress, lines: [], width: 400 });
    const texts = scene.shapes.filter((shape) => shape.kind === "text");
    expect(texts[1]).toMatchObject({ text: "without", fill: unscaled });
    expect(texts.map(({ text }) => text.split(" ")[0])).toEqual(["Lines", "without", "rings"]);
    // Each on a row of its own where they are too long for one.
    expect(texts[2]).toMatchObject({ x: texts[1]?.x, fill: muted });
    expect(texts[2]?.y).toBeGreaterThan(texts[1]?.y ?? Number.NaN);
    expect(scene.height).toBeGreaterThan(Math.max(...texts.map(({ y }) => y)));
    const samples = scene.shapes.filter(({ kind }) => kind === "path" || kind === "dot");
    expect(samples).toContainEqual(expect.objectContaining({ stroke: unscaled, dash: [2, 4] }));
    expect(samples.filter((shape) => "stroke" in shape && shape.stroke === scaled)).toEqual([]);
  });

  it("says for those who do not see it what it shows, and escapes what readers typed", () => {
    const svg = svgFile(composed(take('<b>"&'), dress), '<b>"&', "a < b", "sans-serif");
    expect(svg).toContain('<title id="title">&lt;b&gt;&quot;&amp;</title>');
    expect(svg).toContain('<desc id="desc">a &lt; b</desc>');
    expect(svg).not.toContain("<b>");
  });

  it("replaces only what XML has no way to hold", () => {
    const allowed = (code: number) =>
      [0x9, 0xa, 0xd].includes(code) ||
      (code >= 0x20 && code <= 0xd7ff) ||
      (code >= 0xe000 && code <= 0xfffd) ||
      code >= 0x10000;
    const escapes = new Map([
      ["&", "&amp;"],
      ["<", "&lt;"],
      [">", "&gt;"],
      ['"', "&quot;"],
    ]);
    const expected = (character: string) =>
      allowed(character.codePointAt(0) ?? 0) ? (escapes.get(character) ?? character) : "\ufffd";
    const wrong = Array.from({ length: 0x110000 }, (_, code) => String.fromCodePoint(code)).filter(
      (character) => escapeXml(character) !== expected(character),
    );
    expect(wrong).toEqual([]);
  });

  it("keeps every line within its width", () => {
    const property = (text: string) => {
      const lines = wrap(text, 200, 12, estimateWidth);
      for (const line of lines) {
        const wide = [...line].length > 1;
        if (wide) expect(estimateWidth(line, 12)).toBeLessThanOrEqual(200.001);
      }
      // A formula that is broken has its signs on each line.
      const letters = (words: string) => words.replace(/[\s$]/g, "");
      expect(letters(lines.join(""))).toBe(letters(text));
    };
    const formula = fc.string({ maxLength: 100 }).map((text) => `$${text}$`);
    fc.assert(fc.property(fc.oneof(fc.string({ maxLength: 200 }), formula), property));
  });
});

describe("what the numbers of a figure were computed from", () => {
  it("is the request that was answered, whatever the page's state is by now", () => {
    const others = ["Not bad, at all!", "我很好 今天 1,5", "don’t stop", "東京都に住む", "ราคาถูก"];
    const sentences = fc.oneof(texts, fc.constantFrom(...others));
    const property = (asked: State, sentence: string, now: State) => {
      const { words, problem } = readWords(sentence);
      fc.pre(problem === null);
      const request = requestOf({ ...asked, sentence }, words);
      const { state, words: named } = inputsOf(pageIn(now), request);
      expect(named).toEqual(request.words);
      const again = requestOf(state, readWords(state.sentence, state.cuts).words);
      // The example draws nothing.
      const seed = request.x === null ? again.seed : request.seed;
      expect({ ...again, seed }).toEqual(request);
    };
    fc.assert(fc.property(states, sentences, states, property));
  });

  it("keeps the sentence as it was typed where its words were read from it", () => {
    const now = { ...START, sentence: "Well — not bad, at all!", dim: 512 };
    const page = pageIn(now);
    const request = requestOf({ ...now, dim: 64 }, page.answers.reading.words);
    expect(inputsOf(page, request).state).toEqual({ ...now, dim: 64 });
    // The page's sentence cannot be read, so that the last one's words stay.
    const unread = { ...now, sentence: "!" };
    expect(inputsOf(pageIn(unread), request).state).toEqual({
      ...unread,
      sentence: "Well not bad at all",
      dim: 64,
    });
  });

  it("has the cuts of the sentences, whose words a dictionary would divide otherwise", () => {
    const now = {
      ...START,
      sentence: "研究生命起源",
      cuts: "3.1.2",
      second: "ราคาถูก",
      secondcuts: "6",
    };
    const page = pageIn(now);
    const { words } = page.answers.reading;
    expect(words).toEqual(["研究生", "命", "起源"]);
    const request = requestOf(now, words);
    expect(inputsOf(page, request, { second: "ราคา ถูก" }).state).toEqual({
      ...now,
      second: "ราคา ถูก",
      secondcuts: "4.2",
    });
    // A sentence that is no longer the page's is given by its words, with spaces between them.
    const later = inputsOf(pageIn(START), requestOf(now, ["ราคาถูก", "มาก"])).state;
    expect([later.sentence, later.cuts]).toEqual(["ราคาถูก มาก", "6.3"]);
    expect(readWords(later.sentence, later.cuts).words).toEqual(["ราคาถูก", "มาก"]);
    expect(figureParameters("matrices", later)).toMatchObject({
      sentence: "ราคาถูก มาก",
      cuts: "6.3",
    });
    expect(captionLine("matrices", later, "en")).not.toContain("cuts");
  });

  it("has the keys of an experiment's request as they were asked, and no words without a sentence", () => {
    const { state, words } = inputsOf(pageIn(START), null, { draws: 77, keys: 5 });
    expect(state).toEqual({ ...START, draws: 77, keys: 5 });
    expect(words).toEqual([]);
  });
});

describe("numbers of a run that was stopped", () => {
  const run = { done: 2760, total: 20_000, unit: "draws", stopped: true };
  const note = "stopped at 2760 of 20000 draws: the numbers are of these";
  const partial = { ...origin, run, note };

  it("say so in CSV, whose columns stay in line 6, and in JSON, where whole ones do not", () => {
    const csv = readCsv(csvFile(take("Weights", [tableOf([[1, 2]], ["I"])]), partial));
    expect(csv[0]).toEqual([`# Weights (${note})`]);
    expect(csv[5]).toEqual(["word", "c0", "c1"]);
    const { unit, ...held } = run;
    expect(JSON.parse(jsonFile(take("Weights"), partial)).partial).toEqual({ ...held, note });
    expect(JSON.parse(jsonFile(take("Weights"), origin))).not.toHaveProperty("partial");
  });
});

describe("the parameters of a part", () => {
  it("are the sentence's and the part's own", () => {
    expect(Object.keys(figureParameters("matrices", START))).toEqual([
      "sentence",
      "dim",
      "seed",
      "vectors",
      "projections",
      "exponent",
    ]);
    expect(figureParameters("training", START)).not.toHaveProperty("sentence");
    expect(figureParameters("variance", START)).toMatchObject({
      samples: 10000,
      law: "normal",
      dim: 64,
    });
    expect(figureParameters("matrices", { ...START, vectors: "example" })).toMatchObject({
      sentence: "I am good",
      vectors: "example",
      x: START.x,
    });
  });

  it("stand in one line", () => {
    const x = [
      [1, 2],
      [3, 4],
    ];
    const line = parameterLine({ a: 1, x, logits: [1, 2] }, "en");
    expect(line).toBe("a = 1, x = 1,2; 3,4, logits = 1,2");
  });

  it("have their names and choices in the reader's language, and what readers typed as it is", () => {
    const now = { sentence: "random", dim: 8, vectors: "random", lanes: ["unscaled", "scaled"] };
    expect(parameterLine(now, "zh")).toBe(
      "句子 = random，d = 8，词向量 = 随机，模型 = 不缩放,缩放",
    );
    expect(parameterLine({ seed: 13, vectors: "example" }, "es")).toBe(
      "semilla = 13, vectores = ejemplo resuelto",
    );
    const keys = [sentenceKeys, ...PARTS.map((part) => part.keys)].flatMap(Object.keys);
    const unnamed = keys.filter((key) => parameterLine({ [key]: 1 }, "zh") === `${key} = 1`);
    // The names of these are letters, or a word that is the same.
    expect([...new Set(unnamed)]).toEqual(["x", "a", "logits"]);
    const choices = keys.flatMap((key) => {
      const definition: object = DEFINITIONS[key as keyof State];
      const words = "words" in definition ? (definition.words as readonly string[]) : [];
      return words.map((word) => ({ key, word }));
    });
    const unnamedWords = choices
      .filter(({ key, word }) => parameterLine({ [key]: word }, "zh").endsWith(`= ${word}`))
      .map(({ word }) => word);
    // These are called so in Chinese as well.
    const called = "bfloat16 relu gelu xavier norm cap clip sgd adam adamw d".split(" ");
    const rules = ["qk-norm", "soft-cap", "log-n", "off-by-one"];
    expect([...new Set(unnamedWords)]).toEqual([...called, ...rules]);
  });
});

describe("the link below a picture", () => {
  const addressOf = (state: State) => `https://a.example/#${fragmentOf(state)}`;
  const linkOf = (state: Partial<State>, part: PartName = "matrices") => {
    const now = { ...START, ...state };
    return shortLink({ addressOf, state: now }, part, now);
  };

  it("has only what the figure depends on, where that differs from the start", () => {
    const hide = new Set(["header"]) as State["hide"];
    expect(linkOf({ dim: 32, theme: "dark", hide, draws: 77, cell: { row: 0, col: 1 } })).toBe(
      "https://a.example/#dim=32",
    );
    expect(linkOf({ draws: 77, view: "why" }, "gradient")).toBe(
      "https://a.example/#view=gradient&draws=77",
    );
  });

  it("opens the folds of the part, in which the figure may be", () => {
    const open = new Set(["gradient-draws", "variance-error"]) as State["open"];
    expect(linkOf({ open, view: "why" }, "gradient")).toBe(
      "https://a.example/#view=gradient&open=gradient-draws",
    );
  });

  it("has words as they are written, and recreates any sentence", () => {
    expect(linkOf({ sentence: "我 很 好", lang: "zh" })).toBe(
      "https://a.example/#sentence=我+很+好&lang=zh",
    );
    const property = (sentence: string) => {
      const url = new URL(linkOf({ sentence }));
      expect(readFragment(url.hash.slice(1)).state.sentence).toBe(
        readFragment(new URL(addressOf({ ...START, sentence })).hash.slice(1)).state.sentence,
      );
    };
    fc.assert(fc.property(fc.oneof(fc.string(), fc.string({ unit: "grapheme" })), property));
  });
});

it("a frozen page holds any state so that it can be read back from the element's attribute", () => {
  const property = (state: State) => {
    const page = frozen("<html><attention-scale><p>still</p></attention-scale></html>", state);
    const [, attribute = ""] = /<attention-scale state="([^"]*)">/.exec(page) ?? [];
    const text = attribute
      .replaceAll("&quot;", '"')
      .replaceAll("&lt;", "<")
      .replaceAll("&gt;", ">")
      .replaceAll("&amp;", "&");
    expect(readFragment(text)).toEqual({ state: { ...state, at: null }, junk: [] });
  };
  fc.assert(fc.property(states, property));
});

it("the citation names the figure, the link and the day", () => {
  const today = new Date("2026-11-20T12:00:00Z");
  const text = citation("50 % of d_k", "https://a.example/#x=1", today);
  expect(text).toContain("“50 % of d_k”");
  expect(text).toContain("https://a.example/#x=1 (retrieved 2026-11-20)");
  expect(text).toContain("50 \\% of d\\_k");
  expect(text).toContain("url = {https://a.example/#x=1}");
});
