import { loadEngine, type Matrix } from "attention-scale";
import { describe, expect, it } from "vitest";
import {
  type AttentionRequest,
  SHOWN,
  sentenceAttention,
} from "../../web/src/attention/sentence-attention.js";
import type { Experiment, Step } from "../../web/src/lab/experiment.js";
import { pieces } from "../../web/src/lab/experiment.js";
import { EXPERIMENTS, type ExperimentName, type RequestOf } from "../../web/src/lab/experiments.js";
import { DIMS, QUANTITIES } from "../../web/src/parts/gradient/draws.js";
import { binsOf, type ScoresRequest } from "../../web/src/parts/variance/scores.js";
import { DEFINITIONS } from "../../web/src/state/state.js";
import { expectClose, expectCloseMatrix, largest } from "../engine/close.js";

const engine = await loadEngine();

const attention: AttentionRequest = {
  ...{ words: ["I", "am", "good"], dim: 24, seed: 13, exponent: 0.5, x: null },
  projections: "random",
};

/** Small enough to be run again and again, large enough for a few pieces. */
const REQUESTS: { readonly [N in ExperimentName]: RequestOf<N> } = {
  // A piece is 2.5e8 / samples / dim queries, the first an eighth of it.
  scores: { seed: 0, samples: 3000, dim: 500, std: 1, law: "normal" },
  spread: { seed: 0, std: 1, law: "normal" },
  draws: { seed: 0, keys: 40, draws: 100, exponents: [0, 0.5] },
  map: { seed: 0, keys: 40, draws: 40, exponents: [0, 0.25, 0.5, 1] },
  growth: { seed: 0, draws: 9 },
  sentence: { attention, loss: "squares", target: 0 },
  places: { attention, precision: "half", accumulate: "same", size: 96 },
};
const NAMES = Object.keys(EXPERIMENTS) as ExperimentName[];

const run = <Request, Result>(experiment: Experiment<Request, Result>, request: Request) =>
  experiment(engine, request);

/** The steps of an experiment that have something to show, with their results, each asked for when it stands there. */
function all<Request, Result>(experiment: Experiment<Request, Result>, request: Request) {
  const steps: { done: number; total: number; result: Result }[] = [];
  for (const { done, total, result } of run(experiment, request)) {
    const shown = result();
    if (shown !== null) steps.push({ done, total, result: shown });
  }
  return steps;
}
const any = (name: ExperimentName) => EXPERIMENTS[name] as Experiment<unknown, unknown>;
const last = <T>(list: readonly T[]): T => {
  const end = list.at(-1);
  if (end === undefined) throw new Error("the experiment had no step");
  return end;
};

describe("the pieces of an experiment", () => {
  it.each([
    [1, 1],
    [7, 3],
    [100, 8],
    [2000, 293],
    [10, 1000],
  ])("of %d by %d follow each other without a gap, first small, none too large", (total, size) => {
    const list = [...pieces(total, size)];
    let next = 0;
    for (const { from, count } of list) {
      expect(from).toBe(next);
      expect(count).toBeGreaterThan(0);
      expect(count).toBeLessThanOrEqual(size);
      next += count;
    }
    expect(next).toBe(total);
    expect(list[0]?.count).toBeLessThanOrEqual(Math.max(1, size / 8));
  });
});

describe.each(NAMES)("the experiment %s", (name) => {
  const steps = all(any(name), REQUESTS[name]);

  it("goes on step by step to its end", () => {
    const { total } = last(steps);
    for (const [i, step] of steps.entries()) {
      expect(step.total).toBe(total);
      expect(step.done).toBeGreaterThan(steps[i - 1]?.done ?? -1);
      expect(step.done === total).toBe(i === steps.length - 1);
    }
    expect(steps.length).toBeGreaterThan(name === "sentence" ? 0 : 2);
  });

  it("says in every result what it is the result of", () => {
    for (const { result } of steps) expect(result).toMatchObject({ request: REQUESTS[name] });
  });

  it("gives the same digits again", () => {
    expect(last(all(any(name), REQUESTS[name])).result).toEqual(last(steps).result);
  });

  it("keeps a result as it was while the work goes on", () => {
    const taken: { result: unknown; copy: unknown }[] = [];
    for (const step of run(any(name), REQUESTS[name])) {
      const result = step.result();
      taken.push({ result, copy: structuredClone(result) });
    }
    for (const { result, copy } of taken) expect(result).toEqual(copy);
  });

  it("can be stopped between any two steps", () => {
    for (const stop of [0, 1]) {
      const going = run(any(name), REQUESTS[name]);
      let step: Step<unknown> | undefined;
      for (let i = 0; i <= Math.min(stop, steps.length - 1); i += 1) {
        step = going.next().value as Step<unknown>;
      }
      going.return();
      expect(step?.result()).toEqual(steps[Math.min(stop, steps.length - 1)]?.result);
    }
  });
});

