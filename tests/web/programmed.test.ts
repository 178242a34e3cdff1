import { expect, it } from "vitest";
import { figuresOf } from "../../web/src/parts/figure-names.js";
import { PARTS as EVERY } from "../../web/src/parts/index.js";
import { PARTS } from "./program-cases.js";
import { FIGURES } from "./program-figures.js";

it("the numbers of each figure of a part that has programs are compared with theirs", () => {
  const programmed = EVERY.filter(({ name }) => (PARTS as readonly string[]).includes(name));
  const figures = programmed.flatMap(({ name }) => figuresOf(name));
  expect(figures.sort()).toEqual(Object.keys(FIGURES).sort());
});
