/** The chat of a page: the model as its data comes, the last answer, its heads, and the curve. Before the model is loaded: what is recorded of them. */
import { proxy, transfer } from "comlink";
import type { EngineErrorCode } from "../engine/errors.js";
import { isLoss } from "../helper.js";
import type {
  AnswerRequest,
  AnswerStep,
  CurveText,
  LaneHeads,
  LaneSettings,
  ModelIndex,
  Rival,
  TooLong,
} from "./api.js";
import type { Conversation, Curve, Loading, TextProblem, Trouble } from "./chat.js";
import { ModelWorker } from "./model-worker.js";
import { conversations, curve as recordedCurve, recordedHeads, recordedLens } from "./recorded.js";
import type { LanguageSource } from "./source.js";
import { DataError, FilesBeside, MODEL_BYTES, type ModelData, PickedFiles } from "./store.js";

type Heads = readonly [LaneHeads, LaneHeads];

/** Milliseconds between two readings of the heads while an answer comes. */
const EVERY = 200;

/** And between two renderings of its tokens: what comes meanwhile is told at once. The end of an answer waits for the last one. */
const PAGE = [33, 150] as const;

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** After a rendering that began at `start`: where it takes long, it comes less often, so that the page stays free. */
async function rest(start: number, least: number, most = Number.POSITIVE_INFINITY): Promise<void> {
  await pause(0);
  await pause(Math.min(most, Math.max(least, 3 * (performance.now() - start))));
}

const NOTHING: Loading = {
  ...{ phase: "none", received: 0, total: MODEL_BYTES, stored: false, problem: null, unkept: null },
};

const goesOn = ({ ended }: Conversation) => ended.includes(undefined);

/** Errors of the worker have a code and a message, and are no Errors. */
const thrown = (error: unknown) =>
  error as { code?: EngineErrorCode; message?: string } & Partial<TooLong>;

function troubleOf(error: unknown): Trouble {
  if (error instanceof DataError) return error.problem;
  if (isLoss(error)) return { kind: "died" };
  const { code, message } = thrown(error);
  if (code === "limit") return { kind: "memory" };
  // The pieces are none of this model's.
  if (code === "shape") return { kind: "damaged", file: "model.json" };
  return { kind: "engine", reason: message ?? String(error) };
}

/** A text that the worker finds too long. */
function longText(error: unknown): TextProblem | null {
  const { tokens, limit } = thrown(error);
  return tokens === undefined || limit === undefined ? null : { kind: "long", tokens, limit };
}

/** Whoever reads a property gets what there is now; the page is rendered anew when it changes. Lane 0 is without the division. */
export class ChatSession {
  loading = NOTHING;
  conversation: Conversation = conversations[0] as Conversation;
  curve: Curve = recordedCurve;
  /** Whether the recorded heads are known, or this browser does not read them. */
  answered = false;
  /** Whether the reader has stopped the answer. */
  private stopping = false;
  /** Whether a prompt is being looked at, before it is answered. */
  private asking = false;
  /** The heads of conversations as they were when these were read. */
  private readonly known = new WeakMap<Conversation, Heads>();
  /** Whose heads there are: until those of a new answer are read, the answer before it. */
  headsOf: Conversation = this.conversation;
  private readingHeads = false;
  /** The heads whose weights are wanted; null: nobody has asked for any since they were last read. */
  private wanted: readonly number[] | null = null;
  private lenses = new Map<string, readonly (readonly Rival[])[] | null>();
  private readonly counts = new Map<string, { tokens: number; limit: number } | null>();
  private worker: ModelWorker | null = null;
  private loads = new AbortController();
  private files: readonly File[] | undefined;
  /** Numbers the curves. */
  private measured = 0;

