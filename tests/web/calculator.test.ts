import fc from "fast-check";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import {
  type AttentionRequest,
  type SentenceAttention,
  sentenceAttention,
} from "../../web/src/attention/sentence-attention.js";
import { Calculator } from "../../web/src/experiments/calculator.js";
import { SILENCE } from "../../web/src/helper.js";
import { engine } from "../loaded-engine.js";
import {
  delivery,
  module,
  prepareModule,
  prepareWorkers,
  type Startup,
  type WorkerDouble,
  workers,
} from "./worker-double.js";

const base = { seed: 13, exponent: 0.5, x: null } as const;
/** Requests are told apart by their first word. */
const quick = (name = "quick"): AttentionRequest => ({
  ...base,
  words: [name, "word"],
  dim: 4,
  projections: "identity",
});
const heavy = (name = "heavy"): AttentionRequest => ({
  ...base,
  words: [name, "word"],
  dim: 256,
  projections: "random",
});
/** An answer that only says what it answers. */
const stub = (request: AttentionRequest) => ({ request }) as SentenceAttention;

/** A calculator, and what came of each request: "A", or "A failed: why". */
function setUp() {
  const calculator = new Calculator(engine);
  const log: string[] = [];
  const results: SentenceAttention[] = [];
  const ask = (request: AttentionRequest) =>
    calculator.ask(
      request,
      (result) => {
        results.push(result);
        log.push(result.request.words[0] ?? "");
      },
      (error) => log.push(`${request.words[0]} failed: ${(error as Error).message}`),
    );
  return { calculator, ask, log, results };
}

/** Asks for something heavy and waits until the worker has it. */
async function busyWorker(ask: (request: AttentionRequest) => void): Promise<WorkerDouble> {
  ask(heavy("A"));
  await delivery();
  return workers[0] as WorkerDouble;
}

