/** The numbers on screen: asked of the calculator for a state, and settled once the hand rests. */
import type { WeightArithmetic } from "../engine/api.js";
import { reasonOf } from "../engine/reason.js";
import type { Cell } from "../state/state.js";
import type { Calculator } from "./calculator.js";
import type { AttentionRequest, SentenceAttention } from "./sentence-attention.js";

/** How long the hand must rest until tables, link and history follow. */
const REST = 120;

export interface PictureEvents {
  /** Something that is drawn has changed. */
  changed(): void;
  /** The hand has rested; what is settled is what is on screen. */
  rested(): void;
}

export class Picture {
  /** The newest answer; null until the first. */
  result: SentenceAttention | null = null;
  /** The answer that tables show: they follow when the hand rests. */
  settled: SentenceAttention | null = null;
  /** Why the last request had no answer. */
  problem: string | null = null;

  /** The words that were asked for last; null before anything was. */
  words: readonly string[] | null = null;
  private asked = "";
  private answered = "";
  private calculator: Calculator | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private interrupted = false;
  private readonly events: PictureEvents;

  constructor(events: PictureEvents) {
    this.events = events;
  }

  connect(calculator: Calculator): void {
    this.disconnect();
    this.calculator = calculator;
    // An element that was taken out before its hand had rested, and is put back.
    if (this.interrupted || this.settled !== this.result) this.rest();
    this.interrupted = false;
    this.events.changed();
  }

  /** True while an answer is owed. */
  get pending(): boolean {
    return this.calculator?.pending ?? false;
  }

  /** True where the answer on screen, and in the tables, is the one to the last request. */
  get complete(): boolean {
    return this.result !== null && this.answered === this.asked && this.settled === this.result;
  }

  /** Forgets what was asked for last, so that it is asked for once more. */
  retry(): void {
    this.asked = "";
    this.problem = null;
    this.events.changed();
  }

  /** Asks, unless this is what was asked for last. Returns whether it did. */
  ask(request: AttentionRequest): boolean {
    const key = JSON.stringify(request);
    if (this.calculator === undefined || key === this.asked) return false;
    this.asked = key;
    this.words = request.words;
    const fail = (error: unknown) => {
      this.problem = reasonOf(error);
      this.events.changed();
    };
    const answer = (result: SentenceAttention) => {
      const first = this.result === null;
      this.result = result;
      this.answered = key;
      this.problem = null;
      if (first) this.settled = result;
      else this.rest();
      this.events.changed();
    };
    try {
      this.calculator.ask(request, answer, fail);
    } catch (error) {
      fail(error);
    }
    return true;
  }

  /** Starts the rest anew. */
  rest(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.settled = this.result;
      this.events.changed();
      this.events.rested();
    }, REST);
  }

  /** True from a change until the hand has rested. */
  get resting(): boolean {
    return this.timer !== undefined;
  }

  /** The element has left the document. */
  stop(): void {
    this.interrupted = this.resting;
    clearTimeout(this.timer);
    this.timer = undefined;
    this.disconnect();
  }

  /** An answer that the calculator still owes would come after newer ones of the next calculator. */
  private disconnect(): void {
    if (this.calculator === undefined) return;
    this.calculator.end();
    this.calculator = undefined;
    this.asked = this.answered;
  }

  /** How the weight of a cell comes about, without the division and with it. */
  arithmetic({ row, col }: Cell): { unscaled: WeightArithmetic; scaled: WeightArithmetic } | null {
    const { result, calculator } = this;
    if (result === null || calculator === undefined) return null;
    const { data, cols } = result.scores;
    const scores = data.subarray(row * cols, (row + 1) * cols);
    const steps = (divisor: number) =>
      calculator.engine.weightArithmetic(scores, { scale: 1 / divisor, index: col });
    return { unscaled: steps(1), scaled: steps(result.scaled.divisor) };
  }
}