describe("the scores", () => {
  const request: ScoresRequest = REQUESTS.scores;
  const steps = all(EXPERIMENTS.scores, request);
  const sum = (counts: Float64Array) => counts.reduce((total, count) => total + count, 0);

  it("count in the histogram what they have streamed", () => {
    for (const { done, result } of steps) {
      const { counts, edges, streamed } = result;
      expect(edges).toHaveLength(counts.length + 1);
      if (done === 0) {
        expect([streamed, sum(counts)]).toEqual([null, 0]);
        continue;
      }
      expect(streamed?.count).toBe(done * request.samples);
      // Six standard deviations hold all but a few in a thousand million.
      expect(sum(counts)).toBeLessThanOrEqual(done * request.samples);
      expect(sum(counts)).toBeGreaterThan(done * request.samples * (1 - 1e-6));
    }
  });

  it("count every score where none can lie beyond", () => {
    for (const [law, dim] of [
      ["uniform", 4],
      ["sign", 30],
    ] as const) {
      const { result } = last(all(EXPERIMENTS.scores, { ...request, law, dim, samples: 300 }));
      expect(sum(result.counts)).toBe(300 * 300);
    }
  });

  it.each(DEFINITIONS.law.words)("come to one whole computation (%s)", (law) => {
    const whole: ScoresRequest = { ...request, law, dim: 60, samples: 700, std: 1.5 };
    const { result } = last(all(EXPERIMENTS.scores, whole));
    const options = { ...whole, ...binsOf(whole) };
    const once = engine.sampleScores(options);
    expect(result.counts).toEqual(once.histogram.counts);
    expect(result.edges).toEqual(once.histogram.edges);
    expect(result.sample.query).toEqual(once.query);
    expect(result.sample.key).toEqual(once.key);
    expect(result.sample.scores.std).toBe(once.scores.std);
    // Streamed in single precision.
    const { streamed } = result;
    expect(streamed?.std).toBeCloseTo(once.scores.std, 5);
    expect(streamed?.mean).toBeCloseTo(once.scores.mean, 5);
    expect([streamed?.min, streamed?.max]).toEqual([once.scores.min, once.scores.max]);
  });

  it("stopped half way are those of the first queries", () => {
    const { done, result } = steps[2] as (typeof steps)[number];
    const options = { ...request, ...binsOf(request), from: 0, count: done };
    const part = engine.scoreHistogram(options);
    expect(result.counts).toEqual(part.counts);
    expect(result.streamed?.count).toBe(part.moments.count);
    expect(result.streamed?.std).toBeCloseTo(part.moments.std, 6);
    // The exact moments are there from the beginning.
    expect(result.sample).toEqual(last(steps).result.sample);
  });

  it("are NumPy's six numbers for 10,000 samples of 100", () => {
    const first = run(EXPERIMENTS.scores, { ...request, samples: 10_000, dim: 100 }).next();
    const result = (first.value as Step<(typeof steps)[number]["result"]>).result();
    if (result === null) throw new Error("the first step has nothing to show");
    const { query, key, scores } = result.sample;
    expectClose(
      [query.mean, query.std, key.mean, key.std, scores.mean, scores.std],
      [
        ...[0.0015121465155362318, 0.9999218259776954, 0.00030444971735968363],
        ...[0.9988866485887642, 0.0001082210308225202, 0.9989145784891948],
      ],
      // A mean of a million entries near 0.
      { k: 100, of: 1 },
    );
  });

  it("show the first entries of the query, as many as there are", () => {
    expect(steps[0]?.result.entries).toHaveLength(400);
    const { entries } = last(all(EXPERIMENTS.scores, { ...request, samples: 2, dim: 3 })).result;
    expect(entries).toEqual(engine.randomEntries({ seed: 0, count: 6 }));
  });

  it.each([1, 2, 3, 64, 99, 100, 1024])(
    "of ±σ lie in the middle of their bins, every other number in none (d = %d)",
    (dim) => {
      const sign: ScoresRequest = { ...request, law: "sign", dim, std: 0.5 };
      const { bins, range } = binsOf(sign);
      const { edges } = engine.histogram([0], { bins, range });
      const variance = 0.5 ** 2;
      // What d products of ±σ² can sum to: d, d − 2 … −d times σ².
      for (let times = -dim; times <= dim; times += 2) {
        const score = (times * variance) / Math.sqrt(dim);
        if (score <= range[0] || score >= range[1]) continue;
        const bin = edges.findIndex((edge) => edge > score) - 1;
        const [low, high] = [edges[bin] ?? 0, edges[bin + 1] ?? 0];
        expect((score - low) / (high - low)).toBeCloseTo(0.5, 6);
      }
      // One value a bin, and they reach past six deviations.
      expect((range[1] - range[0]) / bins).toBeCloseTo((2 * variance) / Math.sqrt(dim), 12);
      expect(range[1]).toBeGreaterThanOrEqual(6 * variance);
    },
  );
});