describe("the calculator", () => {
  beforeAll(() => import("../../web/src/experiments/worker-place.js"));
  beforeEach(() => prepareWorkers("starts"));

  it("answers what is quick before ask returns, without a worker", () => {
    const { calculator, ask, results } = setUp();
    ask(quick());
    expect(results).toEqual([sentenceAttention(engine, quick())]);
    // The first screen.
    ask({ ...heavy("I"), words: ["I", "am", "good"], dim: 64 });
    expect(results).toHaveLength(2);
    expect(calculator.pending).toBe(false);
    expect(workers).toEqual([]);
  });

  it("gives what is heavy to a worker, which it starts once with the compiled module", async () => {
    const { calculator, ask, log } = setUp();
    const worker = await busyWorker(ask);
    expect(log).toEqual([]);
    expect(calculator.pending).toBe(true);
    expect(worker.compiled).toBe(module);
    await worker.answer(stub);
    expect(log).toEqual(["A"]);
    expect(calculator.pending).toBe(false);
    ask(heavy("B"));
    await delivery();
    await worker.answer(stub);
    expect(log).toEqual(["A", "B"]);
    expect(workers).toHaveLength(1);
  });

  it("answers a wider sentence at once where its projections are drawn already", async () => {
    const { calculator, ask, log } = setUp();
    prepareWorkers("is refused");
    ask(heavy("A"));
    await delivery();
    ask(heavy("B"));
    expect(log).toEqual(["A", "B"]);
    expect(calculator.pending).toBe(false);
  });

  it("answers a drag here until a worker is there, then by the worker", async () => {
    const { calculator, ask, log } = setUp();
    const other = calculator.another();
    // Each of them draws as many rows as fit into a frame.
    for (const dim of [60, 110, 128]) ask({ ...heavy(`to ${dim}`), dim });
    expect(log).toEqual(["to 60", "to 110", "to 128"]);
    const drag = (name: string) =>
      other.ask(
        { ...heavy(name), dim: 128, words: [name, ...Array.from({ length: 63 }, String)] },
        ({ request }) => void log.push(request.words[0] ?? ""),
        (error) => log.push(`${name} failed: ${(error as Error).message}`),
        true,
      );
    for (const name of ["A", "B"]) drag(name);
    await delivery();
    const [worker] = workers as [WorkerDouble];
    expect(worker.requests.map(({ words }) => words[0])).toEqual(["A"]);
    await worker.answer(stub);
    drag("C");
    await delivery();
    expect(log.slice(3)).toEqual(["A", "B"]);
    expect(other.pending).toBe(true);
    await worker.answer(stub);
    expect(log.slice(3)).toEqual(["A", "B", "C"]);
    expect(workers).toHaveLength(1);
  });

  it("computes, of all that was asked while the worker was busy, only the newest", async () => {
    const { ask, log } = setUp();
    const worker = await busyWorker(ask);
    for (const name of ["B", "C", "D"]) ask(heavy(name));
    await delivery();
    expect(worker.owed).toBe(1);
    await worker.answer(stub);
    await worker.answer(stub);
    ask(heavy("E"));
    await delivery();
    ask(heavy("F"));
    ask(quick("G"));
    await worker.answer(stub);
    expect(worker.requests.map(({ words }) => words[0])).toEqual(["A", "D", "E"]);
    expect(log).toEqual(["A", "D", "G"]);
    expect(worker.owed).toBe(0);
  });

  it("throws where a quick request has no answer, and drops what came before", async () => {
    const { calculator, ask, log } = setUp();
    const worker = await busyWorker(ask);
    expect(() => ask({ ...quick("B"), x: [[Number.NaN]] })).toThrow();
    expect(calculator.pending).toBe(false);
    await worker.answer(stub);
    expect(log).toEqual([]);
  });

  it.each<Startup>(["is refused", "script is missing", "script fails", "start fails"])(
    "computes here, and rightly, where the worker %s",
    async (startup) => {
      prepareWorkers(startup);
      const { calculator, ask, log, results } = setUp();
      ask(heavy("A"));
      await delivery();
      ask({ ...heavy("B"), seed: 14 });
      await delivery();
      expect(log).toEqual(["A", "B"]);
      expect(results[0]).toEqual(sentenceAttention(engine, heavy("A")));
      expect(calculator.pending).toBe(false);
      expect(workers.length).toBeLessThanOrEqual(1);
    },
  );

  it("lets no element's request make another's stale: all have one engine and one worker", async () => {
    const { calculator, ask, log } = setUp();
    const other = calculator.another();
    const answer = (name: string) => () => void log.push(`other ${name}`);
    const unexpected = (error: unknown) => {
      throw error;
    };
    const worker = await busyWorker(ask);
    other.ask(quick("B"), answer("B"), unexpected);
    other.ask(heavy("C"), answer("C"), unexpected);
    await delivery();
    expect([calculator.pending, other.pending]).toEqual([true, true]);
    await worker.answer(stub);
    await worker.answer(stub);
    expect(log).toEqual(["other B", "A", "other C"]);
    expect([calculator.pending, other.pending]).toEqual([false, false]);
    expect(other.engine).toBe(calculator.engine);
    expect(workers).toHaveLength(1);
  });

  it("answers or fails the last request last, and none before an older one", async () => {
    const step = fc.constantFrom("quick", "heavy", "heavy", "worker answers", "worker fails");
    const property = async (steps: readonly string[]) => {
      prepareWorkers("starts");
      const { calculator, ask, log } = setUp();
      let asked = 0;
      for (const one of steps) {
        const worker = workers[0];
        if (one === "worker answers") await worker?.answer(stub);
        else if (one === "worker fails") await worker?.fail("why");
        else {
          asked += 1;
          ask((one === "quick" ? quick : heavy)(String(asked)));
          if (one === "quick") expect(calculator.pending).toBe(false);
        }
        if (one === "heavy" && asked % 2 === 0) await delivery();
      }
      await delivery();
      while ((workers[0]?.owed ?? 0) > 0) await workers[0]?.answer(stub);
      const settled = log.map((entry) => Number.parseInt(entry, 10));
      expect(settled).toEqual([...new Set(settled)].sort((a, b) => a - b));
      expect(settled.at(-1) ?? 0).toBe(asked);
      expect(calculator.pending).toBe(false);
    };
    await fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 14 }), property), {
      numRuns: 300,
    });
  });

  it.each(["busy", "idle"])(
    "computes here what a worker that dies has left undone, and everything after (%s)",
    async (state) => {
      const { ask, log, results } = setUp();
      const worker = await busyWorker(ask);
      if (state === "idle") await worker.answer(stub);
      await worker.die();
      expect(log).toEqual(["A"]);
      if (state === "busy") expect(results[0]).toEqual(sentenceAttention(engine, heavy("A")));
      ask({ ...heavy("B"), seed: 99 });
      await delivery();
      expect(log).toEqual(["A", "B"]);
      expect([workers.length, worker.requests.length]).toEqual([1, 1]);
    },
  );

  it("computes here where the script of the worker is missing and the binary comes long after", async () => {
    prepareWorkers("script is missing");
    let arrive: (module: WebAssembly.Module) => void = () => undefined;
    const late = new Promise<WebAssembly.Module>((resolve) => {
      arrive = resolve;
    });
    prepareModule(() => late);
    const { ask, log } = setUp();
    ask(heavy("A"));
    await delivery();
    arrive(module);
    await delivery();
    expect(log).toEqual(["A"]);
  });

  it("computes here where the binary does not come, and asks for it again the next time", async () => {
    let fails = true;
    prepareModule(async () => {
      if (fails) throw new Error("no network");
      return module;
    });
    const { ask, log } = setUp();
    ask(heavy("A"));
    await delivery();
    expect(log).toEqual(["A"]);
    fails = false;
    ask({ ...heavy("B"), seed: 15 });
    await delivery();
    await workers[1]?.answer(stub);
    expect(log).toEqual(["A", "B"]);
    expect(workers[0]?.page.terminated).toBe(true);
  });

  describe("with a clock", () => {
    beforeEach(() => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
    afterEach(() => vi.useRealTimers());
    /** A worker is asked for a sign of life, and given up after the same time again. */
    const silence = async () => {
      await vi.advanceTimersByTimeAsync(SILENCE);
      await vi.advanceTimersByTimeAsync(SILENCE);
      await delivery();
    };

    it("computes here where the worker never says anything", async () => {
      prepareWorkers("is silent");
      const { calculator, ask, log } = setUp();
      ask(heavy("A"));
      await delivery();
      expect(calculator.pending).toBe(true);
      await silence();
      expect(log).toEqual(["A"]);
      expect(workers.map(({ page }) => page.terminated)).toEqual([true]);
      // The next request starts another: the network may have been slow.
      ask({ ...heavy("B"), seed: 16 });
      await delivery();
      expect(workers).toHaveLength(2);
    });

    it("replaces a worker that has fallen silent, and computes here what the next is silent about as well", async () => {
      const { ask, log, results } = setUp();
      const worker = await busyWorker(ask);
      worker.fallSilent();
      await silence();
      expect(worker.page.terminated).toBe(true);
      expect(workers[1]?.requests.map(({ words }) => words[0])).toEqual(["A"]);
      workers[1]?.fallSilent();
      await silence();
      expect(log).toEqual(["A"]);
      expect(results[0]).toEqual(sentenceAttention(engine, heavy("A")));
    });

    it("waits for a worker that is slow but alive, and sets no timer once it has answered", async () => {
      const { ask, log } = setUp();
      const worker = await busyWorker(ask);
      for (let time = 0; time < 5; time += 1) await silence();
      expect(worker.page.terminated).toBe(false);
      await worker.answer(stub);
      expect(log).toEqual(["A"]);
      expect(vi.getTimerCount()).toBe(0);
    });
  });

  it("starts no worker for an element that has left while its script was on its way", async () => {
    const calculator = new Calculator(engine).another();
    const log: string[] = [];
    const say = (text: string) => () => void log.push(text);
    calculator.ask(heavy("A"), say("answer"), say("failure"));
    calculator.end();
    await delivery();
    expect([workers, log]).toEqual([[], []]);
  });

  it("ends the worker with the last element, and starts another for the next", async () => {
    const root = new Calculator(engine);
    const one = root.another();
    const other = root.another();
    const log: string[] = [];
    const askOf = (calculator: Calculator, name: string) =>
      calculator.ask(
        heavy(name),
        () => log.push(name),
        () => log.push(`${name} failed`),
      );
    askOf(one, "A");
    await delivery();
    one.end();
    expect(one.pending).toBe(false);
    expect(workers[0]?.page.terminated).toBe(false);
    askOf(other, "B");
    await delivery();
    other.end();
    await delivery();
    expect(workers[0]?.page.terminated).toBe(true);
    expect(log).toEqual([]);
    askOf(root.another(), "C");
    await delivery();
    await workers[1]?.answer(stub);
    expect(log).toEqual(["C"]);
  });
});
