/** Decides where a request is computed: here, if that fits into a frame, else in the worker. */
import { loadWorkers } from "edition:later";
import type { FirstEngine } from "../engine/api.js";
import type { WorkerPlace } from "../lab/helper.js";
import {
  type AttentionRequest,
  type SentenceAttention,
  sentenceAttention,
} from "./sentence-attention.js";

/** The side of the matrices the projections are cut from: a row takes this many draws. */
const PROJECTION_SIDE = 1024;
/** Measured on a slow laptop, in milliseconds; only their order of magnitude matters. */
const COST_OF_A_DRAW = 40e-6;
const COST_OF_A_PRODUCT = 0.4e-6;
/** Work that takes longer than this would be felt in a frame of 16 ms. */
const FRAME_BUDGET = 8;

export type Answer = (result: SentenceAttention) => void;
export type Fail = (error: unknown) => void;

/** A request for the worker; they are numbered as they come. */
interface Asked {
  readonly number: number;
  readonly request: AttentionRequest;
  readonly answer: Answer;
  readonly fail: Fail;
}

/** What all elements of a document have together. */
interface Together {
  /** Its script comes with the first request that needs it: the first screen does without. */
  worker: WorkerPlace | undefined;
  /** The calculators of the elements that stand in the document. */
  readonly users: Set<Calculator>;
  /** How far the projections of a seed are drawn in the engine of this thread. */
  drawn: { seed: number; rows: number };
}

/**
 * Answers requests, the latest first and stale ones never. What is quick is answered before `ask` returns; what is not
 * goes to a worker, one request at a time, and whatever was asked meanwhile is skipped but for the last. That is so for
 * each element: each has one of these, and engine and worker are the same behind them.
 */
export class Calculator {
  /** For what is quick enough to be asked at any time. */
  readonly engine: FirstEngine;
  private readonly together: Together;
  private asked = 0;
  /** The newest request that has its answer, or its failure; what is older is stale. */
  private settled = 0;
  private waiting: Asked | undefined;
  private busy = false;
  private ended = false;

  constructor(
    engine: FirstEngine,
    /** What a worker's engine is started from: asked for when the first worker is. */
    private readonly compiled: () => Promise<WebAssembly.Module>,
    together?: Together,
  ) {
    this.engine = engine;
    this.together = together ?? {
      worker: undefined,
      users: new Set(),
      drawn: { seed: -1, rows: 0 },
    };
  }

  /** For another element, whose requests make none of this one's stale. */
  another(): Calculator {
    const other = new Calculator(this.engine, this.compiled, this.together);
    this.together.users.add(other);
    return other;
  }

  /** The element has left the document: no answer comes any more, and the worker ends with its last element. */
  end(): void {
    this.ended = true;
    this.waiting = undefined;
    this.settled = this.asked;
    const { users, worker } = this.together;
    if (users.delete(this) && users.size === 0) worker?.end();
  }

  /** \throws EngineError where the request has no answer, if it is computed at once. */
  ask(request: AttentionRequest, answer: Answer, fail: Fail): void {
    this.asked += 1;
    if (this.costHere(request) <= FRAME_BUDGET) {
      this.waiting = undefined;
      this.settled = this.asked;
      answer(this.here(request));
      return;
    }
    this.waiting = { number: this.asked, request, answer, fail };
    if (!this.busy) void this.work();
  }

  /** Computes ahead what will be asked for, where that is quick: draws are kept, and code is compiled that has run once. */
  prepare(request: AttentionRequest): void {
    if (this.costHere(request) > FRAME_BUDGET) return;
    try {
      this.here(request);
    } catch {
      // Who asks for it will be told.
    }
  }

  /** True while the worker owes an answer to the last request. */
  get pending(): boolean {
    return this.settled < this.asked;
  }

  private here(request: AttentionRequest): SentenceAttention {
    const result = sentenceAttention(this.engine, request);
    if (request.projections === "random") {
      const { drawn } = this.together;
      const before = drawn.seed === request.seed ? drawn.rows : 0;
      this.together.drawn = { seed: request.seed, rows: Math.max(before, request.dim) };
    }
    return result;
  }

  private costHere({ words, dim, seed, projections }: AttentionRequest): number {
    if (projections === "identity") return words.length * words.length * dim * COST_OF_A_PRODUCT;
    const { drawn } = this.together;
    const missing = Math.max(0, dim - (drawn.seed === seed ? drawn.rows : 0));
    const draws = (3 * missing * PROJECTION_SIDE + words.length * dim) * COST_OF_A_DRAW;
    return draws + 2 * words.length * dim * (dim + words.length) * COST_OF_A_PRODUCT;
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
        // Something newer may have been answered here in the meantime.
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
    const here = () => this.here(request);
    const script = await loadWorkers().catch(() => null);
    if (this.ended) throw new Error("the element has left the document");
    if (script === null) return here();
    together.worker ??= new script.WorkerPlace(this.compiled);
    return together.worker.run(
      (helper) => helper.answer(helper.calls.sentenceAttention(request)),
      here,
    );
  }
}