describe.each(["draws", "map"] as const)("the draws (%s)", (name) => {
  const request = REQUESTS[name];
  const steps = all(EXPERIMENTS[name], request);
  const cells = DIMS.length * request.exponents.length;
  const transposed = ({ rows, cols, data }: Matrix): Matrix => ({
    ...{ rows: cols, cols: rows },
    data: Float64Array.from(data, (_, i) => data[(i % rows) * cols + Math.floor(i / rows)] ?? 0),
  });
  const whole = (count: number) =>
    engine.sampleGradients({ ...request, dims: DIMS, from: 0, count });

  it("are at every step the summaries of the draws so far", () => {
    for (const { done, result } of steps) {
      const part = whole(done);
      expect(result.draws).toBe(done);
      expect(result.dims).toEqual(DIMS);
      for (const quantity of QUANTITIES) {
        const summaries = engine.drawSummaries(transposed(part[quantity]));
        expect(result.summaries[quantity], quantity).toEqual(summaries);
      }
    }
  });

  it("lists the gradients of the first sixty, no matter in which pieces they came", () => {
    for (const { done, result } of steps) {
      const { rows, cols, data } = result.singles;
      expect([rows, cols, data.length]).toEqual([Math.min(done, 60), cells, rows * cells]);
      expect(data).toEqual(whole(rows).gradient.data);
    }
  });

  it("has quantiles in their order, and finite numbers alone", () => {
    for (const { result } of steps) {
      for (const quantity of QUANTITIES) {
        const { low, median, high, mean, largest: most } = result.summaries[quantity];
        for (let cell = 0; cell < cells; cell += 1) {
          const row = [0, low, median, high, most].map((list) =>
            typeof list === "number" ? list : (list[cell] ?? Number.NaN),
          );
          expect(row).toEqual([...row].sort((a, b) => a - b));
          expect(mean[cell]).toBeLessThanOrEqual((most[cell] ?? 0) * (1 + 1e-12));
        }
      }
    }
  });
});

describe("the spreads", () => {
  const steps = all(EXPERIMENTS.spread, { seed: 3, std: 2, law: "uniform" });

  it("are means over the repeats so far, one for each d", () => {
    for (const { done, result } of [steps[0], steps[11], last(steps)].filter(
      (step) => step !== undefined,
    )) {
      const { data, cols } = engine.scoreSpreads({
        ...{ seed: 3, std: 2, law: "uniform", samples: result.samples, dims: DIMS },
        ...{ from: 0, count: done },
      });
      expect([result.repeats, cols]).toEqual([done, DIMS.length]);
      const means = DIMS.map((_, i) => {
        const own = Array.from({ length: done }, (__, row) => data[row * cols + i] ?? 0);
        return own.reduce((total, value) => total + value, 0) / done;
      });
      expectClose(result.mean, means, { k: 8 });
    }
    expect(steps[0]?.result.between).toEqual(new Float64Array(DIMS.length));
  });

  it("grow as √d σ², within a few of their own errors", () => {
    const { mean, between, repeats } = last(steps).result;
    for (const [i, d] of DIMS.entries()) {
      const error = (between[i] ?? 0) / Math.sqrt(repeats);
      expect(Math.abs((mean[i] ?? 0) - Math.sqrt(d) * 4), `d = ${d}`).toBeLessThan(
        6 * error + 0.01,
      );
      expect(between[i]).toBeGreaterThan(0);
    }
  });
});

describe("the entropies of longer sentences", () => {
  const steps = all(EXPERIMENTS.growth, REQUESTS.growth);

  it("are at every step the summaries of the draws so far", () => {
    for (const { done, result } of steps) {
      const { counts, dim } = result;
      const { root, logarithmic } = engine.sampleEntropies({
        seed: 0,
        dim,
        counts,
        from: 0,
        count: done,
      });
      for (const [name, { rows, cols, data }] of Object.entries({ root, logarithmic })) {
        const byCount = Float64Array.from(
          data,
          (_, i) => data[(i % rows) * cols + Math.floor(i / rows)] ?? 0,
        );
        expect(result[name as "root"], name).toEqual(
          engine.drawSummaries({ rows: cols, cols: rows, data: byCount }),
        );
      }
      expect(result.draws).toBe(done);
    }
  });

  it("lie between 0 and ln n, and are the same for both at n = 512", () => {
    const { counts, root, logarithmic } = last(steps).result;
    expect(counts).toEqual(Array.from({ length: 12 }, (_, i) => 2 ** (i + 1)));
    for (const [i, n] of counts.entries()) {
      for (const { low, largest: most } of [root, logarithmic]) {
        expect(low[i]).toBeGreaterThan(0);
        expect(most[i]).toBeLessThanOrEqual(Math.log(n) * (1 + 1e-12));
      }
    }
    const same = counts.indexOf(512);
    expectClose([logarithmic.median[same] ?? 0], [root.median[same] ?? 0], { k: 200 });
  });

  it("takes no more draws than it is asked for, and few where it is asked for many", () => {
    expect(last(steps).total).toBe(9);
    expect(run(EXPERIMENTS.growth, { seed: 0, draws: 20_000 }).next().value).toMatchObject({
      total: 400,
    });
  });
});

