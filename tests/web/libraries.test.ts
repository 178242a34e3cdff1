/** The table of what libraries do, and their rules on a sentence. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { requestOf } from "../../web/src/attention/sentence-attention.js";
import { followedOf } from "../../web/src/parts/libraries/experiments.js";
import {
  COLUMNS,
  DATE,
  LIBRARIES,
  nameOf,
  RELEASES,
  releaseNamed,
} from "../../web/src/parts/libraries/table.js";
import { START } from "../../web/src/state/state.js";
import { en } from "../../web/src/text/en/libraries-table.js";
import { inProject } from "../../web/tools/run.mjs";
import { CELLS, cellsOf } from "../libraries/judge.mjs";
import { ourAnswers } from "../libraries/ours.mjs";
import { engine } from "../loaded-engine.js";

const WORDS = ["I", "am", "very", "good"];

/** The words of the language for a column, and the signs that need none. */
const known = (column: (typeof COLUMNS)[number]) => [
  ...Object.keys(en.cells[column]),
  "zero",
  "nan",
  "nan-or-zero",
  "refused",
];

describe("the table of libraries", () => {
  it("has a day, and each library of the page with a release, once", () => {
    expect(DATE).toMatch(/^20\d\d-\d\d-\d\d$/);
    expect([...new Set(RELEASES.map(({ library }) => library))]).toEqual([...LIBRARIES]);
    const names = RELEASES.map(nameOf);
    expect(new Set(names).size).toBe(names.length);
    for (const release of RELEASES) {
      expect(release.version).toMatch(/^\d+(\.\d+)+$/);
      expect(releaseNamed(nameOf(release))).toBe(release);
    }
  });

  it("has cells of its columns alone, each a word of the page or a number", () => {
    expect(Object.keys(CELLS)).toEqual([...COLUMNS]);
    for (const { library, cells } of RELEASES) {
      for (const [column, cell] of Object.entries(cells)) {
        expect(COLUMNS).toContain(column);
        if (typeof cell === "number") continue;
        expect(known(column as (typeof COLUMNS)[number]), `${library}, ${column}`).toContain(cell);
      }
    }
  });

  it("says of this engine what it does now", () => {
    const inputs = JSON.parse(readFileSync(inProject("tests/libraries/inputs.json"), "utf8"));
    expect(RELEASES[0]?.cells).toEqual(cellsOf(ourAnswers(engine, inputs)));
  });
});

describe("a library's rule on the sentence", () => {
  const followed = (library: string, trait: typeof START.followed) => {
    const { ours, theirs } = followedOf(engine, {
      attention: requestOf(START, WORDS),
      library,
      followed: trait,
    });
    return { ours: [...ours.data], theirs: theirs === null ? null : [...theirs.data] };
  };

  it("changes the row without a key alone", () => {
    const { ours, theirs } = followed("onnxruntime-1.24.3", "masked-row");
    expect(ours.slice(0, 4)).toEqual([0, 0, 0, 0]);
    expect(theirs?.slice(0, 4)).toEqual([0.25, 0.25, 0.25, 0.25]);
    expect(theirs?.slice(4)).toEqual(ours.slice(4));
    expect(followed("onnxruntime-1.23.2", "masked-row").theirs?.slice(0, 4)).toEqual(
      new Array(4).fill(Number.NaN),
    );
    expect(followed("onnxruntime", "masked-row").theirs).toEqual(ours);
  });

  it("counts from the upper left, where this engine has the mask of generation", () => {
    const { ours, theirs } = followed("pytorch", "causal");
    expect(theirs?.slice(0, 4)).toEqual([1, 0, 0, 0]);
    expect(ours[2]).toBeGreaterThan(0);
    expect(followed("pytorch", "cached").theirs).toEqual([1, 0, 0, 0]);
    expect(followed("onnxruntime-gqa", "causal").theirs).toEqual(ours);
  });

  it("gives hidden words weight where the mask is capped, and none where the cap comes first", () => {
    const { ours, theirs } = followed("onnxruntime-1.25.1", "cap-order");
    expect(ours[1]).toBe(0);
    expect(theirs?.[1]).toBeGreaterThan(0.01);
    expect(followed("pytorch", "cap-order").theirs).toBeNull();
  });

  it("adds up columns where softmax runs over the queries", () => {
    const { theirs } = followed("mlpack", "causal");
    const column = [0, 1, 2, 3].map((row) => theirs?.[4 * row] ?? 0);
    expect(column.reduce((sum, one) => sum + one)).toBeCloseTo(1, 12);
  });
});
