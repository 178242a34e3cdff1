import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { version } from "../../package.json";
import { PIECES, pieceOf } from "../../web/src/export/pieces.js";
import { EMBED_START, forPage } from "../../web/src/state/embedded.js";
import { START, type State } from "../../web/src/state/state.js";
import { filesIn } from "../../web/tools/fingerprint.mjs";
import { inProject } from "../../web/tools/run.mjs";
import { nasty, pastedStates, readBack, shownText } from "./pasted.js";

const options = { version: "1.2.3", caption: "The caption.", alt: "The picture." };
const state: State = { ...START, sentence: "to be", dim: 100, hide: new Set(["header", "text"]) };

const decode = (text: string) =>
  text.replace(/&(?:#(\d+)|amp);/g, (_, code = "38") => String.fromCharCode(Number(code)));

/** name="value" pairs, as HTML and the three engines read them. */
const pairsIn = (text: string) =>
  [...text.matchAll(/ ([\w-]+)="([^"]*)"/g)].map(([, key, value]) => [key, value] as const);

/** The text between the delimiters of each kind. */
const inside = {
  hugo: /^\{\{< attention-scale( .*)? >\}\}$/,
  jekyll: /^\{% include attention-scale\.html( .*)? %\}$/,
  hexo: /^\{% attention_scale( .*)? %\}$/,
} as const;

describe("a piece to paste", () => {
  it.each([
    ["hugo", "{{< attention-scale", ">}}"],
    ["jekyll", "{% include attention-scale.html", "%}"],
    ["hexo", "{% attention_scale", "%}"],
  ] as const)("reads like a person's for %s", (kind, start, end) => {
    const given = 'sentence="to be" dim="100" hide="header,text"';
    const words = 'caption="The caption." alt="The picture."';
    expect(pieceOf(kind, state, options)).toBe(`${start} ${given} ${words} ${end}`);
  });

  it("has nothing inline that a strict host would refuse elsewhere", () => {
    for (const kind of ["html", "frame", "markdown"] as const) {
      const piece = pieceOf(kind, state, options);
      expect(piece).not.toMatch(/^\s|\n[ \t\n]| style=| on\w+=|<style|<script>/);
      // MDX asks for these tags to be closed.
      expect(piece).not.toMatch(/<(img|source)[^>]*[^/]>/);
    }
  });

  it.each([
    ["html", "html/element.html"],
    ["frame", "html/frame.html"],
    ["markdown", "markdown/element.md"],
  ] as const)("is what web/pieces shows for %s; vitest -u writes it anew", async (kind, file) => {
    const shown: State = { ...START, figure: "weights", hide: new Set(["header", "footer"]) };
    const words = {
      version,
      caption: "Attention without and with the division by √d.",
      alt: "Two attention matrices for “I am good”: without the division one word takes all, divided by √64 the weights are shared.",
    };
    const piece = `${pieceOf(kind, shown, words)}\n`;
    await expect(piece).toMatchFileSnapshot(`../../web/pieces/${file}`);
  });

  it("refers to the still picture of its own state, and to one for phones", () => {
    const still = { name: "still-scaled-1a.svg", heights: { wide: 300, narrow: 400 } } as const;
    const figure: State = { ...state, figure: "scaled" };
    for (const kind of ["html", "markdown", "frame"] as const) {
      const piece = pieceOf(kind, figure, { ...options, still });
      expect(piece).toContain(
        '<source media="(max-width: 480px)" srcset="/attention-scale/still-scaled-1a-narrow.svg" width="328" height="400" />',
      );
      expect(piece).toContain('src="/attention-scale/still-scaled-1a.svg" alt="The picture."');
      expect(piece).toContain('width="700" height="300"');
    }
    expect(pieceOf("frame", figure, { ...options, still })).toContain('height="330" frameborder');
    expect(pieceOf("hugo", figure, { ...options, still })).toContain(
      ' figure="scaled" hide="header,text" still="still-scaled-1a.svg" high="300" narrow="400" caption=',
    );
  });

  it("is in the guide as a frame, as it is written; no frame is a figure, which many sites indent", () => {
    const guide = readFileSync(inProject("web/docs/embedding.md"), "utf8");
    const frame = readFileSync(inProject("web/pieces/html/frame.html"), "utf8");
    expect(guide).toContain(`\`\`\`html\n${frame}\`\`\``);
    for (const file of filesIn("web/pieces")) {
      expect([file, readFileSync(inProject(file), "utf8")]).not.toEqual([
        file,
        expect.stringMatching(/<fig/),
      ]);
    }
  });

  it("has for Quarto the version of the package", () => {
    const path = "web/pieces/quarto/_extensions/attention-scale/_extension.yml";
    expect(readFileSync(inProject(path), "utf8")).toContain(`\nversion: ${version}\n`);
  });

  it("loads the listener before the frame, whose first message would be missed otherwise", () => {
    const piece = pieceOf("frame", { ...state, lang: "zh", theme: "dark" }, options);
    expect(piece.indexOf('<script src="/attention-scale/frame.js?v=1.2.3"></script>')).toBe(0);
    expect(piece).toContain(
      '<iframe class="attention-scale" src="/attention-scale/attention-scale.html#sentence=to+be&amp;dim=100&amp;lang=zh&amp;theme=dark&amp;hide=header%2Ctext" title="The caption."',
    );
    expect(piece).toContain("still-zh.svg");
  });

  it("says nothing of what is as at the start, and never scrolls its host", () => {
    for (const kind of PIECES) {
      const start = pieceOf(kind, START, options);
      const told =
        kind === "frame" ? start.replace("#theme=host&amp;hide=header%2Cfooter", "") : start;
      expect(told).not.toMatch(/sentence|dim=|state=|#/);
      expect(pieceOf(kind, { ...START, at: "why" }, options)).toBe(start);
      expect(pieceOf(kind, EMBED_START, options)).toBe(start);
    }
  });

  it("gives the state back, whatever its texts hold", () => {
    const property = (pasted: State, caption: string, alt: string) => {
      const words = { ...options, caption, alt };
      for (const [kind, form] of Object.entries(inside)) {
        const parameters = form.exec(pieceOf(kind as keyof typeof inside, pasted, words))?.[1];
        if (parameters === undefined) throw new Error(`Not one line of ${kind}.`);
        // Nothing that ends a tag or a string, and nothing that Go, Ruby or Nunjucks would read as
        // an escape.
        expect(parameters).not.toMatch(/[{}<>\\`'\p{Cc}]|%\}/u);
        const { caption: shown, alt: instead, ...keys } = Object.fromEntries(pairsIn(parameters));
        expect(readBack(keys)).toEqual(forPage(pasted));
        expect([shown, instead].map((text) => decode(text ?? ""))).toEqual(
          [caption, alt].map(shownText),
        );
      }
      for (const kind of ["html", "markdown"] as const) {
        const tag = /<attention-scale( [^>]*)?>/.exec(pieceOf(kind, pasted, words))?.[1] ?? "";
        const keys = pairsIn(tag).map(([key, value]) => [key, decode(value ?? "")]);
        expect(readBack(Object.fromEntries(keys))).toEqual(forPage(pasted));
      }
      for (const kind of ["html", "markdown", "frame"] as const) {
        const piece = pieceOf(kind, pasted, words);
        expect(piece).not.toMatch(/[{}`\\]|\n\s/);
        const [, fragment = ""] = /attention-scale\.html#([^"]*)"/.exec(piece) ?? [];
        expect(forPage(readBack({ state: decode(fragment) }))).toEqual(forPage(pasted));
      }
    };
    fc.assert(fc.property(pastedStates, nasty, nasty, property), { numRuns: 500 });
  });
});
