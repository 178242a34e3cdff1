/** What attributes and properties of the element say, however and in whatever order they come. */
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { ATTRIBUTES, Attributes } from "../../web/src/element/attributes.js";
import { addProperties } from "../../web/src/element/guest.js";
import type { PageElement } from "../../web/src/page/page.js";
import { EMBED_START } from "../../web/src/state/embedded.js";
import { type Junk, type State, writeFragment } from "../../web/src/state/state.js";
import { definitions, junkValues, states, valuesOf } from "./states.js";

vi.stubGlobal("document", { baseURI: "https://host.example/post/" });

/** What the element does with attributes, without what it shows; a reader may change its state. */
class Tag {
  current: State = EMBED_START;
  junk: readonly Junk[] = [];
  readonly given = new Map<string, string>();
  private readonly attributes = new Attributes(this as unknown as Element);

  get state(): State {
    return this.current;
  }
  getAttribute(name: string): string | null {
    return this.given.get(name) ?? null;
  }
  hasAttribute(name: string): boolean {
    return this.given.has(name);
  }
  setAttribute(name: string, value: string): void {
    if (this.getAttribute(name) === value) return;
    this.given.set(name, value);
    this.follow(name);
  }
  removeAttribute(name: string): void {
    if (this.given.delete(name)) this.follow(name);
  }
  report(wrong: Junk): void {
    this.junk = [...this.junk, wrong];
  }
  private follow(name: string): void {
    const { state, junk } = this.attributes.follow(name, this);
    this.current = state;
    this.junk = junk;
  }
}
addProperties(Tag.prototype as unknown as PageElement);

/** A fresh element with attributes. */
function tagWith(given: Iterable<readonly [name: string, value: string]>): Tag {
  const tag = new Tag();
  for (const [name, value] of given) tag.setAttribute(name, value);
  return tag;
}

describe("the attribute lang", () => {
  it.each([
    ["zh-CN", "zh"],
    ["zh-Hans", "zh"],
    ["en-GB", "en"],
    ["ZH", "zh"],
    ["es-MX", "es"],
    ["ja-JP", "ja"],
    ["", null],
  ])("%s is %s", (tag, lang) => {
    const { state, junk } = tagWith([["lang", tag]]);
    expect([state.lang, junk]).toEqual([lang, []]);
  });

  it("of another language is reported", () => {
    const { junk } = tagWith([["lang", "fr"]]);
    expect(junk).toEqual([{ key: "lang", value: "fr", known: true }]);
    expect(tagWith([["lang", "english"]]).junk).toHaveLength(1);
  });
});

