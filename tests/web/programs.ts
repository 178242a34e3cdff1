/** The numbers that the program of a part must print: those of the page's figures, computed by the engine. */
import { SHOWN, sentenceVectors } from "../../web/src/attention/sentence-attention.js";
import type { PartName } from "../../web/src/state/state.js";
import { largest } from "../engine/close.js";
import type { Block } from "./printed-blocks.js";
import { block, SUMS } from "./printed-blocks.js";
import type { Case } from "./program-cases.js";
import { engine, ofSentence, pictureOf, SIDES, unitsOf } from "./program-sentence.js";
import { cross, many, steps, tensor, widths } from "./programs-heads.js";
import { depthOf, flow } from "./programs-transformer.js";
import { exponent, gradient, jacobian, saturation, variance } from "./programs-why.js";

function matrices(own: Case): Block[] {
  const picture = pictureOf(own);
  if (picture === null) return [];
  const { values } = sentenceVectors(engine, picture.request, SHOWN);
  const units = unitsOf(picture);
  return [
    block("word vectors X, the columns on the page", picture.x.data, 2),
    block("scores", picture.scores.data, SUMS, largest(picture.scores.data)),
    ...SIDES.flatMap((name) => [
      block(`${name} weights`, picture[name].weights.data, units),
      ofSentence(picture, `${name} entropy`, picture[name].entropy),
      block(`${name} largest weight`, picture[name].peak, units),
      block(`${name} Z`, picture[name].output.data, units * largest(values.data), 1),
    ]),
  ];
}

const EXPECTED: Readonly<Partial<Record<PartName, (own: Case) => Block[]>>> = {
  matrices,
  ...{ variance, saturation, jacobian, gradient, exponent },
  ...{ steps, cross, many, widths, tensor },
  ...{ flow, depth: depthOf },
};

export function expectedOf(own: Case): Block[] {
  const expected = EXPECTED[own.part];
  if (expected === undefined) throw new Error(`The part ${own.part} has no programs.`);
  return expected(own);
}
