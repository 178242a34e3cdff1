import { readdirSync, readFileSync } from "node:fs";
import formulas from "formulas";
import reasonFormulas from "reason-formulas";
import { describe, expect, it } from "vitest";
import { RULES } from "../../web/src/parts/choices/experiments.js";
import sources from "../../web/src/text/formulas.json" with { type: "json" };

/** The formulas of each part. */
const partSources = Object.values(
  import.meta.glob<Record<string, string>>("../../web/src/parts/*/formulas.json", {
    eager: true,
    import: "default",
  }),
);
const reasonSources = Object.assign({}, ...partSources);
/** Those of the rules, which are called by these. */
const OF_RULES = RULES.map((rule) => `choice-${rule}`);
const src = new URL("../../web/src/", import.meta.url);
const code = readdirSync(src, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts"))
  .map((file) => readFileSync(new URL(file, src), "utf8"))
  .join("\n");

describe("the formulas", () => {
  it("are all made of their TeX", () => {
    expect(Object.keys(formulas)).toEqual(Object.keys(sources));
    expect(Object.keys(reasonFormulas).sort()).toEqual(Object.keys(reasonSources).sort());
  });

  it("of the parts have names that occur once", () => {
    const names = [sources, ...partSources].flatMap(Object.keys);
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
  });

  it.each(Object.entries({ ...formulas, ...reasonFormulas }))(
    "are MathML without a mistake: %s",
    (name, mathml) => {
      expect(mathml).toMatch(/^<math.*<\/math>$/s);
      expect(mathml).not.toMatch(/merror|temml-error|ParseError|\\/);
      expect(mathml.includes('display="block"')).toBe(name.endsWith("Display"));
      const open: string[] = [];
      for (const [, close, tag = "", alone] of mathml.matchAll(/<(\/?)([a-z]+)[^>]*?(\/?)>/g)) {
        if (close === "/") expect(open.pop()).toBe(tag);
        else if (alone !== "/") open.push(tag);
      }
      expect(open).toEqual([]);
    },
  );

  it("are all used", () => {
    // A formula stands in a sentence, on its own, or in the list of a section; a part may have no
    // list.
    const inCall = (name: string) =>
      new RegExp(`[fF]ormulas?\\([^)]*"${name}"|\\$${name}\\$`).test(code);
    const lists = [...code.matchAll(/\b(?:formulas|furtherFormulas): \[([^\]]*)\]/g)].map(
      ([, list]) => list,
    );
    expect(lists.length).toBeGreaterThan(10);
    const inList = (name: string) => lists.some((list) => list?.includes(`"${name}"`));
    const names = Object.keys({ ...sources, ...reasonSources });
    const unused = names.filter((name) => !inCall(name) && !inList(name));
    // Each rule has its own.
    expect(unused).toEqual(OF_RULES);
  });

  it("are all defined where a section or a list names them", () => {
    const calls = [
      ...code.matchAll(/\b(?:displayF|f)ormulas?\(([^)`]*)\)|\bformulas: \[([^\]]+)\]/g),
    ];
    const named = calls.flatMap(([, call = "", list = ""]) =>
      [...(call + list).matchAll(/"(\w+)"/g)].map(([, name = ""]) => name),
    );
    expect(named.length).toBeGreaterThan(15);
    const known = { ...sources, ...reasonSources };
    expect(named.filter((name) => !(name in known))).toEqual([]);
  });
});
