import { describe, expect, it } from "vitest";
import { importsOf, withReplacedImports, withTightTemplates } from "../../web/tools/syntax.ts";

describe("scripts that are changed by their syntax tree", () => {
  it("lose the indentation of templates, also of one within another, and nothing else", () => {
    const code = [
      "const π = 'two\\n   spaces';",
      "   const page = html`<p>√",
      `     \${items.map((item) => html\`<b>`,
      `       \${item}</b>\`)}`,
      "",
      "   </p>`;",
      "   /* a `comment`",
      "      of two lines */",
    ];
    expect(withTightTemplates("page.js", code.join("\n")).split("\n")).toEqual([
      "const π = 'two\\n   spaces';",
      "   const page = html`<p>√",
      `\${items.map((item) => html\`<b>`,
      `\${item}</b>\`)}`,
      "</p>`;",
      "   /* a `comment`",
      "      of two lines */",
    ]);
  });

  it("have every import() of a file beside them replaced, and no text that looks like one", () => {
    const code = `const é = 1; import("./one.js"); const text = 'import("./two.js")';
      const load = () => import(
        './three.js'
      ); import(address); import("https://example.org/four.js"); // import("./five.js")`;
    const changed = withReplacedImports(
      "page.js",
      code,
      (call, file) => `[${file}](${call.length})`,
    );
    expect(changed).toBe(`const é = 1; [one.js](18); const text = 'import("./two.js")';
      const load = () => [three.js](36); import(address); import("https://example.org/four.js"); // import("./five.js")`);
  });

  it("name what they import before they start", () => {
    const code = `import a from "./a.js"; import "./b.js"; export * from "./c.js"; import("./d.js");
      export { e } from "e"; export const f = "./f.js";`;
    expect(importsOf("page.js", code)).toEqual(["./a.js", "./b.js", "./c.js", "e"]);
  });

  it("are refused where they are no JavaScript", () => {
    expect(() => withTightTemplates("page.js", "const = 1;")).toThrow("page.js");
  });
});
