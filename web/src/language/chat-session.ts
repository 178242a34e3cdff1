/**
 * The chat of a page: the model as its data comes, the last answer, its heads, and the curve.
 * Before the model is loaded: what is recorded of them.
 */
import { proxy, transfer } from "comlink";
import type { EngineErrorCode } from "../engine/errors.js";
import type { HeadCorrelations, RotationNumbers } from "../engine/language.js";
import { Helper, isLoss } from "../helper.js";
import { indexed } from "../indexed.js";
import type * as Model from "./api.js";
import {
  conversations,
  recordedCorrelations,
  curve as recordedCurve,
  recordedHeads,
  recordedLens,
  recordedRotation,
} from "./recorded.js";
import type { ModelSession } from "./session.js";
import type { LanguageSource } from "./source.js";
import type { DataProblem, ModelData, Unkept } from "./store.js";
import { DataError, dataBeside, MODEL_BYTES, PickedFiles } from "./store.js";

/** The heads of the two lanes. */
export type Heads = readonly [Model.LaneHeads, Model.LaneHeads];
type Known<T> = Map<string, T | null>;
type ModelWorker = Helper<ModelSession>;
type Calls = ModelWorker["calls"];

/** Why the model does not run. */
export type Trouble =
  | DataProblem
  /** The browser refuses its memory. */
  | { readonly kind: "memory" }
  | { readonly kind: "died" }
  | { readonly kind: "engine"; readonly reason: string };

/** The tokens of a text, and how many it may have. */
type Count = Readonly<{ tokens: number; limit: number }>;

/** Milliseconds between two readings of the heads while an answer comes. */
const EVERY = 200;

/**
 * Least and most milliseconds between two renderings of the tokens; those that come meanwhile are
 * shown together. The end of an answer waits for the last rendering.
 */
const RENDER_PAUSE = [33, 150] as const;

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * Waits after a rendering that began at `start`, longer where it took long, so that the page stays
 * responsive.
 */
async function pauseAfter(
  start: number,
  least: number,
  most = Number.POSITIVE_INFINITY,
): Promise<void> {
  // The page is rendered before this ends, so that the time below holds its rendering.
  await pause(0);
  await pause(Math.min(most, Math.max(least, 3 * (performance.now() - start))));
}

/** How the data comes. Bytes are those of the whole model. */
const NOTHING = {
  phase: "none" as "none" | "fetching" | "opening" | "ready" | "failed",
  received: 0,
  total: MODEL_BYTES,
  /** Whether the bytes come from the browser's storage. */
  stored: false,
  /** Why it failed. */
  problem: null as Trouble | null,
  unkept: null as Unkept,
};
export type Loading = Readonly<typeof NOTHING>;

const goesOn = ({ ended }: Model.Conversation) => ended.includes(undefined);

/** Errors of the worker have a code and a message, and are no Errors. */
const thrown = (error: unknown) => error as { code?: EngineErrorCode; message?: string };

function troubleOf(error: unknown): Trouble {
  if (error instanceof DataError) return error.problem;
  if (isLoss(error)) return { kind: "died" };
  const { code, message } = thrown(error);
  if (code === "limit") return { kind: "memory" };
  // The pieces are none of this model's.
  if (code === "shape") return { kind: "damaged", file: "model.json" };
  return { kind: "engine", reason: message ?? String(error) };
}

/**
 * Whoever reads a property gets what there is now; the page is rendered anew when it changes. Lane
 * 0 is without the division.
 */
export class ChatSession {
  loading: Loading = NOTHING;
  conversation: Model.Conversation = conversations[0] as Model.Conversation;
  curve: Model.PerplexityCurve = recordedCurve;
  /**
   * The recorded heads, for each recorded conversation; null: not known yet, or this browser does
   * not read them.
   */
  private recorded: readonly Heads[] | null = null;
  answered = false;
  /** Whether the reader has stopped the answer. */
  private stopping = false;
  /** The heads that were read last. */
  private lastHeads: Heads | null = null;
  /** Whose heads there are: until those of a new answer are read, the answer before it. */
  headsOf = this.conversation;
  private readingHeads = false;
  /**
   * The heads whose weights are wanted; null: nobody has asked for any since they were last read.
   */
  private wantedHeads: readonly number[] | null = null;
  /** What the worker has told of the last answer, and of texts; null: asked, not known yet. */
  private lenses: Known<readonly (readonly Model.Rival[])[]> = new Map();
  private rotations: Known<RotationNumbers> = new Map();
  private correlated: Known<readonly HeadCorrelations[]> = new Map();
  private readonly counts: Known<Count> = new Map();
  private worker: ModelWorker | null = null;
  /** Settles once the worker takes pieces. */
  private started: Promise<void> = Promise.resolve();
  /** What the worker's data is, and the pieces of it that it has. */
  private index: Model.ModelIndex | null = null;
  private heldPieces = new Set<number>();
  private loads = new AbortController();
  private files: readonly File[] | undefined;