  constructor(
    private readonly changed: () => void,
    private readonly source: () => Promise<LanguageSource>,
  ) {
    recordedHeads()
      .then((heads) => {
        for (const [i, of] of conversations.entries()) this.known.set(of, heads[i] as Heads);
      })
      .catch(() => undefined)
      .finally(() => {
        this.answered = true;
        changed();
      });
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
        ? new FilesBeside(source.folder)
        : new PickedFiles(this.files ?? []);
    const index = await data.index(signal);
    const worker = await this.startedFor(index, source);
    let before = 0;
    for (const [number, { bytes }] of index.pieces.entries()) {
      signal.throwIfAborted();
      if (!worker.held.has(number)) {
        const progress = (received: number, stored: boolean) =>
          this.tell({ received: before + received, stored });
        const piece = await data.piece(index, number, signal, progress);
        await worker.answer(worker.calls.piece(number, transfer(piece, [piece.buffer])));
        worker.held.add(number);
      }
      before += bytes;
    }
    signal.throwIfAborted();
    this.tell({ phase: "opening", received: before });
    await worker.answer(worker.calls.finish());
    signal.throwIfAborted();
    this.tell({ phase: "ready", unkept: data.unkept });
  }

  /** The worker that has pieces of this data already, or a new one. */
  private async startedFor(index: ModelIndex, source: LanguageSource): Promise<ModelWorker> {
    if (this.worker?.holds(index)) return this.worker;
    this.worker?.end();
    const worker = new ModelWorker(await source.createModelWorker(), index);
    this.worker = worker;
    const module = await source.languageModule();
    await worker.answer(worker.calls.start(module, index));
    return worker;
  }

