/**
 * The numbers that the chapter of the Transformer states, each measured on encoders as they are
 * initialised.
 */
import { describe, expect, it } from "vitest";
import { requestOf } from "../../web/src/attention/sentence-attention.js";
import type { Matrix } from "../../web/src/engine/api.js";
import {
  claimsThatHold,
  type DepthModel,
  depth,
  weightChange,
} from "../../web/src/parts/depth/depth.js";
import { expectedSpread } from "../../web/src/parts/depth/section.js";
import { attentionIn, flow } from "../../web/src/parts/flow/flow.js";
import { chapterStart } from "../../web/src/state/chapters.js";
import { START } from "../../web/src/state/state.js";
import type { en } from "../../web/src/text/en/depth.js";
import { plainText, rich } from "../../web/src/text/rich.js";
import { textsOf } from "../../web/src/text/words.js";
import { ALL } from "../all.js";
import { engine } from "../loaded-engine.js";
import { found } from "./printed-blocks.js";

const depthWords = textsOf<typeof en>("depth");
const sentences = chapterStart({ ...START, view: "transformer" });
const words = sentences.sentence.split(" ");
const attentionOf = (dim: number) => requestOf({ ...START, dim }, words);
const model = { layers: 6, norm: "post", activation: "relu" } as const;

/** The median of each layer, over encoders of rows of variance 1. */
function spreads(init: "xavier" | "packed" | "normal", dim: number, heads: number, count = 30) {
  const x = engine.randomNormal({ seed: 1, rows: 24, cols: dim });
  const { spread } = engine.sampleDepth({
    x,
    seed: 2,
    layers: 1,
    heads,
    initialisation: init,
    scale: 1,
    count,
  });
  return engine.drawSummaries({ rows: 1, cols: count, data: spread.data }).median[0] ?? 0;
}

describe("undivided scores as they are initialised", () => {
  it.each([
    ["normal", 64, 1, 0.2],
    ...(ALL ? [["normal", 768, 12, 2.46] as const] : []),
    ["xavier", 64, 1, 8],
    ["xavier", 64, 8, Math.sqrt(8)],
    ["xavier", 256, 4, 8],
    ["packed", 64, 1, 4],
    ["packed", 64, 8, Math.sqrt(2)],
    ["packed", 256, 4, 4],
  ] as const)(
    "deviate as told by the text and by the figure's expectation: %s, %d in %d heads",
    (init, dim, heads, told) => {
      const attention = attentionOf(dim);
      const expected = expectedSpread({ ...model, attention, heads, init });
      expect(expected).toBeCloseTo(told, 1);
      const share = spreads(init, dim, heads, dim === 768 ? 6 : 30) / expected;
      expect(Math.abs(share - 1)).toBeLessThan(0.15);
    },
  );
});

