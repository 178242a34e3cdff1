import type { TemplateResult } from "lit";
import { describe, expect, it } from "vitest";
import { plainText, rich, say } from "../../web/src/text/rich.js";
import { richText, typeset } from "../../web/src/ui/rich.js";

/** The texts of a template; what stands in one line is in braces, a formula is √. */
function written(part: unknown): string {
  if (Array.isArray(part)) return part.map(written).join("");
  if (typeof part === "string") return part;
  const { strings, values } = part as TemplateResult;
  if (!strings || strings[0]?.startsWith("<math")) return "√";
  const inside = values
    .map((value, i) => (strings[i]?.endsWith("=") ? "" : written(value)))
    .join("");
  return strings[0] === '<bdi class="kept">' ? `{${inside}}` : inside;
}

describe("a formula in a text", () => {
  it.each([
    ["从 $−σ$，到 $σ$。", "从 {−√，}到 {√。}"],
    ["of $d$ (and $n$), $n$ ≥ 2", "of {√} (and {√),} {√ ≥ 2}"],
    ["10⁻³，和 1", "103，和 1"],
  ])("keeps the signs beside it in its line: %s", (text, expected) => {
    expect(written(typeset(text)).replaceAll("−3", "3")).toBe(expected);
  });

  it("keeps them across the marks of a sentence", () => {
    expect(written(richText("（$d$），[+除以 √d，+]不"))).toBe("{（√），}除以 {√，}不");
  });
});

describe("a marked sentence", () => {
  it("is its words and its marked words in order, without empty pieces", () => {
    const values = {
      query: "I",
      shares: [0, 57],
      more: ["and ", { kind: "strong", text: "more" }],
    };
    const text = "[={query}=] gives [+{shares.1} %+]**!** {more}[:x[-1]:]$sigma2$";
    expect(rich<string>(text, values)).toEqual([
      { kind: "word", text: "I" },
      " gives ",
      { kind: "scaled", text: "57 %" },
      { kind: "strong", text: "!" },
      " ",
      "and ",
      { kind: "strong", text: "more" },
      { kind: "code", text: "x[-1]" },
      { kind: "math", text: "sigma2" },
    ]);
    expect(rich("")).toEqual([]);
  });

  it("leaves what readers typed as it is", () => {
    const typed = "<b>&amp;</b> **x** $d$ {typed}";
    expect(plainText(rich("[={typed}=] or {typed} is a word", { typed }))).toBe(
      `${typed} or ${typed} is a word`,
    );
    expect(say("{typed}: {typed}", { typed })).toBe(`${typed}: ${typed}`);
    expect(written(richText("[={typed}=]", { typed }))).toBe(typed);
  });

  it("takes no sentence for a place inside its marks", () => {
    const one = { kind: "strong", text: "one" } as const;
    expect(rich("{one} of all", { one })).toEqual([one, " of all"]);
    expect(() => rich("[+{one} of all+]", { one })).toThrow('"{one} of all"');
  });
});
