import { describe, expect, it } from "vitest";
import { readFragment, START } from "../../web/src/state/state.js";
import { expectValid } from "./states.js";

describe("junk in the URL fragment", () => {
  const wrong = [
    ...[
      "dim=0",
      "dim=-5",
      "dim=1025",
      "dim=1e9",
      "dim=abc",
      "dim=1.5",
      "dim=",
      "dim=0x10",
      "dim=Infinity",
    ],
    ...["dim=1e999", "dim=NaN", "dim=６４", "dim=6 4", "dim=1,5"],
    ...["seed=4294967296", "seed=-1", "seed=.5", "seed=13a"],
    ...["exponent=1.01", "exponent=-.1", "exponent=.", "exponent=e", "exponent=0,5"],
    ...["x=1,2,3", "x=1,2;3,4", "x=1,2,3;4,5,6;7,8", "x=1,2,3;4,5,6;7,8,9;1,2,3", "x=", "x=;;"],
    ...["x=1,2,3;4,5,6;7,8,NaN", "x=1,2,3;4,5,6;7,8,", "x=1,2,3;4,5,6;7,8,1001"],
    ...["vectors=none", "projections=1", "view=Page", "lang=fr", "lang=EN", "theme=night"],
    ...["hide=header,nothing", "hide=header; footer", "hide=__proto__"],
    ...["cell=1", "cell=1,2,3", "cell=1,64", "cell=-1,0", "cell=a,b", "cell=", "at=top", "at="],
    ...["samples=1", "samples=20001", "samples=2.5", "sampledim=0", "sampleseed=-1", "sigma=0"],
    ...["sigma=10.1", "law=Normal", "law=cauchy", "source=word2", "a=-1", "a=20.5", "a=e"],
    ...["logits=1", "logits=", "logits=1,x", "logits=1,1001", "logits=1,NaN", "logits=1,Infinity"],
    ...[`logits=${Array(17).fill(1).join()}`, "upstream=", "upstream=,", "upstream=1,2,three"],
    ...["word=0", "word=1.5", "word=65", "factor=-1", "factor=64.1", "shift=101", "shift=-101"],
    ...["keys=1", "keys=513", "draws=9", "draws=20001", "drawseed=4294967296", "loss=huber"],
    ...["target=0", "measure=all", "precision=single", "accumulate=double", "place=values"],
    ...["size=0", "size=1001", "size=.0009"],
  ];
  it.each(wrong)("is told and left out where a value is not allowed: %s", (fragment) => {
    const { state, junk } = readFragment(fragment);
    expect(state).toEqual(START);
    const [key, value] = fragment.split(/=(.*)/s);
    expect(junk).toEqual([{ key, value, known: true }]);
  });

  it.each(["dimension=3", "DIM=3", "nothing", "=3", "why=1", "%=1", "%zz%=%C3%28", "#why"])(
    "is told and left out where a key is not known: %s",
    (fragment) => {
      const { state, junk } = readFragment(`#${fragment}`);
      expect(state).toEqual(START);
      expect(junk).toEqual([expect.objectContaining({ known: false })]);
    },
  );

  it.each(["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf"])(
    "may be called %s",
    (key) => {
      const { state, junk } = readFragment(`${key}=1&dim=3`);
      expect(state).toEqual({ ...START, dim: 3 });
      expect(junk).toEqual([{ key, value: "1", known: false }]);
      expect(Object.getPrototypeOf(state)).toBe(Object.prototype);
    },
  );

  it("does not keep what is right from being read", () => {
    const { state, junk } = readFragment("dim=0&seed=7&what&exponent=2&theme=dark");
    expect(state).toEqual({ ...START, seed: 7, theme: "dark" });
    expect(junk).toEqual([
      { key: "dim", value: "0", known: true },
      { key: "what", value: "", known: false },
      { key: "exponent", value: "2", known: true },
    ]);
  });

  it("is repeated in at most 40 characters and an ellipsis", () => {
    const { junk } = readFragment(`${"k".repeat(99)}=${"v".repeat(99)}`);
    expect(junk).toEqual([
      { key: `${"k".repeat(40)}…`, value: `${"v".repeat(40)}…`, known: false },
    ]);
    const [at40] = readFragment(`dim=${"v".repeat(40)}`).junk;
    expect(at40?.value).toBe("v".repeat(40));
  });

  it("is not cut through an emoji", () => {
    const [junk] = readFragment(`dim=v${"🐟".repeat(60)}`).junk;
    expect(junk?.value).toBe(`v${"🐟".repeat(39)}…`);
  });

  it("takes broken percent escapes as they come", () => {
    expect(readFragment("sentence=100%&dim=3").state).toEqual({
      ...START,
      sentence: "100%",
      dim: 3,
    });
    expect(readFragment("sentence=%E6%88&dim=3").state).toEqual({
      ...START,
      sentence: "\uFFFD",
      dim: 3,
    });
    expect(readFragment("dim=%").junk).toEqual([{ key: "dim", value: "%", known: true }]);
  });

  const SIZE = 100_000;
  it.each([
    ["a sentence", `sentence=${"a+".repeat(SIZE / 2)}`],
    ["digits", `dim=${"1".repeat(SIZE)}x`],
    ["blanks", `dim=${"+".repeat(SIZE)}x`],
    ["decimals", `exponent=.${"1".repeat(SIZE)}x`],
    ["entries", `x=${"1,".repeat(SIZE / 2)}`],
    ["rows", `x=${"1;".repeat(SIZE / 2)}`],
    ["parts", `hide=${"header,".repeat(SIZE / 7)}`],
    ["logits", `logits=${"1,".repeat(SIZE / 2)}`],
    ["blanks among logits", `logits=1${"+".repeat(SIZE)}x`],
    ["minus signs", `upstream=${encodeURIComponent("−").repeat(SIZE / 9)}`],
    ["cells", `cell=${"1,".repeat(SIZE / 2)}`],
    ["keys", "a&".repeat(SIZE / 2)],
    ["percent signs", "%".repeat(SIZE)],
    ["ampersands", "&".repeat(SIZE)],
  ])("is harmless where it is 100 kB of %s", (_, fragment) => {
    const start = performance.now();
    const { state } = readFragment(fragment);
    // A few milliseconds; what grows as the square of the length takes half a minute.
    expect(performance.now() - start).toBeLessThan(2000);
    expectValid(state);
  });
});
