import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { changed, chapterStart, firstSentence } from "../../web/src/state/chapters.js";
import {
  DEFINITIONS,
  KEYS,
  readFragment,
  readValue,
  START,
  type State,
  writeFragment,
} from "../../web/src/state/state.js";
import { readWords } from "../../web/src/state/words.js";
import { definitions, expectValid, junkValues, states, texts, valuesOf } from "./states.js";

const ANCHORS = DEFINITIONS.at.words;
const stateOf = (fragment: string) => readFragment(fragment).state;

describe.each(definitions)("the key %s", (_, key) => {
  const { any, edges, has } = valuesOf(key);

  it("starts with a value that it allows", () => {
    expect(has(key.start)).toBe(true);
    expect(key.read(key.write(key.start))).toEqual(key.start);
  });

  it("reads what it writes", () => {
    const property = (value: unknown) => {
      expect(key.read(key.write(value))).toEqual(value);
    };
    for (const edge of edges) property(edge);
    fc.assert(fc.property(any, property));
  });

  it("reads an allowed value or none, whatever the text", () => {
    const property = (text: string) => {
      const read = key.read(text);
      expect(read === undefined || has(read)).toBe(true);
    };
    fc.assert(fc.property(fc.oneof(junkValues, texts), property));
  });
});

describe("the URL fragment", () => {
  it("recreates any state", () => {
    const property = (state: State) => {
      const fragment = writeFragment(state);
      expect(readFragment(fragment)).toEqual({ state, junk: [] });
      expect(readFragment(`#${fragment}`)).toEqual({ state, junk: [] });
    };
    fc.assert(fc.property(states, property), { numRuns: 1000 });
  });

  it("is empty for the start, and the start is what an empty one means", () => {
    expect(writeFragment(START)).toBe("");
    for (const empty of ["", "#"]) expect(readFragment(empty)).toEqual({ state: START, junk: [] });
  });

  it("names only what differs from the start", () => {
    expect(writeFragment({ ...START, dim: 100 })).toBe("dim=100");
    expect(writeFragment({ ...START, sentence: "" })).toBe("sentence=");
    expect(writeFragment({ ...START, x: START.x.map((row) => [...row]) })).toBe("");
  });

  it("keeps where the words of a text were divided, whatever the dictionary here says", () => {
    for (const cuts of ["2.2.2", "3.1.2", "1.1.1.1.1.1", "6"]) {
      const state = { ...START, sentence: "研究生命起源", cuts };
      const link = new URLSearchParams({ sentence: state.sentence, cuts });
      expect(writeFragment(state)).toBe(`${link}`);
      expect(readFragment(`${link}`)).toEqual({ state, junk: [] });
    }
    const second = { ...START, view: "cross", second: "我很好", secondcuts: "2.1" } as const;
    expect(stateOf(writeFragment(second))).toEqual(second);
  });

  it("names where the words are divided of a text that was typed, or came without", () => {
    const typed = changed(START, { sentence: "今天天气很好", second: "研究生命" });
    expect(typed.cuts.split(".").reduce((sum, length) => sum + Number(length), 0)).toBe(6);
    expect(typed.secondcuts).toMatch(/^\d(\.\d)*$/);
    expect(writeFragment(typed)).toContain(`&cuts=${typed.cuts}&`);
    expect(stateOf(`sentence=${typed.sentence}`).cuts).toBe(typed.cuts);
    expect(stateOf(writeFragment(typed))).toEqual(typed);
  });

  it("divides a text anew that is typed, and keeps the cuts of one that stays", () => {
    const own = stateOf("sentence=研究生命起源&cuts=3.1.2&second=我很好&secondcuts=2.1");
    expect(changed(own, { dim: 3 })).toEqual({ ...own, dim: 3 });
    expect(changed(own, { sentence: "研究生命起来" }).cuts).not.toBe("3.1.2");
    expect(changed(own, { sentence: "I am good" }).cuts).toBe("");
    expect(changed(own, { second: "I am good" })).toMatchObject({ cuts: "3.1.2", secondcuts: "" });
    // The same text typed again is divided by the dictionary here.
    expect(changed(own, { sentence: own.sentence }).cuts).toBe(
      stateOf(`sentence=${own.sentence}`).cuts,
    );
  });

  it.each(["I am good", "今天 天气 很好", "自注意力机制 除以 根号", "我，你 3"])(
    "names no cuts where no dictionary divides: %s",
    (sentence) => {
      expect(stateOf(writeFragment({ ...START, sentence }))).toEqual({ ...START, sentence });
      expect(changed(START, { sentence }).cuts).toBe("");
    },
  );

  it("reads + and %20 as spaces, and %2B as a plus", () => {
    expect(stateOf("sentence=you+are%20kind%2Bgood").sentence).toBe("you are kind+good");
  });

  it("has the keys of links that were given away, by their names and in their order", () => {
    const link =
      "sentence=%E4%BB%8A%E5%A4%A9%E5%BE%88%E5%A5%BD&cuts=2.2&dim=100&seed=7&vectors=example&projections=identity" +
      "&x=1%2C2%2C3%3B4%2C5%2C6%3B7%2C8%2C-0.5&exponent=0.25&view=matrices&figure=weights&lang=zh" +
      "&theme=dark&hide=footer%2Cshare&cell=1%2C2&open=variance-rows&asked=on&guess=depth-1&present=on&lesson=variance&solutions=on&at=why&samples=500&sampledim=9" +
      "&sampleseed=4&sigma=2.5&law=sign&source=typed&a=3&logits=1%2C-2%2C30&word=2&factor=0.5" +
      "&shift=-4&upstream=7&keys=8&draws=99&drawseed=3&loss=target&target=2&measure=peak" +
      "&precision=bfloat16&accumulate=float&place=both&size=1.5&heads=4&head=3&query=2" +
      "&division=with&row=2&second=%E0%B8%A3%E0%B8%B2%E0%B8%84%E0%B8%B2%E0%B8%96%E0%B8%B9%E0%B8%81&secondcuts=4.2&pair=3%2C4&dk=7&dv=9&projection=pasted" +
      "&wq=1%2C2%3B3%2C4&wk=5%2C6%3B7%2C8&wv=9%3B10&layers=12&layer=3&norm=pre&activation=gelu" +
      "&causal=off&init=packed&box=feed2&secondword=5&encoders=20&task=recall&lanes=one%2Csmaller" +
      "&optimiser=sgd&rate=2&batch=8&tokens=4&blocks=2&blockheads=3&gain=2&cap=30&clip=20&date=Nov+20+2026" +
      "&gridoptimiser=adam&gridone=norm&gridtwo=cap&gridsteps=50&rule=soft-cap&ruleheads=2&wsize=10&neutral=64" +
      "&rulekeys=512&ruledraws=16&against=keys&reached=slope&rowdraws=50&cosine=0.3&sharpness=4&bug=twice" +
      "&prompt=Why&temperature=0.5&modellayer=3&modelhead=4" +
      "&modelword=9&measured=own&passage=To+be&undivided=head";
    expect(writeFragment(stateOf(link))).toBe(link);
    // Keys that came later stand among them, and change the order of none.
    const given = new URLSearchParams(link);
    expect([...given.keys()]).toEqual(KEYS.filter((key) => given.has(key)));
    expect(stateOf("x=1,2,3;4,5,6;7,8,-.5&logits=1,-2,3e1&cell=1,2&hide=footer,share")).toEqual({
      ...START,
      x: [
        [1, 2, 3],
        [4, 5, 6],
        [7, 8, -0.5],
      ],
      logits: [1, -2, 30],
      cell: { row: 1, col: 2 },
      hide: new Set(["footer", "share"]),
    });
  });

  it("has the sentence of the chapter's start where it names none", () => {
    const hungry = "A dog ate the food because it was hungry";
    for (const own of [
      "view=heads",
      "view=cross",
      "at=steps",
      "figure=cross-scaled",
      "view=page&at=cross",
    ]) {
      expect(stateOf(own).sentence, own).toBe(hungry);
    }
    for (const own of [
      "",
      "view=why",
      "at=variance",
      "figure=weights",
      "view=heads&sentence=I+am+good",
    ]) {
      expect(stateOf(own).sentence, own).toBe("I am good");
    }
    expect(writeFragment(stateOf("view=heads"))).toBe("view=heads");
    expect(writeFragment({ ...START, view: "heads" })).toBe("sentence=I+am+good&view=heads");
  });

  it("has two sentences of the start of the chapter of the Transformer", () => {
    const { sentence, second } = stateOf("view=transformer");
    expect([sentence.split(" ").length, second.split(" ").length]).toEqual([9, 8]);
    expect(stateOf("view=heads").second).toBe("我 很 好");
    expect(writeFragment(stateOf("view=transformer"))).toBe("view=transformer");
    const typed = { ...stateOf("view=transformer"), second: "我 很 好" };
    expect(readFragment(writeFragment(typed)).state).toEqual(typed);
    expect(changed(stateOf("view=transformer"), { view: "heads" })).toEqual(stateOf("view=heads"));
  });

  it("changes an untouched sentence with the chapter, and keeps one that was given", () => {
    const hungry = stateOf("view=heads");
    expect(changed(START, { view: "heads" })).toEqual(hungry);
    expect(changed(hungry, { view: "page" })).toEqual(START);
    expect(changed(START, { at: "cross" }).sentence).toBe(hungry.sentence);
    const own = { ...START, sentence: "to be" };
    expect(changed(own, { view: "heads" }).sentence).toBe("to be");
    expect(changed(hungry, { sentence: "I am good" }).sentence).toBe("I am good");
  });

  it("leave the first sentence of a language where the chapter has no other, and give it back", () => {
    const first = firstSentence("zh");
    const chinese = { ...START, sentence: first };
    const to = (from: State, view: State["view"]) => changed(from, { view }, first);
    expect(to(chinese, "why").sentence).toBe(first);
    expect(to(chinese, "transformer")).toEqual(stateOf("view=transformer"));
    expect(to(to(chinese, "heads"), "page")).toEqual(chinese);
    // What a link shows, which leaves the sentence out, stays.
    expect(to(START, "why").sentence).toBe(START.sentence);
    expect(firstSentence("en")).toBe(START.sentence);
    // Blanks part the words: no dictionary of a browser is asked, so nothing has to be cut.
    expect(readWords(first)).toMatchObject({ words: ["我", "很", "好"], cuts: "" });
    expect(readWords(firstSentence("ja"))).toMatchObject({
      words: ["私", "は", "元気", "です"],
      cuts: "",
    });
  });

  it("takes the last of a key given twice", () => {
    expect(stateOf("dim=2&dim=3").dim).toBe(3);
    expect(stateOf("dim=2&dim=no").dim).toBe(2);
  });

  it("takes the name of a section alone for that section", () => {
    for (const at of ANCHORS) {
      const sentences = chapterStart({ ...START, at });
      expect(readFragment(`#${at}`)).toEqual({ state: { ...START, at, ...sentences }, junk: [] });
    }
    expect(readFragment("#why&dim=3").state).toEqual({ ...START, at: "why", dim: 3 });
    expect(readFragment("#vectors=example").state).toEqual({ ...START, vectors: "example" });
  });

  it.each([
    ["1,2", [1, 2]],
    ["1 2", [1, 2]],
    [" 1,  -2;3 ", [1, -2, 3]],
    ["1，2；3、−4.5", [1, 2, 3, -4.5]],
    [",1,,2,", [1, 2]],
    ["1e3\t-1e3", [1000, -1000]],
    [Array(16).fill(0).join(), Array(16).fill(0)],
  ])("reads %s as a list of logits", (text, logits) => {
    const { state, junk } = readFragment(`logits=${encodeURIComponent(text)}`);
    expect(junk).toEqual([]);
    expect(state.logits).toEqual(logits);
    expect(stateOf(writeFragment(state)).logits).toEqual(logits);
  });

  it("takes one entry for an upstream gradient, and two at least for logits", () => {
    expect(stateOf("upstream=2").upstream).toEqual([2]);
    expect(readFragment("logits=2")).toMatchObject({ state: START, junk: [{ key: "logits" }] });
  });

  it.each([
    ["hide=", []],
    ["hide=header", ["header"]],
    ["hide=header,footer,header", ["header", "footer"]],
    ["hide=,header,,", ["header"]],
    ["hide=header%2Ctext", ["header", "text"]],
  ])("reads %s as a list of parts", (fragment, parts) => {
    expect(readFragment(fragment)).toEqual({ state: { ...START, hide: new Set(parts) }, junk: [] });
  });

  it("says by an empty value that none is chosen, where none may be", () => {
    const { state, junk } = readFragment("cell=0,1&at=scores&lang=zh&cell=&at=&lang=");
    expect([state, junk]).toEqual([START, []]);
  });

  it("gives a valid state whatever it holds, and that state can be written and read again", () => {
    const anything = fc.string({ unit: fc.nat(0xffff).map((unit) => String.fromCharCode(unit)) });
    const key = fc.oneof(fc.constantFrom(...KEYS, ...ANCHORS, "__proto__", "constructor"), texts);
    const number = fc.oneof(fc.double(), fc.integer(), fc.maxSafeNat()).map(String);
    const value = fc.oneof(
      anything,
      number,
      fc.array(number).map((list) => list.join(",")),
      junkValues,
    );
    const pair = fc.tuple(key, value).map(([name, text]) => `${name}=${text}`);
    const pairs = fc.array(pair, { maxLength: 6 }).map((list) => list.join("&"));
    const property = (fragment: string) => {
      const { state } = readFragment(fragment);
      expectValid(state);
      expect(readFragment(writeFragment(state))).toEqual({ state, junk: [] });
    };
    fc.assert(fc.property(fc.oneof(anything, pairs), property), { numRuns: 2000 });
  });

  it("is read like an attribute, value by value", () => {
    expect(readValue("dim", "100")).toBe(100);
    expect(readValue("dim", "none")).toBeUndefined();
    expect(readValue("cell", "0,63")).toEqual({ row: 0, col: 63 });
  });
});

