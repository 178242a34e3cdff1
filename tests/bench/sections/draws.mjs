// @ts-check
/** The exponent map and the fans: random draws a second, beside the same in NumPy. */
import { findNumPy } from "../../../web/tools/requirements.mjs";
import { inProject } from "../../../web/tools/run.mjs";
import { newEngine } from "../engine.mjs";
import { converse } from "../lines.mjs";
import { raceCases } from "../races.mjs";
import { quantile, timed } from "../rounds.mjs";
import { digits, times } from "../table.mjs";

const DIMS = Array.from({ length: 11 }, (_, octave) => 2 ** octave);
const QUANTITIES = /** @type {const} */ (["peak", "entropy", "jacobian", "gradient"]);
const EXPERIMENTS = [
  { name: "exponent map, 3 keys", keys: 3, exponents: DIMS.map((_, step) => step / 10) },
  { name: "exponent map, 16 keys", keys: 16, exponents: DIMS.map((_, step) => step / 10) },
  { name: "fans, 3 keys", keys: 3, exponents: [0, 0.5] },
  { name: "fans, 64 keys", keys: 64, exponents: [0, 0.5] },
];
/** The number of draws in a call; both are so timed at the size they do best at. */
const DRAWS = 100;
/** The number of draws for the comparison of the medians. */
const COMPARED = 2000;
/**
 * The medians of two samples of one law differ by more than this many standard errors once in
 * 300,000 comparisons; of the same draws they are the same.
 */
const STANDARD_ERRORS = { one: 4.5, own: 0 };
/** Loss of NumPy's closed forms where softmax is saturated: half of a double's digits. */
const LOST = 1e-6;

/**
 * NumPy's median has to lie between two quantiles of ours.
 * @param {{ name: string, keys: number, exponents: readonly number[] }} experiment
 * @param {import("../../../web/src/engine/api.js").Engine} engine
 * @param {number[][]} medians of NumPy, by quantity
 * @param {number} standardErrors
 */
function expectSameLaw({ name, keys, exponents }, engine, medians, standardErrors) {
  const drawn = engine.sampleGradients({ seed: 0, keys, dims: DIMS, exponents, count: COMPARED });
  const reach = standardErrors * Math.SQRT2 * Math.sqrt(0.25 / COMPARED);
  for (const [index, quantity] of QUANTITIES.entries()) {
    const { rows, cols, data } = drawn[quantity];
    for (let cell = 0; cell < cols; cell++) {
      const column = Array.from({ length: rows }, (_, row) => data[row * cols + cell] ?? 0);
      const found = medians[index]?.[cell] ?? Number.NaN;
      const low = quantile(column, 0.5 - reach);
      const high = quantile(column, 0.5 + reach);
      if (found >= low - LOST && found <= high + LOST) continue;
      throw new Error(
        `${name}: NumPy's median of ${quantity} in cell ${cell} is ${found}, ours lies between ${low} and ${high}.`,
      );
    }
  }
}

const STREAMS = /** @type {const} */ ([
  { stream: "own", name: "NumPy, the same draws" },
  { stream: "one", name: "NumPy, one stream for all" },
]);

/** @returns {AsyncGenerator<import("../races.mjs").Case>} */
async function* cases() {
  const engine = await newEngine();
  const numpy = converse(findNumPy() ?? "python3", [
    inProject("tests/bench/python/experiments.py"),
  ]);
  for (const experiment of EXPERIMENTS) {
    const { name, keys, exponents } = experiment;
    const asked = `${keys} ${JSON.stringify(exponents)}`;
    for (const { stream } of STREAMS) {
      const medians = await numpy(`medians ${stream} ${asked} ${COMPARED}`);
      expectSameLaw(experiment, engine, medians, STANDARD_ERRORS[stream]);
    }
    let from = 0;
    const ours = timed(() => {
      engine.sampleGradients({ seed: 0, keys, dims: DIMS, exponents, from, count: DRAWS });
      from += DRAWS;
    });
    yield {
      name,
      contestants: [
        { name: "ours", sample: ours },
        ...STREAMS.map(({ stream, name }) => ({
          name,
          sample: (/** @type {number} */ calls) =>
            numpy(`sample ${stream} ${asked} ${calls * DRAWS}`),
        })),
      ],
      goals: STREAMS.map(({ name: rival }) => ({
        goal: `${name}: 5 times as many draws a second as ${rival}`,
        least: 5,
        rival,
      })),
    };
  }
}

/** @type {import("../run.mjs").Section} */
export async function section(context) {
  context.report.figures.draws = await raceCases(
    context,
    `Random draws, ${DRAWS} a call (medians of ${COMPARED} agree: of the same draws within ${LOST}, otherwise within ${STANDARD_ERRORS.one} standard errors)`,
    ["draws a second", ""],
    ({ median, ratio }) => [digits((DRAWS / median) * 1000), times(ratio)],
    cases(),
  );
}