describe("attributes", () => {
  /** What a property was given that is no text stands in no attribute. */
  const KINDS = ["object", "function", "symbol"];
  const told = ({ junk }: Tag) =>
    junk
      .filter(({ value }) => !KINDS.includes(value))
      .map(({ key, value }) => `${key}=${value}`)
      .sort();

  const places = ["weights", "scaled", "gradient-share", "many-heads", "flow-diagram", "no-figure"];
  const textsOf = (name: string): fc.Arbitrary<string> => {
    const key = definitions.find(([each]) => each === name)?.[1];
    const valid =
      key === undefined
        ? states.map(writeFragment)
        : valuesOf(key).any.map((value) => key.write(value));
    const known = name === "figure" ? fc.constantFrom(...places) : valid;
    return fc.oneof(known, valid, junkValues, fc.constantFrom("", "dim=9&seed=no", "x=y"));
  };
  const others = fc.constantFrom<unknown>(null, undefined, false, true, 7, {}, [1], Symbol("a"));
  /** Those that decide on others come more often. */
  const names = fc.oneof(
    fc.constantFrom("view", "figure", "at", "state", "sentence", "second", "dim", "cell"),
    fc.constantFrom(...ATTRIBUTES),
  );
  interface Step {
    readonly name: string;
    readonly by: "attribute" | "property";
    readonly value: unknown;
  }
  const steps: fc.Arbitrary<Step> = names.chain((name) =>
    fc.oneof(
      fc.record<Step>({
        name: fc.constant(name),
        by: fc.constantFrom("attribute", "property"),
        value: textsOf(name),
      }),
      fc.record<Step>({ name: fc.constant(name), by: fc.constant("property"), value: others }),
    ),
  );

  it("that are the same give the same state and the same sentences, however they came", () => {
    const property = (came: readonly Step[], seed: number) => {
      const tag = new Tag();
      for (const { name, by, value } of came) {
        if (by === "property") Reflect.set(tag, name, value);
        else tag.setAttribute(name, String(value));
      }
      const place = ([name]: readonly [string, string]) =>
        Math.sin(seed * (1 + ATTRIBUTES.indexOf(name)));
      const shuffled = [...tag.given].sort((a, b) => place(a) - place(b));
      for (const fresh of [tagWith(tag.given), tagWith(shuffled)]) {
        expect(fresh.given).toEqual(tag.given);
        expect(tag.state).toEqual(fresh.state);
        expect(told(tag)).toEqual(told(fresh));
      }
    };
    fc.assert(fc.property(fc.array(steps, { maxLength: 12 }), fc.nat(), property), {
      numRuns: 500,
    });
  });

  it("that become wrong give the default, as from the start", () => {
    const tag = tagWith([["dim", "32"]]);
    tag.setAttribute("dim", "abc");
    expect([tag.state.dim, told(tag)]).toEqual([64, ["dim=abc"]]);
    tag.setAttribute("state", "dim=9");
    expect(tag.state.dim).toBe(9);
  });

  it("that Preact empties are none", () => {
    const tag = tagWith([]);
    Object.assign(tag, { cell: "0,1", dim: 32, lang: "zh", home: "/page.html", at: "scores" });
    expect(tag.state.cell).toEqual({ row: 0, col: 1 });
    Object.assign(tag, { cell: "", dim: "", lang: "", home: "", at: "" });
    expect([tag.state, tag.junk]).toEqual([EMBED_START, []]);
  });

  it("leave what the reader has changed until they decide on it", () => {
    const tag = tagWith([["dim", "32"]]);
    tag.current = { ...tag.current, dim: 100, seed: 5 };
    tag.setAttribute("theme", "dark");
    expect([tag.state.dim, tag.state.seed, tag.state.theme]).toEqual([100, 5, "dark"]);
    tag.setAttribute("dim", "33");
    expect([tag.state.dim, tag.state.seed]).toEqual([33, 5]);
    tag.setAttribute("state", "exponent=1");
    expect([tag.state.dim, tag.state.seed]).toEqual([33, 13]);
  });

  it("tell what was wrong again only where they change", () => {
    const tag = tagWith([
      ["dim", "abc"],
      ["seed", "x"],
    ]);
    tag.junk = [];
    tag.setAttribute("theme", "dark");
    expect(tag.junk).toEqual([]);
    tag.setAttribute("seed", "y");
    expect(told(tag)).toEqual(["seed=y"]);
  });
});

describe("the attribute cuts", () => {
  const sentence = "研究生命起源";

  it("says how the sentence is cut, whichever of the two is set first", () => {
    const fitting = { sentence, cuts: "3.1.2" };
    for (const given of [Object.entries(fitting), Object.entries(fitting).reverse()]) {
      const tag = tagWith(given);
      expect([tag.state.sentence, tag.state.cuts, tag.junk]).toEqual([sentence, "3.1.2", []]);
    }
  });

  it("is named where it does not fit, and where it is no list", () => {
    for (const cuts of ["3.1", "3,1,2"]) {
      const tag = tagWith(Object.entries({ sentence, cuts }));
      expect(tag.junk).toEqual([{ key: "cuts", value: cuts, known: true }]);
      expect(tag.state).toEqual(tagWith([["sentence", sentence]]).state);
    }
  });

  it("is not that of a sentence before, which would fit by chance", () => {
    const other = "今天天气很好";
    const tag = tagWith(Object.entries({ sentence, cuts: "3.1.2" }));
    tag.removeAttribute("cuts");
    tag.setAttribute("sentence", other);
    expect(tag.state.cuts).toBe(tagWith([["sentence", other]]).state.cuts);
  });
});
