/** Arguments that run code of their own while the engine reads them, or are not what they say. */
import { EngineError, loadEngine, type PackageEngine } from "attention-scale";
import { afterEach, describe, expect, it } from "vitest";
import { guarded } from "../../web/src/engine/guarded.js";
import { lying, lyingClass } from "./odd-arrays.js";
import { sampleCalls } from "./sample-calls.js";

const engine = await loadEngine();
/** The calls as a caller without a compiler makes them. */
const e = engine as unknown as Record<keyof PackageEngine, (...given: unknown[]) => unknown>;

const x = { rows: 3, cols: 3, data: Float64Array.of(1, 3, 2, 1, 1, 3, 1, 2, 1) };
const plainCall = () => ({
  ...engine.attention(x, x, x, { mask: "causal" }),
  ...engine.moments([1, 2, 4]),
  ...engine.sampleScores({ seed: 1, samples: 3, dim: 2, bins: 2, range: [-1, 1] }),
});
const before = plainCall();

function refusal(call: () => unknown): EngineError {
  try {
    call();
  } catch (error) {
    expect(error).toBeInstanceOf(EngineError);
    return error as EngineError;
  }
  throw new Error("The call threw nothing.");
}

afterEach(() => {
  expect(plainCall()).toEqual(before);
});

describe("a typed array with a length that lies", () => {
  it("is as long as it is", () => {
    const data = () => new Float64Array(2 ** 19).fill(7);
    const LyingArray = lyingClass(Float64Array, 9) as Float64ArrayConstructor;
    expect(engine.moments(lying(data(), 1)).count).toBe(2 ** 19);
    expect(engine.moments(new LyingArray(4)).count).toBe(4);
    expect(engine.softmax(lying(data(), "many")).length).toBe(2 ** 19);
    const flags = lying(new Uint8Array(9).fill(1), 4);
    expect(e.attention(x, x, x, { mask: { rows: 3, cols: 3, data: flags } })).toEqual(
      engine.attention(x, x, x),
    );
    const seed = lying(Uint32Array.of(13, 1), 2 ** 20);
    const drawn = engine.randomNormal({ seed, rows: 1, cols: 2 });
    expect(drawn).toEqual(engine.randomNormal({ seed: [13, 1], rows: 1, cols: 2 }));
  });

  it("may walk through its entries as it likes", () => {
    const dims = Object.assign(Float64Array.of(1, 2), {
      [Symbol.iterator]: function* endless() {
        for (;;) yield 1;
      },
    });
    const options = { seed: 1, samples: 3, count: 2 };
    const spreads = e.scoreSpreads({ ...options, dims });
    expect(spreads).toEqual(engine.scoreSpreads({ ...options, dims: [1, 2] }));
    const range = Object.assign(Float64Array.of(-1, 1), {
      [Symbol.iterator]: dims[Symbol.iterator],
    });
    expect(e.histogram([0], { bins: 1, range })).toMatchObject({ counts: Float64Array.of(1) });
  });
});

describe("a list that grows while it is read", () => {
  it("is read once", () => {
    const rows = [[1], [2], [3]];
    const grow = {
      get mask() {
        for (let i = 0; i < 1e5; i += 1) rows.push([4]);
        rows[0]?.push(5);
        return "none";
      },
    };
    expect(e.attention(rows, [[1]], [[1]], grow)).toMatchObject({ scores: { rows: 3, cols: 1 } });
    const list = [1, 2];
    Object.defineProperty(list, 1, {
      get() {
        for (let i = 0; i < 1e5; i += 1) list.push(9);
        return 2;
      },
    });
    expect(e.softmax(list)).toEqual(engine.softmax([1, 2]));
  });
});

