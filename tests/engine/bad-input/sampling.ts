/** Calls about many random draws whose arguments are bad. */
import { e, infinity, nan, type Tables } from "./calls.js";

const sample = (options: object) =>
  e.sampleScores({ seed: 1, samples: 3, dim: 2, bins: 2, range: [-1, 1], ...options });
const stream = (options: object) =>
  e.scoreHistogram({ seed: 1, samples: 3, dim: 2, bins: 2, range: [-1, 1], count: 3, ...options });
const spread = (options: object) =>
  e.scoreSpreads({ seed: 1, samples: 3, dims: [1, 2], count: 1, ...options });
const descend = (options: object) =>
  e.sampleGradients({ seed: 1, keys: 3, dims: [1, 2], exponents: [0, 1], count: 1, ...options });
const mix = (options: object) =>
  e.sampleEntropies({ seed: 1, dim: 2, counts: [1, 2], count: 1, ...options });
const bin = (options: object) => e.histogram([1], { bins: 2, range: [0, 1], ...options });
const good = { count: 2, mean: 0, variance: 1, std: 1, min: -1, max: 1 };

// biome-ignore format: a table, whose rows would take six lines each
export const badSampling: Tables = {
  "the sampling experiment": [
    ["no options", () => e.sampleScores(),
      "type", /^options is undefined; .* \{ seed, samples, dim \}/],
    ["a seed below 0", () => sample({ seed: -1 }), "domain", /^seed is -1; .* to 4294967295/],
    ["one sample", () => sample({ samples: 1 }),
      "domain", /^samples is 1; .* whole number from 2 to 20000/],
    ["samples text", () => sample({ samples: "3" }), "type", /^samples is a string; .* number/],
    ["a scale of null", () => sample({ scale: null }), "type", /^scale is null; .* number/],
    ["an unknown law", () => sample({ law: "gauss" }), "type", /^law must .* normal, uniform, sign/],
    ["a law of null", () => sample({ law: null }), "type", /^law must be one of/],
    ["bins without a range", () => sample({ range: undefined }),
      "type", /^range is undefined; .* array/],
    ["a range without bins", () => sample({ bins: undefined }),
      "type", /^bins is undefined; .* number/],
    ["a range that falls", () => sample({ range: [1, -1] }),
      "domain", /^the range goes from 1 to -1; it must rise/],
    ["queries beyond the last", () => stream({ from: 3 }), "domain", /^from is 3; .* from 0 to 2/],
    ["a streamed histogram without bins", () => stream({ bins: undefined }),
      "type", /^bins is undefined; /],
    ["too many entries", () => e.randomEntries({ seed: 1, count: 2 ** 28 }),
      "domain", /^count is 268435456; .* to 134217728/],
    ["entries that overflow", () => e.randomEntries({ seed: 1, count: 1, std: 1e308 }),
      "domain", /^std is 1e\+308; .* no draw overflows/],
    ["entries without options", () => e.randomEntries(), "type", /^options is undefined; /],
  ],
  "the spread of scores": [
    ["no options", () => e.scoreSpreads(), "type", /^options is undefined; .* \{ seed, samples/],
    ["too many samples", () => spread({ samples: 2001 }), "domain", /^samples is 2001; .* 2 to 2000/],
    ["dims a number", () => spread({ dims: 3 }), "type", /^dims is a number; .* array of numbers/],
    ["half a dim", () => spread({ dims: [1, 1.5] }), "domain", /^dims\[1\] is 1.5; .* whole/],
    ["too many repeats", () => spread({ count: 100_001 }), "domain", /^count is 100001; .* 100000/],
    ["a first repeat below 0", () => spread({ from: -1 }), "domain", /^from is -1; .* from 0/],
    ["an unknown law", () => spread({ law: "x" }), "type", /^law must be one of/],
  ],
  "the gradient over draws": [
    ["no options", () => e.sampleGradients(), "type", /^options is undefined; .* \{ seed, keys/],
    ["one key", () => descend({ keys: 1 }), "domain", /^keys is 1; .* from 2 to 512/],
    ["exponents of text", () => descend({ exponents: ["0"] }),
      "type", /^exponents: entry 0 is a string/],
    ["draws missing", () => descend({ count: undefined }), "type", /^count is undefined; .* number/],
    ["results too large", () => descend({ count: 1e5, exponents: new Float64Array(1000) }),
      "limit", /^the draws would be 100000×2000; /],
  ],
  "entropy over draws": [
    ["no options", () => e.sampleEntropies(), "type", /^options is undefined; .* \{ seed, dim/],
    ["dim 0", () => mix({ dim: 0 }), "domain", /^dim is 0; .* from 1 to 1024/],
    ["a seed that is a list", () => mix({ seed: [1] }), "type", /^seed is an array; .* number/],
  ],
  "a histogram": [
    ["null", () => e.histogram(null, { bins: 1, range: [0, 1] }), "type", /^data is null; /],
    ["NaN", () => e.histogram([1, nan], { bins: 1, range: [0, 1] }),
      "domain", /^data: .* column 1 is NaN; .* finite/],
    ["no options", () => e.histogram([1]), "type", /^options is undefined; .* \{ bins, range \}/],
    ["no bins", () => bin({ bins: 0 }), "domain", /^bins is 0; .* whole number from 1/],
    ["bins that take more memory than there is", () => bin({ bins: 2 ** 27 }),
      "limit", /this call take \d+ bytes/],
    ["a range of one number", () => bin({ range: [1] }), "shape", /^range has 1 .* \[low, high\]/],
    ["a range of text", () => bin({ range: "01" }), "type", /^range is a string; /],
  ],
  "quantiles and summaries": [
    ["no data", () => e.quantiles([], [0.5]), "shape", /^data is an empty list; .* at least one/],
    ["a probability above 1", () => e.quantiles([0], [0.5, 2]),
      "domain", /^probabilities\[1\] is 2; .* between 0 and 1/],
    ["probabilities that are none", () => e.quantiles([0], 0.5),
      "type", /^probabilities is a number; .* array/],
    ["no draws", () => e.drawSummaries([]), "shape", /^draws is 0×0; .* at least one row/],
    ["infinite draws", () => e.drawSummaries([[infinity]]), "domain", /^draws: .* is ∞; .* finite/],
    ["draws in a list", () => e.drawSummaries([1, 2]), "type", /^draws: row 0 is a number/],
  ],
  "moments and densities": [
    ["of an empty matrix", () => e.matrixMoments([]), "domain", /^matrix has 0 entries .* more/],
    ["of one row with ddof 1", () => e.matrixMoments([[1, 2]], { ddof: 1 }),
      "domain", /^column 0 has 1 entries and ddof is 1; /],
    ["of a matrix, options null", () => e.matrixMoments([[1]], null),
      "type", /^options is null; .* \{ ddof \}/],
    ["of no parts", () => e.combinedMoments([]), "shape", /^parts is an empty list; .* at least/],
    ["of parts that are no list", () => e.combinedMoments(good),
      "type", /^parts is an object; .* array of moments/],
    ["of a part that is a number", () => e.combinedMoments([good, 1]),
      "type", /^parts\[1\] is a number; .* moments/],
    ["of an empty part", () => e.combinedMoments([{ ...good, count: 0 }]),
      "domain", /^parts\[0\].count is 0; .* from 1/],
    ["of a part without a smallest", () => e.combinedMoments([{ ...good, min: undefined }]),
      "type", /^parts\[0\].min is undefined; .* number/],
    ["of a part with a variance below 0", () => e.combinedMoments([{ ...good, variance: -1 }]),
      "domain", /^parts\[0\] are moments of no numbers; /],
    ["of fewer than ddof", () => e.combinedMoments([good], { ddof: 2 }),
      "domain", /^the whole has 2 entries and ddof is 2; /],
    ["a density at NaN", () => e.normalDensity([nan], { mean: 0, std: 1 }),
      "domain", /^x is NaN; .* finite/],
    ["a density without deviation", () => e.normalDensity([1], { mean: 0, std: 0 }),
      "domain", /^std is 0; .* more than 0/],
    ["a density without mean", () => e.normalDensity([1], { std: 1 }),
      "type", /^mean is undefined; .* number/],
    ["a density without options", () => e.normalDensity([1]),
      "type", /^options is undefined; .* \{ mean, std \}/],
  ],
};