  constructor(
    private readonly changed: () => void,
    private readonly source: () => Promise<LanguageSource>,
  ) {
    const settle = (recorded: readonly Heads[] | null) => {
      this.recorded = recorded;
      this.answered = true;
      changed();
    };
    recordedHeads().then(settle, () => settle(null));
  }

  // ---- the data ----

  private tell(now: Partial<Loading>): void {
    this.loading = { ...this.loading, ...now };
    this.changed();
  }

  /** @param files those that the reader has picked, in place of the folder beside the page */
  async load(files?: readonly File[]): Promise<void> {
    if (this.loading.phase === "ready" || this.underWay) return;
    this.files = files;
    this.loads = new AbortController();
    const { signal } = this.loads;
    this.tell({ ...NOTHING, phase: "fetching" });
    try {
      await this.bring(await this.source(), signal);
    } catch (error) {
      if (!signal.aborted) this.fail(error);
    }
  }

  get underWay(): boolean {
    return this.loading.phase === "fetching" || this.loading.phase === "opening";
  }

  private async bring(source: LanguageSource, signal: AbortSignal): Promise<void> {
    const data: ModelData =
      this.files === undefined && source.folder !== null
        ? dataBeside(source.folder)
        : new PickedFiles(this.files ?? []);
    const index = await data.index(signal);
    const worker = await this.startedFor(index, source, signal);
    let before = 0;
    for (const [number, described] of indexed(index.pieces)) {
      signal.throwIfAborted();
      if (!this.heldPieces.has(number)) {
        const progress = (received: number, stored: boolean) =>
          this.tell({ received: before + received, stored });
        const piece = await data.piece(described, signal, progress);
        await worker.answer(worker.calls.piece(number, transfer(piece, [piece.buffer])));
        this.heldPieces.add(number);
      }
      before += described.bytes;
    }
    signal.throwIfAborted();
    this.tell({ phase: "opening", received: before });
    await worker.answer(worker.calls.finish());
    signal.throwIfAborted();
    this.tell({ phase: "ready", unkept: data.unkept });
  }

  /**
   * The worker for this data, once it takes pieces: the one that was begun before, also by a load
   * that was cancelled, or a new one.
   */
  private async startedFor(index: Model.ModelIndex, source: LanguageSource, signal: AbortSignal) {
    const same = JSON.stringify(index.pieces) === JSON.stringify(this.index?.pieces);
    let worker = same ? this.worker : null;
    if (worker === null) {
      this.drop(this.worker);
      worker = new Helper<ModelSession>(await source.createModelWorker());
      // Nobody else would end it.
      if (signal.aborted) worker.end();
      signal.throwIfAborted();
      this.worker = worker;
      this.index = index;
      this.heldPieces = new Set();
      this.started = this.start(worker, index, source);
    }
    await this.started;
    return worker;
  }

  /** A worker that does not start is none for the next load. */
  private async start(worker: ModelWorker, index: Model.ModelIndex, source: LanguageSource) {
    try {
      const module = await source.languageModule();
      await worker.answer(worker.calls.start(module, index));
    } catch (error) {
      this.drop(worker);
      throw error;
    }
  }

  /** Ends a worker, and with it what it was asked and has not told. */
  private drop(worker: ModelWorker | null): void {
    if (worker === null) return;
    worker.end();
    if (this.worker !== worker) return;
    this.worker = null;
    for (const [text, count] of this.counts) if (count === null) this.counts.delete(text);
  }

  /** The pieces that the worker has stay there, unless it is lost. */
  private fail(error: unknown): void {
    const problem = troubleOf(error);
    if (!(error instanceof DataError)) this.drop(this.worker);
    this.breakOff();
    this.tell({ phase: "failed", problem });
  }