describe("an argument that is a proxy", () => {
  it("counts as what it stands for, where that is a list or an object", () => {
    const rows = new Proxy([new Proxy([1, 3, 2], {}), [1, 1, 3], [1, 2, 1]], {});
    const options = new Proxy({ scale: 1 }, {});
    expect(e.attention(new Proxy(x, {}), rows, x, options)).toEqual(
      engine.attention(x, x, x, { scale: 1 }),
    );
  });
});

describe("an argument that throws", () => {
  it("ends in an EngineError with the reason and the cause", () => {
    const cause = new Error("I will not say.");
    const options = {
      get scale(): number {
        throw cause;
      },
    };
    const error = refusal(() => e.queryGradients(x, x, options));
    expect(error).toMatchObject({ code: "type", cause });
    expect(error.message).toBe(
      "The arguments of queryGradients could not be read: I will not say.",
    );
  });

  it("may throw anything", () => {
    const thrower = (thrown: unknown) => ({
      get rows(): number {
        throw thrown;
      },
      cols: 1,
      data: Float64Array.of(1),
    });
    const unreadable = new Proxy(
      {},
      {
        getPrototypeOf() {
          throw new Error("no prototype");
        },
        get() {
          throw new Error("no property");
        },
      },
    );
    for (const thrown of [undefined, null, 1, Symbol("s"), {}, Object.create(null), unreadable]) {
      const { code, message } = refusal(() => e.softmax(thrower(thrown)));
      expect(code).toBe("type");
      expect(message).toMatch(/^The arguments of softmax could not be read/);
    }
    const ours = new EngineError("domain", "Said by the caller.");
    expect(refusal(() => e.softmax(thrower(ours)))).toBe(ours);
  });
});

describe("a trap in the compiled code", () => {
  it("is thrown as it is, since it is no fault of the arguments", () => {
    const trap = new WebAssembly.RuntimeError("unreachable");
    const call = guarded("softmax", () => {
      throw trap;
    }) as () => unknown;
    expect(call).toThrow(trap);
  });
});

describe("a long list", () => {
  it("is read as a typed array is", () => {
    const long = Array.from({ length: 5000 }, (_, index) => Math.sin(index));
    expect(engine.moments(long)).toEqual(engine.moments(Float64Array.from(long)));
  });
});

describe("an argument that calls the engine", () => {
  const other = { rows: 2, cols: 2, data: Float64Array.of(9, 8, 7, 6) };
  /** Options whose every property is read after another call of the engine. */
  const reentrant = (options: object) =>
    new Proxy(options, {
      get(target, key) {
        engine.attentionGradient(other, other, other, other);
        const square = { wq: other, wk: other, wv: other, wo: other };
        engine.multiHeadAttention({ x: other, ...square, heads: 2 });
        engine.sampleScores({ seed: 2, samples: 5, dim: 3, bins: 4, range: [-2, 2] });
        engine.startRecall({ dim: 5, seed: 2 });
        return Reflect.get(target, key);
      },
    });

  const isOptions = (given: unknown) =>
    typeof given === "object" && !Array.isArray(given) && !ArrayBuffer.isView(given);

  it.each(sampleCalls(engine))("changes nothing in the outer call of %s", (name, ...given) => {
    const outer = given.map((it) => (isOptions(it) ? reentrant(it as object) : it));
    expect(e[name as "softmax"](...outer)).toEqual(e[name as "softmax"](...given));
  });
});

describe("options from a class or a prototype", () => {
  it("are read as any others", () => {
    class Options {
      get seed() {
        return 1;
      }
      samples = 3;
      dim = 2;
      bins = 2;
    }
    const range = [-1, 1] as const;
    const inherited = Object.assign(Object.create(new Options()), { range });
    const plain = { seed: 1, samples: 3, dim: 2, bins: 2, range };
    expect(engine.sampleScores(inherited)).toEqual(engine.sampleScores(plain));
    const all = { ...plain, count: 3 };
    expect(engine.scoreHistogram(Object.create(all))).toEqual(engine.scoreHistogram(all));
  });
});
