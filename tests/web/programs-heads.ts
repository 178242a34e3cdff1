/** The numbers that the programs of the chapter "Many heads" must print. */
import {
  firstColumns,
  requestOf,
  SHOWN,
  sentenceAttention,
  sentenceVectors,
} from "../../web/src/attention/sentence-attention.js";
import { rowsOf as matrixRows } from "../../web/src/draw/table.js";
import type { Matrix } from "../../web/src/engine/api.js";
import { Memo } from "../../web/src/memo.js";
import { SECOND_WORDS } from "../../web/src/part-kit/second-words.js";
import { crossRequest } from "../../web/src/parts/cross/two-sentences.js";
import { headsOf } from "../../web/src/parts/many/heads.js";
import { tensorRequest } from "../../web/src/parts/tensor/request.js";
import type { Spread } from "../../web/src/parts/tensor/tensor.js";
import { tensorOf } from "../../web/src/parts/tensor/tensor.js";
import { readMatrix } from "../../web/src/parts/widths/pasted.js";
import { widthsOf } from "../../web/src/parts/widths/widths.js";
import { largest } from "../engine/close.js";
import type { Block } from "./printed-blocks.js";
import { block, SUMS } from "./printed-blocks.js";
import type { Case } from "./program-cases.js";
import { engine, layers, ofSentence, pictureOf, SIDES, unitsOf } from "./program-sentence.js";

export function steps(own: Case): Block[] {
  const picture = pictureOf(own);
  if (picture === null) return [];
  const { row, division } = own.state;
  const { x, scores, unscaled, scaled } = picture;
  const units = unitsOf(picture);
  const [vectors, size] = [matrixRows(x), largest(x.data)];
  const side = division === "with" ? scaled : unscaled;
  const logits = (matrixRows(scores)[row - 1] ?? []).map((score) => score / side.divisor);
  const most = Math.max(...logits);
  const weights = matrixRows(side.weights)[row - 1] ?? [];
  return [
    block("scores", scores.data, SUMS, largest(scores.data)),
    ...SIDES.flatMap((name) => [
      block(`${name} weights`, picture[name].weights.data, units),
      block(`${name} Z`, picture[name].output.data, units * size, 1),
    ]),
    block(
      "products of the row",
      vectors.flatMap((word) => word.map((entry, i) => entry * (vectors[row - 1]?.[i] ?? 0))),
      2,
    ),
    block("logits of the row", logits, SUMS, largest(scores.data)),
    block(
      "exponentials of the row",
      logits.map((logit) => Math.exp(logit - most)),
      units,
    ),
    block(
      "weighted words of the row",
      vectors.flatMap((word, i) => word.map((entry) => entry * (weights[i] ?? 0))),
      units * size,
      1,
    ),
  ];
}

export function many({ state, words }: Case): Block[] {
  const attention = requestOf(state, words);
  const { heads: count, division } = state;
  const result = headsOf(engine, { attention, heads: count });
  const { values } = sentenceVectors(engine, attention, attention.dim);
  const units = unitsOf(sentenceAttention(engine, attention));
  const size = largest(values.data);
  const { concatenated, output } = result[division === "with" ? "scaled" : "unscaled"];
  const shown = (matrix: Matrix) => firstColumns(matrix, Math.min(SHOWN, matrix.cols)).data;
  const most = largest(result.wo.data) * size * attention.dim;
  const products = [
    block("Concat(Z_1 ... Z_h)", shown(concatenated), units * size, 1),
    block("Concat(Z_1 ... Z_h) W^O", shown(output), units, most),
  ];
  return SIDES.flatMap((name) => [
    ...result[name].heads.flatMap(({ weights, entropy, peak }, i) => {
      const row = Math.min(state.query, words.length) - 1;
      const heading = `${name}, head ${i + 1}: entropy and largest weight of the word`;
      const told = block(heading, [entropy[row] ?? 0, peak[row] ?? 0], units, 1);
      if (i + 1 !== Math.min(state.head, count)) return [told];
      return [told, block(`${name} weights of the head`, weights.data, units)];
    }),
    ...((name === "scaled") === (division === "with") ? products : []),
  ]);
}

export function widths({ state, words }: Case): Block[] {
  const { dk, dv, projection, wq, wk, wv } = state;
  const read = (text: string) => readMatrix(text) as Matrix;
  const pasted = projection === "pasted" ? ([read(wq), read(wk), read(wv)] as const) : null;
  const request = { attention: requestOf(state, words), dk, dv, projection, pasted };
  const { divided } = widthsOf(engine, layers, request, new Memo());
  const names = ["not divided", "divided by the root of d_model", "divided by the root of d_k"];
  // Of scores and keys that are sums of up to 1024 products.
  return divided.flatMap(({ entropy, gradient, output }, i) => [
    block(`${names[i]}: entropy`, entropy, 3000, 1),
    block(`${names[i]}: gradient`, gradient, 3000, largest(gradient)),
    block(`${names[i]}: output`, output.data, 3000, largest(output.data)),
  ]);
}

export function tensor({ state, words }: Case): Block[] {
  const request = tensorRequest(state, words, state.second.split(" "));
  const result = tensorOf(engine, request);
  const { whole, heads, queries, keys, expected, slices, size } = result;
  const units = Math.max(
    ...request.batch.map((sentence) => unitsOf(sentenceAttention(engine, sentence))),
  );
  const most = Math.max(whole.all, ...heads.map(({ all }) => all));
  const variances = "variance of all scores, rows, columns";
  const known = ({ all, rows, cols }: Spread) => [all, rows ?? [], cols ?? []].flat();
  return [
    ...slices.flatMap(([first], b) => {
      if (first === undefined) throw new Error("A tensor without heads.");
      const shown = firstColumns(first.queries, Math.min(SHOWN, size)).data;
      return [
        block(`queries, sentence ${b + 1}, head 1`, shown, SUMS, largest(shown)),
        block(`weights, sentence ${b + 1}, head 1`, first.weights.data, units),
      ];
    }),
    ...heads.map((spread, i) => block(`head ${i + 1}: ${variances}`, known(spread), SUMS, most)),
    block(`whole tensor: ${variances}`, known(whole), SUMS, most),
    block("sigma^2 of Q and of K, d_k sigma^4", [queries, keys, expected], SUMS, expected),
  ];
}

export function cross({ state, words }: Case): Block[] {
  const drawn = { ...requestOf(state, words), keyWords: state.second.split(" ") };
  const request = state.vectors === "example" ? crossRequest(state, words, SECOND_WORDS) : drawn;
  const picture = sentenceAttention(engine, request);
  const { values } = sentenceVectors(engine, request, Math.min(SHOWN, request.dim));
  const units = unitsOf(picture);
  return [
    block("cross scores", picture.scores.data, SUMS, largest(picture.scores.data)),
    ...SIDES.flatMap((name) => [
      block(`${name} cross weights`, picture[name].weights.data, units),
      ofSentence(picture, `${name} cross entropy`, picture[name].entropy),
      block(`${name} cross output`, picture[name].output.data, units * largest(values.data), 1),
    ]),
  ];
}
