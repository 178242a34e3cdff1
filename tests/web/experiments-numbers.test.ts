import type { Matrix } from "attention-scale";
import { describe, expect, it } from "vitest";
import {
  type AttentionRequest,
  SHOWN,
  sentenceAttention,
} from "../../web/src/attention/sentence-attention.js";
import type { Step } from "../../web/src/lab/experiment.js";
import { growth } from "../../web/src/parts/exponent/growth.js";
import { places } from "../../web/src/parts/exponent/places.js";
import { DIMS, draws, QUANTITIES } from "../../web/src/parts/gradient/draws.js";
import { sentence } from "../../web/src/parts/gradient/sentence.js";
import { COUNTS, shares } from "../../web/src/parts/gradient/shares.js";
import { binsOf, type ScoresRequest, scores } from "../../web/src/parts/variance/scores.js";
import { spread } from "../../web/src/parts/variance/spread.js";
import { DEFINITIONS } from "../../web/src/state/state.js";
import { expectClose, expectCloseMatrix, largest } from "../engine/close.js";
import { ASKED, all, attention, engine, last } from "./experiment-steps.js";

describe("the scores", () => {
  const request: ScoresRequest = ASKED.scores.request;
  const steps = all(scores, request);
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
      const { result } = last(all(scores, { ...request, law, dim, samples: 300 }));
      expect(sum(result.counts)).toBe(300 * 300);
    }
  });

  it.each(DEFINITIONS.law.words)("come to one whole computation (%s)", (law) => {
    const whole: ScoresRequest = { ...request, law, dim: 60, samples: 700, std: 1.5 };
    const { result } = last(all(scores, whole));
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
    const first = scores.run(engine, { ...request, samples: 10_000, dim: 100 }).next();
    const result = (first.value as Step<(typeof steps)[number]["result"]>).result();
    if (result === null) throw new Error("the first step has nothing to show");
    const { query, key, scores: all } = result.sample;
    expectClose(
      [query.mean, query.std, key.mean, key.std, all.mean, all.std],
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
    const { entries } = last(all(scores, { ...request, samples: 2, dim: 3 })).result;
    expect(entries).toEqual(engine.randomEntries({ seed: 0, count: 6 }));
  });

  it.each([1, 2, 3, 64, 99, 100, 1024])(
    "of ±σ lie in the middle of their bins, every other number in none (d = %d)",
    (dim) => {
      const sign: ScoresRequest = { ...request, law: "sign", dim, std: 0.5 };
      const { bins, range } = binsOf(sign);
      const { edges } = engine.histogram([0], { bins, range });
      const variance = 0.5 ** 2;
      // The possible sums of d products of ±σ²: d, d − 2 … −d times σ².
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

describe.each(["draws", "draws for the map"] as const)("the %s", (name) => {
  const { request } = ASKED[name];
  const steps = all(draws, request);
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
  const steps = all(spread, { seed: 3, std: 2, law: "uniform" });

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
  const steps = all(growth, ASKED.growth.request);

  it("are at every step the summaries of the draws so far", () => {
    for (const { done, result } of steps) {
      const { counts, dim } = result;
      const { root, logarithmic, level } = engine.sampleEntropies({
        seed: 0,
        dim,
        counts,
        from: 0,
        count: done,
      });
      for (const [name, { rows, cols, data }] of Object.entries({ root, logarithmic, level })) {
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

  it("lie between 0 and ln n, and are the same for all at n = 512", () => {
    const { counts, root, logarithmic, level } = last(steps).result;
    expect(counts).toEqual(Array.from({ length: 12 }, (_, i) => 2 ** (i + 1)));
    for (const [i, n] of counts.entries()) {
      for (const { low, largest: most } of [root, logarithmic, level]) {
        expect(low[i]).toBeGreaterThan(0);
        expect(most[i]).toBeLessThanOrEqual(Math.log(n) * (1 + 1e-12));
      }
    }
    const same = counts.indexOf(512);
    for (const other of [logarithmic, level])
      expectClose([other.median[same] ?? 0], [root.median[same] ?? 0], { k: 200 });
  });

  it("takes no more draws than it is asked for, and few where it is asked for many", () => {
    expect(last(steps).total).toBe(9);
    expect(growth.run(engine, { seed: 0, draws: 20_000 }).next().value).toMatchObject({
      total: 400,
    });
  });
});

describe("the shares", () => {
  const { request } = ASKED.shares;
  const steps = all(shares, request);

  it("are at every step those of every draw, or of every second or eighth, so far", () => {
    for (const { done, result } of steps) {
      expect(result.of.map(({ keys, draws }) => [keys, draws])).toEqual(
        COUNTS.map(({ keys, every }) => [keys, Math.ceil(done / every)]),
      );
    }
    for (const { keys, draws: count, gradient } of last(steps).result.of) {
      const { rows, cols, data } = engine.sampleGradients({
        ...{ ...request, keys, dims: DIMS },
        ...{ from: 0, count },
      }).gradient;
      const drawn = Array.from({ length: cols }, (_, cell) =>
        Array.from({ length: rows }, (__, draw) => data[draw * cols + cell] ?? 0),
      );
      expect(gradient).toEqual(engine.drawSummaries(drawn));
    }
  });

  it("are first shown when each number of keys has several draws, unless there are no more", () => {
    expect(Math.ceil((steps[0]?.done ?? 0) / 8)).toBeGreaterThanOrEqual(16);
    expect(
      last(all(shares, { ...request, draws: 10 })).result.of.map(({ draws }) => draws),
    ).toEqual([10, 10, 5, 2]);
  });

  it("have for three keys the numbers of the draws", () => {
    const three = last(all(draws, { ...request, keys: 3 })).result;
    expect(last(steps).result.of[0]?.gradient).toEqual(three.summaries.gradient);
  });
});

describe("the sentence's gradient", () => {
  it.each(DEFINITIONS.loss.words)(
    "is that of attention with and without the division (%s)",
    (loss) => {
      const { result } = last(all(sentence, { attention, loss, target: 2 }));
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
    const { result } = last(all(sentence, { attention: given, loss: "sum", target: 0 }));
    const { dOutput } = engine.outputLoss(x, x, { loss: "sum" });
    const { queries } = engine.attentionGradient(x, x, x, dOutput, { scale: 1 });
    expectClose(result.unscaled.queries.data, queries.data, { k: 100, of: 1 });
  });
});

describe("where the root goes", () => {
  it.each(DEFINITIONS.precision.words)("is computed place by place (%s)", (precision) => {
    const request = { ...ASKED.places.request, precision };
    const steps = all(places, request);
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
    const { result } = last(all(places, ASKED.places.request));
    expect(result.places.scores?.overflowed).toBeGreaterThan(0);
    expect(result.places.queries?.overflowed).toBe(0);
  });
});
