/** The picture that can be tapped where scripts are forbidden, and the code of a link. */
import { decodeQR } from "qr/decode.js";
import { describe, expect, test } from "vitest";
import { requestOf, sentenceAttention } from "../../web/src/attention/sentence-attention.js";
import { INLINE_SVG } from "../../web/src/export/inline-svg.js";
import { linkCode } from "../../web/src/export/link-code.js";
import { LONGEST_LINK, sharedLink } from "../../web/src/export/parameters.js";
import { ARTICLE_WIDTH, ROUNDS } from "../../web/src/export/taps.js";
import { TAPPED_DIMS } from "../../web/src/export/wechat.js";
import { type Language, START } from "../../web/src/state/state.js";
import { readWords } from "../../web/src/state/words.js";
import { attentionFinding, captionOf } from "../../web/src/text/finding.js";
import { TEXTS } from "../../web/src/text/index.js";
import { weight } from "../../web/src/text/numbers.js";
import { plainText } from "../../web/src/text/rich.js";
import { unmarked } from "../../web/src/text/typeset.js";
import { engine } from "../loaded-engine.js";
import { pageOf, pasted, SITE } from "./tapped-figure.js";

/** An element as the text of an SVG has it. */
interface Tag {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly depth: number;
}

/** The elements of a picture; throws where it is no XML. */
function tagsOf(svg: string): Tag[] {
  const open: string[] = [];
  const tags: Tag[] = [];
  const pattern = /<(\/?)([A-Za-z]+)((?: [\w-]+="[^"<]*")*)(\/?)>|([^<>]+)/g;
  let read = 0;
  for (const [text, closes, name = "", attributes = "", alone, written] of svg.matchAll(pattern)) {
    read += text.length;
    if (written !== undefined) {
      expect(written).toMatch(/^(?:[^&]|&(?:amp|lt|gt|quot);)*$/);
      continue;
    }
    if (closes === "/") {
      expect(open.pop()).toBe(name);
      continue;
    }
    const pairs = [...attributes.matchAll(/ ([\w-]+)="([^"]*)"/g)];
    tags.push({
      name,
      attributes: Object.fromEntries(pairs.map(([, key, value]) => [key, value])),
      depth: open.length,
    });
    if (alone === "") open.push(name);
  }
  expect([read, open]).toEqual([svg.length, []]);
  return tags;
}

const MANY_WORDS = Array.from({ length: 64 }, (_, i) => `word${i}`).join(" ");
const SENTENCES: readonly (readonly [Language, string])[] = [
  ["en", "I am good"],
  ["zh", "今天 天气 很 好"],
  ["en", `<b>&amp;</b> "x" 'y' ]]> <script>alert(1)</script> url(#a) ${"long".repeat(24)}`],
  ["zh", MANY_WORDS],
  ["es", "hola"],
];

describe("a picture for articles without scripts", () => {
  test.each(SENTENCES)("has only what such an article keeps: %s, %s", (language, sentence) => {
    const { svg, html } = pasted(language, { sentence });
    for (const { name, attributes } of tagsOf(svg)) {
      const kept: readonly string[] = INLINE_SVG[name as keyof typeof INLINE_SVG] ?? [];
      expect([name, Object.keys(attributes).filter((key) => !kept.includes(key))]).toEqual([
        name,
        [],
      ]);
      const values = Object.values(attributes).join(" ");
      if (name !== "svg") expect(values).not.toMatch(/url\(|NaN|undefined|Infinity/);
    }
    expect(svg).not.toMatch(/<(?:script|style|defs|use|foreignObject)\b| (?:id|class|href)=/);
    expect(svg).toMatch(new RegExp(`^<svg [^>]*viewBox="0 0 ${ARTICLE_WIDTH} \\d+" width="100%"`));
    // A draft takes less than a megabyte.
    expect(html.length).toBeLessThan(700_000);
  });

  test("moves by taps on an element itself alone, and does not go deeper than parsers do", () => {
    const tags = tagsOf(pasted("en", {}).svg);
    const moves = tags.filter(({ name }) => name === "animateTransform");
    expect(moves).toHaveLength(ROUNDS * 2 * TAPPED_DIMS.length + 1);
    for (const { attributes } of moves) {
      expect(attributes).toMatchObject({ begin: "click", type: "translate", fill: "freeze" });
      // Nothing flickers where an element that has moved is tapped again.
      expect(attributes.from).toBe(attributes.to);
    }
    // libxml2 refuses documents of more than 256.
    expect(Math.max(...tags.map(({ depth }) => depth))).toBeLessThan(128);
  });

  test.each(["en", "zh"] as const)("holds the numbers of each dimension: %s", (language) => {
    const { svg, html, plain } = pasted(language, {});
    const { words } = readWords(START.sentence);
    for (const dim of TAPPED_DIMS) {
      const result = sentenceAttention(engine, requestOf({ ...START, dim }, words));
      for (const side of [result.unscaled, result.scaled]) {
        for (const peak of side.peak) expect(svg).toContain(`>${weight(peak)}</text>`);
      }
    }
    const first = sentenceAttention(engine, requestOf(START, words));
    const finding = unmarked(
      plainText(captionOf(TEXTS[language].matrices, attentionFinding(first))),
    );
    expect(html).toContain(`<p>${finding}</p>`);
    expect(html).toContain(svg.trim());
    expect(plain.split("\n").slice(0, 2)).toEqual([unmarked(TEXTS[language].site), finding]);
    expect(plain.split("\n").at(-1)).toMatch(SITE);
  });

  test("has one dimension where the worked example has only one", () => {
    const { svg } = pasted("en", { vectors: "example" });
    expect(svg).not.toContain(">512</text>");
    expect(svg.match(/<animateTransform/g)).toHaveLength(2 * ROUNDS + 1);
  });

  test("names no link to a file on the writer’s disk", () => {
    const { html, plain } = pasted("en", {}, "file:///home/writer/attention-scale.html");
    expect(html + plain).not.toContain("file:");
  });
});

/** The text of a code, as another library reads its picture. */
function readCode(link: string): string {
  const { rows, cols, fill } = linkCode(link);
  const scale = 4;
  const width = cols * scale;
  const height = rows * scale;
  const data = new Uint8ClampedArray(4 * width * height);
  for (let i = 0; i < width * height; i += 1) {
    const color = fill(Math.floor(i / width / scale), Math.floor((i % width) / scale));
    data.set(color === "#000000" ? [0, 0, 0, 255] : [255, 255, 255, 255], 4 * i);
  }
  return decodeQR({ width, height, data });
}

describe("the code of a link", () => {
  test("is read by another library, at any length that is offered", () => {
    const links = ["#dim=64", `#sentence=${encodeURIComponent("今天 天气 很 好")}&dim=8`];
    const longest = `${SITE}#`.padEnd(LONGEST_LINK, "a1%&");
    const all = [...links.map((end) => SITE + end), longest];
    expect(all.map(readCode)).toEqual(all);
  });

  test("holds a link as browsers read it, and none to a file", () => {
    const state = { ...START, sentence: "我 很 “好” & <b>" };
    const link = sharedLink(pageOf("zh", state), "matrices", state) ?? "";
    expect(link).toMatch(/^[!-~]+$/);
    const typed = new URLSearchParams(new URL(link).hash.slice(1)).get("sentence");
    expect(typed).toBe(state.sentence);
    expect(sharedLink(pageOf("zh", state, "file:///x.html"), "matrices", state)).toBeNull();
  });
});
