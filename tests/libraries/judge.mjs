// @ts-check
/**
 * What a library does, as a word, from the numbers that it answered to a row of input. A row to
 * which it gave no answer has no cell.
 */

/**
 * NaN stands in JSON as a text. "refused": an error in place of an answer.
 * @typedef {readonly (number | "NaN")[] | "refused"} Answer
 * @typedef {Readonly<Record<string, Answer>>} Answers
 */

/** How far weights in half precision may be off. */
const NEAR = 5e-3;

/** @param {readonly (number | "NaN")[]} found @param {readonly number[]} expected */
const isNear = (found, expected) =>
  found.length === expected.length &&
  found.every((number, at) => Math.abs(Number(number) - (expected[at] ?? 0)) < NEAR);

/** @param {readonly (number | "NaN")[]} found */
const hasNaN = (found) => found.includes("NaN");

/**
 * The word whose numbers are the ones that were found.
 * @param {Readonly<Record<string, readonly number[]>>} meanings
 */
const oneOf = (meanings) => (/** @type {readonly (number | "NaN")[]} */ found) => {
  const [name] = Object.entries(meanings).find(([, expected]) => isNear(found, expected)) ?? [];
  return name ?? (hasNaN(found) ? "nan" : "other");
};

const third = 1 / 3;
/** softmax of 8 · (3, 2, 1, 0) / √80. */
const UNMASKED = [0.6081, 0.2486, 0.1017, 0.0416];

/** The masked row stands first, of 4 keys. */
const maskedRow = (/** @type {readonly (number | "NaN")[]} */ found) =>
  oneOf({ zero: [0, 0, 0, 0], mean: [0.25, 0.25, 0.25, 0.25], unmasked: UNMASKED })(
    found.slice(0, 4),
  );

/** One query's weights of a score of 8 · factor beside a score of 0. */
function factor(/** @type {readonly (number | "NaN")[]} */ [first, second]) {
  // The softmax of the only query's scores among the queries.
  if (first === 1 && second === 1) return "over-queries";
  const measured = (Math.log(Number(first) / Number(second)) / 8) * Math.sqrt(80);
  if (Math.abs(measured - Math.sqrt(80)) < 1e-3) return "one";
  if (Math.abs(measured - 1) > 1e-5) return "other";
  // √80 rounded to single precision is off by 1e-8 of itself, as weights in single precision are.
  const isSingle = [first, second].every((one) => Math.fround(Number(one)) === one);
  return isSingle || Math.abs(measured - 1) < 1e-12 ? "root" : "root-single";
}

/** The weights of 32,768 equal keys, which add up to 1. */
const sum = (/** @type {readonly (number | "NaN")[]} */ [total]) =>
  total === "NaN" ? "nan" : Number(Number(total).toPrecision(5));

/**
 * The cells of a table by the rows of input that they come from, in the order of the columns.
 * @type {Readonly<Record<string, { row: string, judge: (found: readonly (number | "NaN")[]) => string | number }>>}
 */
export const CELLS = {
  "masked-row": { row: "masked", judge: maskedRow },
  causal: {
    row: "causal",
    judge: oneOf({
      "upper-left": [1, 0, 0, 0, 0.5, 0.5, 0, 0],
      "lower-right": [third, third, third, 0, 0.25, 0.25, 0.25, 0.25],
      // The first query sees one key, the last one all.
      "last-all": [1, 0, 0, 0, 0.25, 0.25, 0.25, 0.25],
    }),
  },
  "cap-order": {
    row: "cap",
    // The third key is hidden; capped afterwards, −∞ becomes −cap.
    judge: (found) => {
      if (hasNaN(found)) return "nan";
      return Number(found[2]) < NEAR ? "cap-first" : "mask-first";
    },
  },
  factor: { row: "factor", judge: factor },
  applied: {
    row: "overflow",
    judge: (found) => (hasNaN(found) ? "product" : "before"),
  },
  cached: {
    row: "cached",
    judge: oneOf({ all: [0.25, 0.25, 0.25, 0.25], first: [1, 0, 0, 0] }),
  },
  true: { row: "boolean", judge: oneOf({ kept: [1, 0], hidden: [0, 1] }) },
  half: { row: "half", judge: oneOf({ right: [1, 0] }) },
  sum: { row: "sum", judge: sum },
  groups: { row: "groups", judge: oneOf({ repeat: [0, 0, 1, 1], tile: [0, 1, 0, 1] }) },
  gradient: { row: "gradient", judge: (found) => (hasNaN(found) ? "nan" : "finite") },
};

/**
 * @param {Answers} answers of a library
 * @returns {Record<string, string | number>}
 */
export function cellsOf(answers) {
  /** @type {Record<string, string | number>} */
  const cells = {};
  for (const [name, { row, judge }] of Object.entries(CELLS)) {
    const found = answers[row];
    if (found === undefined) continue;
    cells[name] = found === "refused" ? "refused" : judge(found);
  }
  // nn.MultiheadAttention of PyTorch answers otherwise where no weights are asked for.
  const { maskedWithoutWeights: other } = answers;
  if (other !== undefined && other !== "refused" && maskedRow(other) !== cells["masked-row"]) {
    cells["masked-row"] = `${cells["masked-row"]}-or-${maskedRow(other)}`;
  }
  return cells;
}
