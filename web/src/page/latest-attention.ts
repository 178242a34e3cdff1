/**
 * The answer to the newest state: asked of the calculator, and settled once the state has not
 * changed for a moment.
 */

import type { AttentionRequest, SentenceAttention } from "../attention/sentence-attention.js";
import type { FirstEngine, WeightArithmetic } from "../engine/api.js";
import type { EngineError, EngineMissing } from "../engine/errors.js";
import { reasonOf } from "../engine/reason.js";
import { type Calculator, calculatorHere, sharedCalculator } from "../experiments/calculator.js";
import { memo } from "../memo.js";
import { Settling } from "../settling.js";

/** Milliseconds without a change after which tables, link and history follow. */
const SETTLE_TIME = 90;

export class LatestAttention {
  /** The newest answer; null until the first. */
  result: SentenceAttention | null = null;
  /** The answer that tables show: the newest one once it has settled. */
  settled: SentenceAttention | null = null;
  /** Why the engine did not start. */
  failure: string | null = null;
  /** What the browser lacked for the engine; where that is not known, a file. */
  missing: EngineMissing = "file";
  /** Why the last request has no answer. */
  problem: string | null = null;
  /** The words of the last request; null before the first. */
  words: readonly string[] | null = null;

  /** The last request, which `ask` compares before its text. */
  private request: AttentionRequest | null = null;
  /** The texts of the last request, and of the request that `result` answers. */
  private requestText = "";
  private answered = "";
  private calculator: Calculator | undefined;
  private readonly settles = new Settling(SETTLE_TIME, () => {
    this.settled = this.result;
    this.onSettled?.();
    this.changed();
  });
  private stopped = false;

  /**
   * @param changed called when something that is drawn has changed
   * @param onSettled called when the state has settled: `settled` is `result`
   */
  constructor(
    private readonly changed: () => void,
    private readonly onSettled?: () => void,
  ) {}

  /** Starts the engine, or takes the one that runs. */
  async start(): Promise<void> {
    this.stopped = false;
    try {
      // Takes an engine that runs without awaiting it: then the first rendering has the answer.
      const calculator = calculatorHere() ?? (await sharedCalculator());
      if (this.stopped) {
        calculator.end();
        return;
      }
      this.disconnect();
      this.calculator = calculator;
      if (this.settling || this.settled !== this.result) this.awaitSettling();
    } catch (error) {
      this.failure = reasonOf(error);
      this.missing = (error as EngineError | undefined)?.missing ?? "file";
    }
    this.changed();
  }

  /** The engine, for calls that are quick enough to be made at any time; null until it has started. */
  get engine(): FirstEngine | null {
    return this.calculator?.engine ?? null;
  }

  /** True while an answer is to come. */
  get pending(): boolean {
    return this.calculator?.pending ?? false;
  }

  /**
   * True where `result` answers the last request, and has settled. Without a calculator nothing is
   * asked.
   */
  get complete(): boolean {
    if (this.calculator === undefined || this.result === null) return false;
    return this.answered === this.requestText && this.settled === this.result;
  }

  /** Starts an engine that failed, and has the next `ask` ask again for an answer that failed. */
  retry(): void {
    if (this.failure !== null) {
      this.failure = null;
      this.start();
    }
    if (this.problem === null) return;
    this.problem = null;
    this.forget("");
  }

  /**
   * Asks, unless this was asked last.
   * @param moving whether a number of the request is dragged
   */
  ask(request: AttentionRequest, moving = false): void {
    const { calculator } = this;
    if (calculator === undefined || request === this.request) return;
    this.request = request;
    const key = JSON.stringify(request);
    if (key === this.requestText) return;
    this.requestText = key;
    this.words = request.words;
    const fail = (error: unknown) => {
      this.problem = reasonOf(error);
      this.changed();
    };
    const answer = (result: SentenceAttention) => {
      const first = this.result === null;
      this.result = result;
      this.answered = key;
      this.problem = null;
      if (first) this.settled = result;
      else this.awaitSettling();
      this.changed();
    };
    try {
      calculator.ask(request, answer, fail, moving);
    } catch (error) {
      fail(error);
    }
  }

  /** The state has changed: it settles after SETTLE_TIME without another change. */
  awaitSettling(): void {
    this.settles.begin();
  }

  /** True from a change until the state has settled. */
  get settling(): boolean {
    return this.settles.pending;
  }

  /** The element has left the document. */
  stop(): void {
    this.stopped = true;
    // A state that has not settled settles once the element is back.
    this.settles.hold();
    this.disconnect();
  }

  /**
   * An answer that this calculator still computes would come after newer ones of the next
   * calculator.
   */
  private disconnect(): void {
    if (this.calculator === undefined) return;
    this.calculator.end();
    this.calculator = undefined;
    this.forget(this.answered);
  }

  private forget(requestText: string): void {
    this.request = null;
    this.requestText = requestText;
  }

  /**
   * The weight of a cell step by step, without the division and with it; null until there is an
   * answer.
   */
  arithmetic({ row, col }: { row: number; col: number }) {
    return this.rowArithmetic(row)?.[col] ?? null;
  }

  /** The arithmetic of all cells of a row. */
  rowArithmetic(row: number) {
    const { result, calculator } = this;
    if (result === null || calculator === undefined) return null;
    return this.steps(calculator.engine, result, row);
  }

  private readonly steps = memo(
    (engine: FirstEngine, { scores, scaled }: SentenceAttention, row: number) => {
      const { data, cols } = scores;
      const logits = data.subarray(row * cols, (row + 1) * cols);
      const divided = (divisor: number, index: number): WeightArithmetic =>
        engine.weightArithmetic(logits, { scale: 1 / divisor, index });
      return Array.from(logits, (_, index) => ({
        unscaled: divided(1, index),
        scaled: divided(scaled.divisor, index),
      }));
    },
  );
}