  /** Nothing more comes of the last answer: what has not ended is stopped. */
  private breakOff(): void {
    const { conversation } = this;
    const [first = "stopped", second = "stopped"] = conversation.ended;
    conversation.ended = [first, second];
  }

  /** What has come stays, and is not fetched again. */
  cancel(): void {
    this.loads.abort();
    this.tell(NOTHING);
  }

  retry(): void {
    if (this.loading.phase === "failed") void this.load(this.files);
  }

  /** The worker whose model is open. */
  private get ready() {
    return this.loading.phase === "ready" ? this.worker : null;
  }

  /** What the worker tells when it is asked, which it is once; null while that is not known. */
  private askedOnce<T>(known: Known<T>, name: string, ask: (calls: Calls) => Promise<T>): T | null {
    const { ready } = this;
    if (ready !== null && !known.has(name)) {
      known.set(name, null);
      ready.answer(ask(ready.calls)).then(
        (value) => {
          known.set(name, value);
          this.changed();
        },
        (error) => this.lost(error),
      );
    }
    return known.get(name) ?? null;
  }

  // ---- the answer ----

  /**
   * Shows the recorded answer to a prompt, where there is one, until the reader has asked
   * something.
   */
  propose(prompt: string): void {
    const found = conversations.find(({ request }) => request.prompt === prompt);
    if (this.conversation.recorded && found) this.headsOf = this.conversation = found;
  }

  /** How many tokens a prompt has, and may have; null while that is not known. */
  count(prompt: string): Count | null {
    return this.askedOnce(this.counts, prompt, (calls) => calls.countTokens(prompt));
  }

  /** Whether an answer comes. */
  get answering(): boolean {
    return goesOn(this.conversation);
  }

  /**
   * Asks a prompt. The worker refuses one that is empty or too long; the last answer then stays.
   */
  async ask(request: Model.AnswerRequest): Promise<void> {
    const { ready, conversation: before } = this;
    if (ready === null) return;
    const ended = [undefined, undefined] as const;
    const run: Model.Conversation = { recorded: false, request, steps: [[], []], ended };
    this.conversation = run;
    this.stopping = false;
    this.lenses = new Map();
    this.rotations = new Map();
    this.correlated = new Map();
    this.changed();
    const onSteps = proxy(async (steps: readonly Model.AnswerStep[]) => {
      const start = performance.now();
      for (const step of steps) run.steps[step.lane].push(step);
      if (run === this.conversation) this.changed();
      if (!this.stopping) await pauseAfter(start, ...RENDER_PAUSE);
    });
    void this.followHeads(run);
    try {
      run.ended = await ready.answer(ready.calls.answer(request, onSteps));
    } catch (error) {
      if (thrown(error).code === "domain" && run === this.conversation) this.conversation = before;
      this.lost(error);
    }
    this.changed();
  }

  /** Ends the answer, or the curve, that is under way. */
  stop(): void {
    this.stopping = true;
    void this.ready?.calls.stop();
  }

  /** The worker is of no use any more, unless it has only been asked for what there is not. */
  private lost(error: unknown): void {
    if (this.loading.phase === "ready" && thrown(error).code !== "domain") this.fail(error);
  }

  // ---- what the answer is made of ----

  /**
   * The heads of both lanes for `headsOf` so far, null where they are not known yet; the weights of
   * some heads are known later.
   * @param large the heads whose weights are wanted
   */
  heads(large: readonly number[]): Heads | null {
    const { conversation, headsOf, lastHeads } = this;
    if (!conversation.recorded) {
      this.wantedHeads = large;
      const begun = headsOf === conversation;
      const known = begun && large.every((head) => lastHeads?.[0].weights.has(head));
      if (!known && (begun || !goesOn(conversation))) void this.readHeads(conversation);
    }
    return headsOf.recorded ? (this.recorded?.[conversations.indexOf(headsOf)] ?? null) : lastHeads;
  }

  /** The heads of a lane of `headsOf` with the weights of all; null: the model runs no longer. */
  async allHeads(lane: 0 | 1): Promise<Model.LaneHeads | null> {
    const { headsOf, ready, lastHeads } = this;
    if (headsOf.recorded) {
      return (await recordedHeads())[conversations.indexOf(headsOf)]?.[lane] ?? null;
    }
    if (ready === null || lastHeads === null) return null;
    const all = [...lastHeads[lane].entropy.keys()];
    return (await ready.answer(ready.calls.heads(lane, all))) ?? null;
  }