describe("the division in depth", () => {
  const measured = (
    init: "xavier" | "normal",
    dim: number,
    heads: number,
    encoders = 20,
    change: Partial<DepthModel> = {},
  ) => {
    const of = { ...model, attention: attentionOf(dim), heads, init, encoders, drawseed: 0 };
    const request = { ...of, ...change };
    const result = found(depth.run(engine, request));
    return { ...result, claims: claimsThatHold(request, result) };
  };
  const start = measured("xavier", 64, 8);
  const { unscaled, scaled } = start.sides;
  const short = { ...attentionOf(256), words: ["I", "am", "good"] };

  it("leaves a wider first layer, of variance 1.5", () => {
    const { spread } = unscaled;
    const variance = engine.moments(initial().scaled.embedding.sum.data).variance;
    expect(variance).toBeGreaterThan(1.2);
    expect(variance).toBeLessThan(1.8);
    expect((spread.median[0] ?? 0) / (spread.median[1] ?? 1)).toBeCloseTo(1.5, 0.8);
  });

  it("levels the weights from layer to layer with the normalisation after the sum, on both sides", () => {
    for (const { entropy } of [unscaled, scaled]) {
      for (let i = 1; i < 6; i += 1) {
        expect(entropy.median[i]).toBeGreaterThan((entropy.median[i - 1] ?? 0) - 0.02);
      }
    }
  });

  it("lets less gradient reach W^Q at the chapter’s start, not more", () => {
    for (let i = 0; i < 6; i += 1) {
      expect(unscaled.gradient.median[i]).toBeGreaterThan(2 * (scaled.gradient.median[i] ?? 0));
    }
  });

  it("makes the norm larger by few queries, while the median query gets less, as the note says", () => {
    const keys = 9;
    const dim = 256;
    const draws = 200;
    /** For each draw the norms of ∂L/∂q, one a query: W^Q learns from their sum over the queries. */
    const normsAt = (scale: number) =>
      Array.from({ length: draws }, (_, draw) => {
        const drawn = (index: number) =>
          engine.randomNormal({ seed: [77, draw, index], rows: keys, cols: dim });
        const [q, k, v, upstream] = [0, 1, 2, 3].map(drawn) as [Matrix, Matrix, Matrix, Matrix];
        const { data } = engine.attentionGradient(q, k, v, upstream, { scale }).queries;
        return Array.from({ length: keys }, (__, row) =>
          Math.hypot(...data.subarray(row * dim, (row + 1) * dim)),
        );
      });
    const median = (values: readonly number[]) =>
      engine.drawSummaries({ rows: 1, cols: values.length, data: Float64Array.from(values) })
        .median[0] ?? 0;
    const [without = [], withIt = []] = [1, 1 / Math.sqrt(dim)].map(normsAt);
    const norm = (all: readonly (readonly number[])[]) =>
      median(all.map((it) => Math.hypot(...it)));
    expect(Math.abs(norm(without) / norm(withIt) - 6)).toBeLessThan(0.5);
    expect(median(without.flat()) / median(withIt.flat())).toBeLessThan(0.2);
    for (const { noContradiction } of [depthWords.en, depthWords.zh]) {
      expect(plainText(rich(noContradiction))).toMatch(
        /256.*6.*(less than a fifth|不到.*五分之一)/,
      );
    }
  });

  it("is told by the numbers: the first layer, the weights that become more even, the gradient", () => {
    expect(start.claims).toMatchObject({ first: true, evener: true });
    expect(start.claims.ratio).toBeGreaterThan(2);
    // Before the sublayer a normalisation takes away the variance of the positions.
    const pre = measured("xavier", 64, 8, 20, { norm: "pre", layers: 2 });
    expect(pre.claims.first).toBe(false);
    const [one = 0, two = 1] = pre.sides.unscaled.spread.median;
    expect(one / two).toBeCloseTo(1, 1);
    expect(measured("normal", 64, 1, 5).claims.evener).toBe(false);
    // One head of 256 coordinates and three words: the undivided gradient is the smaller one.
    const wide = measured("xavier", 256, 1, 20, { attention: short, layers: 1 });
    expect(wide.claims).toMatchObject({ first: false, evener: false });
    expect(wide.claims.ratio).toBeLessThan(0.5);
    const undivided = { ...short, exponent: 0 };
    const same = measured("xavier", 256, 1, 1, { attention: undivided, layers: 1 });
    expect(same.claims.ratio).toBeNull();
    const alone = { ...short, words: ["I"] };
    expect(measured("xavier", 64, 1, 1, { attention: alone }).claims.ratio).toBeNull();
  });

  it.runIf(ALL)(
    "gives a row of the first layer of 768 coordinates in 12 heads .42 in place of .89",
    () => {
      const { sides } = measured("xavier", 768, 12, 3, { layers: 1 });
      expect(sides.unscaled.peak.median[0]).toBeCloseTo(0.89, 1);
      expect(sides.scaled.peak.median[0]).toBeCloseTo(0.42, 1);
    },
  );

  it("changes a row the more, the wider the head and the larger its scores", () => {
    const change = (init: "xavier" | "normal", heads: number) => {
      const { sides } = measured(init, 64, heads, 20, { layers: 1 });
      return (sides.scaled.entropy.median[0] ?? 0) - (sides.unscaled.entropy.median[0] ?? 0);
    };
    const changes = [64, 16, 8, 1].map((heads) => change("xavier", heads));
    expect(changes).toEqual([...changes].sort((a, b) => a - b));
    expect(change("normal", 1)).toBeLessThan((changes.at(-1) ?? 0) / 10);
  });

  it("makes flat rows flatter where N(0, .02²) makes them flat", () => {
    const small = measured("normal", 64, 1).sides;
    for (const side of [small.unscaled, small.scaled]) {
      expect(side.entropy.median[1]).toBeGreaterThan(0.98 * Math.log(words.length));
    }
    expect(small.scaled.entropy.median[1]).toBeGreaterThan(small.unscaled.entropy.median[1] ?? 0);
  });

  it.runIf(ALL)(
    "is the difference between about one word in a row and several, with Xavier and 64 in a head",
    () => {
      const wide = measured("xavier", 256, 4, 10).sides;
      expect(wide.unscaled.peak.median[1]).toBeGreaterThan(0.75);
      expect(wide.scaled.peak.median[1]).toBeLessThan(0.4);
    },
  );

  const initial = () =>
    found(
      flow.run(engine, {
        ...model,
        attention: attentionOf(64),
        second: sentences.second,
        heads: 8,
        causal: "on",
        init: "xavier",
      }),
    );

  it("starts with low entropies without it, in the first layer of both stacks", () => {
    const { unscaled: without, scaled: withIt } = initial();
    for (const box of ["attention", "masked"] as const) {
      const [a, b] = [without, withIt].map((side) => attentionIn(side, box, 0).means.entropy);
      expect(a).toBeLessThan(0.6 * (b ?? 0));
    }
  });
});

describe("initialisation can do the division's work", () => {
  it.each<{ dim: number; heads: number; most: number }>([
    { dim: 64, heads: 4, most: 0 },
    { dim: 64, heads: 1, most: 0 },
    ...(ALL ? ([{ dim: 256, heads: 4, most: 0 }] as const) : []),
    { dim: 64, heads: 8, most: 1e-12 },
    { dim: 96, heads: 4, most: 1e-12 },
  ])(
    "to the bit where √d_k is a power of two, else to rounding: $dim in $heads heads",
    ({ dim, heads, most }) => {
      for (const init of ["xavier", "packed", "normal"] as const) {
        for (const norm of ["post", "pre"] as const) {
          const request = { ...model, norm, attention: attentionOf(dim), heads, init };
          const { difference, largest } = found(weightChange.run(engine, request));
          expect(difference / largest).toBeLessThanOrEqual(most);
          if (most > 0) expect(difference).toBeGreaterThan(0);
        }
      }
    },
  );
});
