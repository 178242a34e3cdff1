/**
 * Decides where a request is computed: on this thread if that fits into a frame, else in the
 * worker.
 */
import type { AttentionRequest, SentenceAttention } from "../attention/sentence-attention.js";
import { sentenceAttention } from "../attention/sentence-attention.js";
import type { FirstEngine } from "../engine/api.js";
import { once } from "../work.js";
import { edition } from "./edition.js";
import type { WorkerPlace } from "./worker-place.js";

/** The side of the matrices the projections are cut from: a row takes this many draws. */
const PROJECTION_SIDE = 1024;
/** Measured on a slow laptop, in milliseconds; only their order of magnitude matters. */
const COST_OF_A_DRAW = 40e-6;
const COST_OF_A_PRODUCT = 0.4e-6;
/** Milliseconds of work that fit into a frame of 16 ms. */
const FRAME_BUDGET = 8;
/** The same while a number is dragged: the page draws in each frame too. */
const MOVING_BUDGET = 1;

const workerScript = () => import("./worker-place.js");

/** A request; they are numbered in the order of `ask`. */
interface NumberedRequest {
  readonly number: number;
  readonly request: AttentionRequest;
  readonly answer: (result: SentenceAttention) => void;
  readonly fail: (error: unknown) => void;
}

/** The state that the calculators of a document share: the worker, and who uses it. */
class Together {
  /** Its script is loaded with the first request that needs it: the first screen needs none. */
  worker: WorkerPlace | undefined;
  /**
   * Whether the worker has answered once: until then a drag is answered on this thread. Undefined
   * where none was asked for that.
   */
  warm: boolean | undefined;
  /** The calculators of the elements that stand in the document. */
  readonly users = new Set<Calculator>();
  /**
   * The rows of the projections that the engine of this thread has drawn and keeps, and their seed.
   */
  drawn = { seed: -1, rows: 0 };
}

/**
 * Answers the newest request, and never one that a newer answer has made stale. A quick request is
 * answered before `ask` returns; any other goes to a worker, one at a time, and of those asked
 * meanwhile only the newest. Each element has a calculator of its own; all of them share one engine
 * and one worker.
 */
export class Calculator {
  private lastNumber = 0;
  /** The newest request that has its answer or its failure; older ones are stale. */
  private settled = 0;
  private waiting: NumberedRequest | undefined;
  private busy = false;

  constructor(
    /** The engine for calls that are quick enough to be made at any time. */
    readonly engine: FirstEngine,
    private readonly together = new Together(),
  ) {}

  /** A calculator for another element: its requests make none of this one's stale. */
  another(): Calculator {
    const other = new Calculator(this.engine, this.together);
    this.together.users.add(other);
    return other;
  }

  /**
   * The element has left the document: nothing is answered any more, and the worker ends with the
   * last element.
   */
  end(): void {
    this.waiting = undefined;
    this.lastNumber += 1;
    this.settled = this.lastNumber;
    const { users, worker } = this.together;
    if (users.delete(this) && users.size === 0) {
      worker?.end();
      this.together.warm = undefined;
    }
  }

  /**
   * Asks for the attention of a request.
   * @param moving whether the request is one of a drag, of which each frame asks another
   * @throws EngineError where the request has no answer, if it is computed before `ask` returns
   */
  ask(
    request: AttentionRequest,
    answer: NumberedRequest["answer"],
    fail: NumberedRequest["fail"],
    moving = false,
  ): void {
    this.lastNumber += 1;
    const number = this.lastNumber;
    this.waiting = undefined;
    const cost = this.costHere(request);
    if (cost > FRAME_BUDGET || (moving && cost > MOVING_BUDGET && this.workerServes(request))) {
      this.waiting = { number, request, answer, fail };
      if (!this.busy) void this.work();
      return;
    }
    this.settled = number;
    answer(this.computeHere(request));
  }

  /**
   * Computes a quick request ahead: the engine keeps its draws, and the browser compiles code that
   * has run once.
   */
  prepare(request: AttentionRequest): void {
    if (this.costHere(request) > FRAME_BUDGET) return;
    try {
      this.computeHere(request);
    } catch {
      // The request itself will fail in the same way.
    }
  }

  /** True while the last request has no answer yet. */
  get pending(): boolean {
    return this.settled < this.lastNumber;
  }

  private computeHere(request: AttentionRequest): SentenceAttention {
    const result = sentenceAttention(this.engine, request);
    const { seed, dim, projections } = request;
    if (projections === "random") {
      this.together.drawn = { seed, rows: Math.max(this.drawnRows(seed), dim) };
    }
    return result;
  }

  private drawnRows(seed: number): number {
    const { drawn } = this.together;
    return drawn.seed === seed ? drawn.rows : 0;
  }

  private costHere(request: AttentionRequest): number {
    const { words, keyWords = words, dim, seed, projections } = request;
    if (projections === "identity") return words.length * keyWords.length * dim * COST_OF_A_PRODUCT;
    const missing = Math.max(0, dim - this.drawnRows(seed));
    const draws = (3 * missing * PROJECTION_SIDE + words.length * dim) * COST_OF_A_DRAW;
    return draws + 2 * words.length * dim * (dim + keyWords.length) * COST_OF_A_PRODUCT;
  }

  private async work(): Promise<void> {
    this.busy = true;
    try {
      while (this.waiting !== undefined) {
        const { number, request, answer, fail } = this.waiting;
        this.waiting = undefined;
        const tell = await this.compute(request).then(
          (result) => () => answer(result),
          (error: unknown) => () => fail(error),
        );
        // A newer request may have been answered on this thread meanwhile.
        if (number <= this.settled) continue;
        this.settled = number;
        tell();
      }
    } finally {
      this.busy = false;
    }
  }

  private async compute(request: AttentionRequest): Promise<SentenceAttention> {
    const { together } = this;
    const here = () => this.computeHere(request);
    const script = await workerScript().catch(() => null);
    // A newer answer has come, or the element has gone: work() tells nobody of this error.
    if (!this.pending) throw new Error("stale");
    return script === null ? here() : script.answerBy(together, request, here);
  }

  /** Whether a worker answers soon. Where none has answered yet, one is started. */
  private workerServes(request: AttentionRequest): boolean {
    const { together } = this;
    if (together.warm === undefined) {
      together.warm = false;
      // Without a worker, drags go on here.
      workerScript()
        .then((script) => script.warm(together, request))
        .catch(() => null);
    }
    return together.warm;
  }
}

let arrived: Calculator | null = null;

/**
 * The calculator that the others are made from. Rejects with the reason why the engine did not
 * start; the next call tries again.
 */
export const firstCalculator = once(async () => {
  arrived = new Calculator(await edition.startFirst());
  return arrived;
});

/** A calculator for an element: all elements of a document have one engine. */
export const sharedCalculator = (): Promise<Calculator> =>
  firstCalculator().then((calculator) => calculator.another());

/** The same without a promise; null until the engine has started. */
export const calculatorHere = (): Calculator | null => arrived?.another() ?? null;