  /** Reads the heads again and again while an answer comes, and once more at its end. */
  private async followHeads(run: Model.Conversation): Promise<void> {
    let start = performance.now();
    do {
      await pauseAfter(start, EVERY);
      start = performance.now();
      await this.readHeads(run);
    } while (run === this.conversation && goesOn(run));
    await this.readHeads(run);
  }

  private async readHeads(run: Model.Conversation): Promise<void> {
    const { ready, wantedHeads } = this;
    if (ready === null || wantedHeads === null || this.readingHeads || run !== this.conversation) {
      return;
    }
    this.readingHeads = true;
    this.wantedHeads = null;
    try {
      const read = ([0, 1] as const).map((lane) =>
        ready.answer(ready.calls.heads(lane, wantedHeads)),
      );
      const [first, second] = await Promise.all(read);
      if (run === this.conversation && first && second) {
        this.lastHeads = [first, second];
        this.headsOf = run;
      }
      this.changed();
    } catch (error) {
      this.lost(error);
    } finally {
      this.readingHeads = false;
    }
  }

  /**
   * The rivals of each layer at a position of a lane; null while they are not known, and then this
   * call asks for them.
   */
  lens(lane: 0 | 1, position: number): readonly (readonly Model.Rival[])[] | null {
    const { headsOf, lenses } = this;
    if (headsOf.recorded) return recordedLens(headsOf, lane, position);
    if (headsOf !== this.conversation) return null;
    return this.askedOnce(lenses, `${lane} ${position}`, (calls) => calls.lens(lane, position));
  }

  /**
   * Whether the worker can be asked about the whole text of the last answer: an answer that comes
   * still grows.
   */
  private get readToTheEnd(): boolean {
    return this.headsOf === this.conversation && !this.answering;
  }

  /**
   * The scores of a head at a position of a lane, without and with the rotation; null while they
   * are not known, as `lens`, and where a recorded answer lacks them.
   */
  rotation(lane: 0 | 1, head: number, position: number): RotationNumbers | null {
    const { headsOf, rotations } = this;
    if (headsOf.recorded) return recordedRotation(headsOf, lane, head, position);
    if (!this.readToTheEnd) return null;
    const name = `${lane} ${head} ${position}`;
    return this.askedOnce(rotations, name, (calls) => calls.rotation(lane, head, position));
  }

  /** How alike the heads of each layer are; null while that is not known, as `rotation`. */
  correlations(lane: 0 | 1): readonly HeadCorrelations[] | null {
    const { headsOf, correlated } = this;
    if (headsOf.recorded) return recordedCorrelations(headsOf, lane);
    if (!this.readToTheEnd) return null;
    return this.askedOnce(correlated, String(lane), (calls) => calls.correlations(lane));
  }

  // ---- the curve ----

  /** Why a text is not measured; null where it is. */
  private async problemOf(worker: ModelWorker, text: string): Promise<Model.TextProblem | null> {
    if (text.trim() === "") return { kind: "empty" };
    const { tokens, limit } = await worker.answer(worker.calls.countTokens(text, true));
    return tokens > limit ? { kind: "long", tokens, limit } : null;
  }

  async measure(text: Model.CurveText, exponents: readonly number[], only: Model.Only) {
    const { ready, curve: before } = this;
    if (ready === null) return;
    const run: Model.PerplexityCurve = { recorded: false, points: [], running: true, only };
    const tell = (now: Partial<Model.PerplexityCurve>) => {
      Object.assign(run, now);
      this.changed();
    };
    const onPoints = proxy((points: Model.PerplexityCurve["points"]) =>
      tell({ points: [...run.points, ...points] }),
    );
    try {
      const problem = "text" in text ? await this.problemOf(ready, text.text) : null;
      this.curve = problem ? { ...before, problem } : run;
      this.changed();
      if (problem === null) await ready.answer(ready.calls.curve(text, exponents, only, onPoints));
    } catch (error) {
      if (this.curve === run) this.curve = before;
      this.lost(error);
    }
    tell({ running: false });
  }

  end(): void {
    this.loads.abort();
    this.loading = NOTHING;
    this.drop(this.worker);
    this.breakOff();
  }
}
