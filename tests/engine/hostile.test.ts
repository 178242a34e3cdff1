/**
 * Arguments that run code of their own while the engine reads them; fuzz.test.ts has those that are
 * not what they say.
 */
import { EngineError, type PackageEngine } from "attention-scale";
import { afterEach, describe, expect, it } from "vitest";
import { guarded } from "../../web/src/engine/descriptor.js";
import { engine } from "../loaded-engine.js";

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