describe("the sentence's gradient", () => {
  it.each(DEFINITIONS.loss.words)(
    "is that of attention with and without the division (%s)",
    (loss) => {
      const { result } = last(all(EXPERIMENTS.sentence, { attention, loss, target: 2 }));
      const shown = sentenceAttention(engine, attention);
      const { words, dim, seed } = attention;
      const x = engine.wordVectors(words, { seed, dim });
      const of = (projection: "queries" | "keys" | "values") =>
        engine.project(x, { seed, projection });
      const [q, k, v] = [of("queries"), of("keys"), of("values")];
      for (const [side, divisor] of [
        ["unscaled", 1],
        ["scaled", Math.sqrt(dim)],
      ] as const) {
        const found = result[side];
        const scale = 1 / divisor;
        expectClose([found.divisor], [divisor], { k: 2 });
        const { output } = engine.attention(q, k, v, { scale });
        const { loss: value, dOutput } = engine.outputLoss(output, v, { loss, target: 2 });
        const { queries, keys, scores } = engine.attentionGradient(q, k, v, dOutput, { scale });
        expectClose([found.loss], [value], { k: 16, of: Math.max(1, Math.abs(value)) });
        const first = ({ rows, cols, data }: Matrix): Matrix => ({
          ...{ rows, cols: SHOWN },
          data: Float64Array.from({ length: rows * SHOWN }, (_, i) =>
            Number(data[Math.floor(i / SHOWN) * cols + (i % SHOWN)]),
          ),
        });
        for (const [have, want] of [
          [found.scores, scores],
          [found.queries, first(queries)],
          [found.keys, first(keys)],
        ] as const) {
          expectCloseMatrix(have, want, { k: 1000, of: largest(want.data) });
        }
        // The weights' own numbers are those of the first screen.
        expectClose(found.reaching.peak, shown[side].peak, { k: 1000, of: 1 });
        expectClose(found.reaching.entropy, shown[side].entropy, { k: 1000, of: 1 });
      }
    },
  );

  it("does without projections where the page does, and takes given vectors", () => {
    const x = [
      [1, 3, 2],
      [1, 1, 3],
      [1, 2, 1],
    ];
    const given: AttentionRequest = { ...attention, dim: 3, projections: "identity", x };
    const { result } = last(
      all(EXPERIMENTS.sentence, { attention: given, loss: "sum", target: 0 }),
    );
    const { dOutput } = engine.outputLoss(x, x, { loss: "sum" });
    const { queries } = engine.attentionGradient(x, x, x, dOutput, { scale: 1 });
    expectClose(result.unscaled.queries.data, queries.data, { k: 100, of: 1 });
  });
});

describe("where the root goes", () => {
  it.each(DEFINITIONS.precision.words)("is computed place by place (%s)", (precision) => {
    const request = { ...REQUESTS.places, precision };
    const steps = all(EXPERIMENTS.places, request);
    const { seed, dim, words } = attention;
    const x = engine.wordVectors(words, { seed, dim });
    const [queries, keys] = (["queries", "keys"] as const).map((projection) =>
      engine.project(x, { seed, projection }),
    ) as [Matrix, Matrix];
    for (const [i, { done, total, result }] of steps.entries()) {
      expect([done, total]).toEqual([i + 1, 4]);
      expect(Object.keys(result.places)).toEqual(DEFINITIONS.place.words.slice(0, i + 1));
      for (const [place, found] of Object.entries(result.places)) {
        const options = { ...request, attention: undefined, place: place as "scores" };
        const { accumulate, size } = options;
        expect(found).toEqual(
          engine.reducedScores(queries, keys, {
            precision,
            accumulate,
            size,
            place: options.place,
          }),
        );
      }
    }
  });

  it("overflows in half precision where the root comes last, and not where it comes first", () => {
    const { places } = last(all(EXPERIMENTS.places, REQUESTS.places)).result;
    expect(places.scores?.overflowed).toBeGreaterThan(0);
    expect(places.queries?.overflowed).toBe(0);
  });
});