describe("junk in the URL fragment", () => {
  // Values beyond the limits of each key are those of junkValues, above.
  it.each([
    "dim=0",
    "dim=1025",
    "dim=1e9",
    "dim=1e999",
    "dim=abc",
    "dim=1.5",
    "dim=",
    "dim=0x10",
    "dim=Infinity",
    "dim=NaN",
    "dim=６４",
    "dim=6 4",
    "dim=1,5",
    "seed=.5",
    "seed=13a",
    "exponent=.",
    "exponent=e",
    "exponent=0,5",
    "x=1,2,3",
    "x=1,2;3,4",
    "x=",
    "x=;;",
    "x=1,2,3;4,5,6;7,8",
    "x=1,2,3;4,5,6;7,8,9;1,2,3",
    "x=1,2,3;4,5,6;7,8,NaN",
    "x=1,2,3;4,5,6;7,8,",
    "x=1,2,3;4,5,6;7,8,1001",
    "view=Page",
    "lang=fr",
    "lang=EN",
    "hide=header,nothing",
    "hide=header; footer",
    "hide=__proto__",
    "at=top",
    "cell=1",
    "cell=1,2,3",
    "cell=1,64",
    "cell=-1,0",
    "cell=a,b",
    "word=1.5",
    "cuts=2,2",
    "cuts=0",
    "cuts=1.",
    "cuts=01",
    "cuts=x",
    "secondcuts=-1",
    "logits=1",
    "logits=",
    "logits=1,x",
    "logits=1,1001",
    "logits=1,NaN",
    "logits=1,Infinity",
    `logits=${Array(17).fill(1).join()}`,
    "upstream=",
    "upstream=,",
    "upstream=1,2,three",
  ])("is told and left out where a value is not allowed: %s", (fragment) => {
    const [key, value] = fragment.split(/=(.*)/s);
    expect(readFragment(fragment)).toEqual({ state: START, junk: [{ key, value, known: true }] });
  });

  it.each(["dimension=3", "DIM=3", "nothing", "=3", "why=1", "%=1", "%zz%=%C3%28", "#why"])(
    "is told and left out where a key is not known: %s",
    (fragment) => {
      const { state, junk } = readFragment(`#${fragment}`);
      expect(state).toEqual(START);
      expect(junk).toEqual([expect.objectContaining({ known: false })]);
    },
  );

  it.each(["__proto__", "constructor", "toString"])("may be called %s", (key) => {
    const { state, junk } = readFragment(`${key}=1&dim=3`);
    expect(state).toEqual({ ...START, dim: 3 });
    expect(junk).toEqual([{ key, value: "1", known: false }]);
    expect(Object.getPrototypeOf(state)).toBe(Object.prototype);
  });

  it.each([
    ["sentence=研究生命起源&cuts=3.1", "cuts", "3.1"],
    ["cuts=3.1&sentence=研究生命起源", "cuts", "3.1"],
    ["sentence=I+am+good&cuts=1.2.4", "cuts", "1.2.4"],
    ["cuts=2.2", "cuts", "2.2"],
    ["second=我很好&secondcuts=4", "secondcuts", "4"],
  ])("is told and left out where cuts do not fit the text: %s", (fragment, key, value) => {
    const without = new URLSearchParams(fragment);
    without.delete(key);
    const { state } = readFragment(`${without}`);
    expect(readFragment(fragment)).toEqual({ state, junk: [{ key, value, known: true }] });
  });

  it("does not keep what is right from being read", () => {
    const { state, junk } = readFragment("dim=0&seed=7&what&exponent=2&theme=dark");
    expect(state).toEqual({ ...START, seed: 7, theme: "dark" });
    expect(junk).toEqual([
      { key: "dim", value: "0", known: true },
      { key: "what", value: "", known: false },
      { key: "exponent", value: "2", known: true },
    ]);
  });

  it.each([
    ["v".repeat(40), "v".repeat(40)],
    ["v".repeat(99), `${"v".repeat(40)}…`],
    [`v${"🐟".repeat(60)}`, `v${"🐟".repeat(39)}…`],
    ["%", "%"],
  ])("is repeated in at most 40 characters and an ellipsis: %s", (value, told) => {
    expect(readFragment(`dim=${value}`).junk).toEqual([{ key: "dim", value: told, known: true }]);
    expect(readFragment(`${value}=1`).junk).toEqual([{ key: told, value: "1", known: false }]);
  });

  it("takes broken percent escapes as they come", () => {
    expect(stateOf("sentence=100%&dim=3")).toEqual({ ...START, sentence: "100%", dim: 3 });
    expect(stateOf("sentence=%E6%88").sentence).toBe("\uFFFD");
  });

  it.each([
    "sentence=|a+",
    "cuts=|1.",
    "cuts=|1",
    "dim=|1",
    "dim=|+",
    "exponent=.|1",
    "x=|1,",
    "x=|1;",
    "hide=|header,",
    "logits=|1,",
    "logits=1|+",
    "upstream=|%E2%88%92",
    "cell=|1,",
    "|a&",
    "|%",
    "|&",
  ])("is harmless where it repeats what is behind the bar to 100 kB: %s", (fragment) => {
    const [start = "", repeated = ""] = fragment.split("|");
    const began = performance.now();
    const { state } = readFragment(`${start}${repeated.repeat(100_000 / repeated.length)}x`);
    // A few milliseconds; what grows as the square of the length takes half a minute.
    expect(performance.now() - began).toBeLessThan(2000);
    expectValid(state);
  });
});
