/** The numbers that the programs of the chapter "Many heads" must print. */
import {
  firstColumns,
  requestOf,
  SHOWN_COLUMNS,
  sentenceAttention,
  sentenceVectors,
} from "../../web/src/attention/sentence-attention.js";
import { rowsOf } from "../../web/src/draw/table.js";
import type { Matrix } from "../../web/src/engine/api.js";
import { fittingHeads } from "../../web/src/keys/key.js";
import { SECOND_WORDS } from "../../web/src/part-kit/second-words.js";
import { crossRequest } from "../../web/src/parts/cross/section.js";
import { computeHeads } from "../../web/src/parts/many/experiments.js";
import type { Spread } from "../../web/src/parts/tensor/experiments.js";
import { tensorOf } from "../../web/src/parts/tensor/experiments.js";
import { widthsOf } from "../../web/src/parts/widths/experiments.js";
import { readMatrix } from "../../web/src/parts/widths/pasted.js";
import { en as widthsWords } from "../../web/src/text/en/widths.js";
import { largest } from "../engine/close.js";
import { engine } from "../loaded-engine.js";
import { type Expected, sums } from "./printed-blocks.js";
import type { Case } from "./program-cases.js";
import { ofSides, pictureOf } from "./program-sentence.js";

export function steps(own: Case): Expected {
  const picture = pictureOf(own);
  if (picture === null) return {};
  const { row, division } = own.state;
  const { x, scores } = picture;
  const vectors = rowsOf(x);
  const side = picture[division === "with" ? "scaled" : "unscaled"];
  const logits = (rowsOf(scores)[row - 1] ?? []).map((score) => score / side.divisor);
  const most = Math.max(...logits);
  const weights = rowsOf(side.weights)[row - 1] ?? [];
  return {
    scores: sums(scores.data),
    ...ofSides((name) => ({
      [`${name} weights`]: picture[name].weights.data,
      [`${name} Z`]: sums(picture[name].output.data, largest(x.data)),
    })),
    "products of the row": vectors.flatMap((word) =>
      word.map((entry, i) => entry * (vectors[row - 1]?.[i] ?? 0)),
    ),
    "logits of the row": sums(logits),
    "exponentials of the row": logits.map((logit) => Math.exp(logit - most)),
    "weighted words of the row": vectors.flatMap((word, i) =>
      word.map((entry) => entry * (weights[i] ?? 0)),
    ),
  };
}

export function many({ state, words }: Case): Expected {
  const attention = requestOf(state, words);
  const { heads: count, division } = state;
  const result = computeHeads(engine, { attention, heads: count });
  const divided = division === "with" ? "scaled" : "unscaled";
  const { concatenated, output } = result[divided];
  const shown = (matrix: Matrix) =>
    sums(firstColumns(matrix, Math.min(SHOWN_COLUMNS, matrix.cols)).data, largest(matrix.data));
  const row = Math.min(state.query, words.length) - 1;
  return ofSides((name) => {
    const heads = result[name].heads.map(({ weights, entropy, peak }, i) => ({
      [`${name}, head ${i + 1}: entropy and largest weight of the word`]: sums([
        entropy[row] ?? 0,
        peak[row] ?? 0,
      ]),
      ...(i + 1 === Math.min(state.head, count) && {
        [`${name} weights of the head`]: weights.data,
      }),
    }));
    const products = {
      "Concat(Z_1 ... Z_h)": shown(concatenated),
      "Concat(Z_1 ... Z_h) W^O": shown(output),
    };
    return Object.assign({}, ...heads, name === divided && products);
  });
}

export function widths({ state, words }: Case): Expected {
  const { dk, dv, projection, wq, wk, wv } = state;
  const read = (text: string) => readMatrix(text, widthsWords.paste) as Matrix;
  const pasted = projection === "pasted" ? { wq: read(wq), wk: read(wk), wv: read(wv) } : null;
  const request = { attention: requestOf(state, words), dk, dv, projection, pasted };
  const divided = widthsOf(engine, request);
  const names = ["not divided", "divided by the root of d_model", "divided by the root of d_k"];
  const expected = divided.map(({ entropy, gradient, output }, i) => ({
    [`${names[i]}: entropy`]: sums(entropy),
    [`${names[i]}: gradient`]: sums(gradient),
    [`${names[i]}: output`]: sums(output.data),
  }));
  return Object.assign({}, ...expected);
}

export function tensor({ state, words }: Case): Expected {
  const attention = requestOf(state, words);
  const asked = { ...state, attention, heads: fittingHeads(attention.dim, state.heads) };
  const result = tensorOf(engine, asked);
  const { whole, heads, queries, keys, expected, slices, size } = result;
  const variances = "variance of all scores, rows, columns";
  const known = ({ all, rows, cols }: Spread) => sums([all, rows ?? [], cols ?? []].flat());
  const sentences = slices.map(([first], b) => {
    if (first === undefined) throw new Error("A tensor without heads.");
    return {
      [`queries, sentence ${b + 1}, head 1`]: sums(
        firstColumns(first.queries, Math.min(SHOWN_COLUMNS, size)).data,
      ),
      [`weights, sentence ${b + 1}, head 1`]: first.weights.data,
    };
  });
  return {
    ...Object.assign({}, ...sentences),
    ...Object.fromEntries(heads.map((of, i) => [`head ${i + 1}: ${variances}`, known(of)])),
    [`whole tensor: ${variances}`]: known(whole),
    "sigma^2 of Q and of K, d_k sigma^4": [queries, keys, expected],
  };
}

export function cross({ state, words }: Case): Expected {
  const drawn = { ...requestOf(state, words), keyWords: state.second.split(" ") };
  const request = state.vectors === "example" ? crossRequest(state, words, SECOND_WORDS) : drawn;
  const picture = sentenceAttention(engine, request);
  const { values } = sentenceVectors(engine, request, Math.min(SHOWN_COLUMNS, request.dim));
  return {
    "cross scores": sums(picture.scores.data),
    ...ofSides((name) => ({
      [`${name} cross weights`]: picture[name].weights.data,
      [`${name} cross entropy`]: sums(picture[name].entropy),
      [`${name} cross output`]: sums(picture[name].output.data, largest(values.data)),
    })),
  };
}
