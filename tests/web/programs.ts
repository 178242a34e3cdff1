/**
 * The numbers that the program of a part must print: those of the page's figures, computed by the
 * engine.
 */
import type { PartName } from "../../web/src/state/state.js";
import type { Expected } from "./printed-blocks.js";
import type { Case } from "./program-cases.js";
import { atlas } from "./programs-atlas.js";
import { bell } from "./programs-bell.js";
import { cross, many, steps, tensor, widths } from "./programs-heads.js";
import { critical, haystack } from "./programs-needle.js";
import { opened } from "./programs-own.js";
import { depthOf, flow } from "./programs-transformer.js";
import { exponent, gradient, jacobian, matrices, saturation, variance } from "./programs-why.js";

const EXPECTED: Readonly<Partial<Record<PartName, (own: Case) => Expected>>> = {
  matrices,
  bell,
  variance,
  saturation,
  jacobian,
  gradient,
  exponent,
  steps,
  cross,
  many,
  widths,
  tensor,
  flow,
  depth: depthOf,
  atlas,
  critical,
  haystack,
  opened,
};

export function expectedOf(own: Case): Expected {
  const expected = EXPECTED[own.part];
  if (expected === undefined) throw new Error(`The part ${own.part} has no programs.`);
  return expected(own);
}