  /** The pieces that the worker has stay there, unless it is lost. */
  private fail(error: unknown): void {
    const problem = troubleOf(error);
    if (!(error instanceof DataError)) {
      this.worker?.end();
      this.worker = null;
    }
    if (goesOn(this.conversation)) {
      const [first = "stopped", second = "stopped"] = this.conversation.ended;
      this.conversation = { ...this.conversation, ended: [first, second] };
    }
    this.tell({ phase: "failed", problem });
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
  private get ready(): ModelWorker | null {
    return this.loading.phase === "ready" ? this.worker : null;
  }

  // ---- the answer ----

  /** Until the reader has asked something: the recorded answer to a prompt, where there is one. */
  propose(prompt: string): void {
    const found = conversations.find(({ request }) => request.prompt === prompt);
    if (this.conversation.recorded && found) this.headsOf = this.conversation = found;
  }

  /** What the worker answers, which is asked once: null until it is in `answers` by its name. */
  private once<T>(
    answers: Map<string, T | null>,
    name: string,
    ask: (calls: ModelWorker["calls"]) => Promise<T>,
  ): T | null {
    const { ready } = this;
    if (ready !== null && !answers.has(name)) {
      answers.set(name, null);
      ready.answer(ask(ready.calls)).then(
        (answer) => {
          answers.set(name, answer);
          this.changed();
        },
        (error) => this.lost(error),
      );
    }
    return answers.get(name) ?? null;
  }

  /** How many tokens a prompt has, and may have; null while that is not known. */
  count(prompt: string): { tokens: number; limit: number } | null {
    return this.once(this.counts, prompt, (calls) => calls.countTokens(prompt));
  }

  /** Whether an answer comes, or is about to. */
  get answering(): boolean {
    return this.asking || goesOn(this.conversation);
  }

  /** A prompt that is empty or too long is not asked: what was answered stays. */
  async ask(request: AnswerRequest): Promise<void> {
    const { ready } = this;
    if (ready === null) return;
    this.asking = true;
    this.changed();
    try {
      const { tokens, limit } = await ready.answer(ready.calls.countTokens(request.prompt));
      const right = request.prompt.trim() !== "" && tokens <= limit;
      const answered = right ? this.begin(ready, request) : undefined;
      this.asking = false;
      this.changed();
      await answered;
    } catch (error) {
      this.asking = false;
      this.lost(error);
    }
  }

  /** Whether this is the request of the last answer. */
  private isLast(request: AnswerRequest): boolean {
    return request === this.conversation.request;
  }

  private async begin(worker: ModelWorker, asked: AnswerRequest): Promise<void> {
    this.stopping = false;
    // Each answer has a request of its own.
    const request = { ...asked };
    this.conversation = {
      ...{ recorded: false, request, steps: [[], []], ended: [undefined, undefined] },
    };
    this.lenses = new Map();
    const told = proxy(async (steps: readonly AnswerStep[]) => {
      const start = performance.now();
      if (this.isLast(request)) this.add(steps);
      if (!this.stopping) await rest(start, ...PAGE);
    });
    const answer = worker.answer(worker.calls.answer(request, told));
    void this.followHeads(request);
    const ended = await answer;
    if (!this.isLast(request)) return;
    this.conversation = { ...this.conversation, ended };
    this.changed();
  }

  private add(made: readonly AnswerStep[]): void {
    const { steps } = this.conversation;
    const of = (lane: 0 | 1) => [...steps[lane], ...made.filter((step) => step.lane === lane)];
    this.conversation = { ...this.conversation, steps: [of(0), of(1)] };
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
   * Of both lanes for `headsOf` so far, null where they are not known yet; the weights of some heads are known later, too.
   * @param large the heads whose weights are wanted
   */
  heads(large: readonly number[]): Heads | null {
    const { conversation, headsOf } = this;
    const heads = this.known.get(headsOf) ?? null;
    if (!conversation.recorded) {
      this.wanted = large;
      const begun = this.isLast(headsOf.request);
      const all = begun && large.every((head) => heads?.[0].weights.has(head));
      if (!all && (begun || !goesOn(conversation))) void this.readHeads(conversation.request);
    }
    return heads;
  }

  /** Reads the heads again and again while an answer comes, and once more at its end. */
  private async followHeads(request: AnswerRequest): Promise<void> {
    let start = performance.now();
    do {
      await rest(start, EVERY);
      start = performance.now();
      await this.readHeads(request);
    } while (this.isLast(request) && goesOn(this.conversation));
    await this.readHeads(request);
  }

  private async readHeads(request: AnswerRequest): Promise<void> {
    const { ready, wanted } = this;
    if (ready === null || wanted === null || this.readingHeads || !this.isLast(request)) return;
    this.readingHeads = true;
    this.wanted = null;
    try {
      const read = ([0, 1] as const).map((lane) => ready.answer(ready.calls.heads(lane, wanted)));
      const [first, second] = await Promise.all(read);
      if (this.isLast(request) && first && second) {
        this.headsOf = this.conversation;
        this.known.set(this.headsOf, [first, second]);
      }
      this.changed();
    } catch (error) {
      this.lost(error);
    } finally {
      this.readingHeads = false;
    }
  }

  /** For each layer its rivals at a position of a lane (null: not known yet; asked for by this call). */
  lens(lane: 0 | 1, position: number): readonly (readonly Rival[])[] | null {
    const { headsOf, lenses } = this;
    if (headsOf.recorded) return recordedLens(headsOf, lane, position);
    if (!this.isLast(headsOf.request)) return null;
    return this.once(lenses, `${lane} ${position}`, (calls) => calls.lens(lane, position));
  }

  async measure(
    text: CurveText,
    exponents: readonly number[],
    only: LaneSettings["only"],
  ): Promise<void> {
    const { ready } = this;
    if (ready === null) return;
    this.measured += 1;
    const run = this.measured;
    const tell = (now: Partial<Curve>) => {
      if (run === this.measured) this.curve = { ...this.curve, ...now };
      this.changed();
    };
    const before = this.curve;
    if ("text" in text && text.text.trim() === "") {
      tell({ problem: { kind: "empty" } });
      return;
    }
    this.curve = { recorded: false, points: [], running: true, only };
    this.changed();
    const told = proxy((points: Curve["points"]) =>
      tell({ points: [...this.curve.points, ...points] }),
    );
    try {
      await ready.answer(ready.calls.curve(text, exponents, only, told));
      tell({ running: false });
    } catch (error) {
      const long = longText(error);
      tell({ ...before, running: false, problem: long ?? troubleOf(error) });
      if (long === null) this.lost(error);
    }
  }

  end(): void {
    this.loads.abort();
    this.loading = NOTHING;
    this.worker?.end();
  }
}
