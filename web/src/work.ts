/**
 * Work that is begun when it is first needed, tells how far it is, may fail and be tried again, and
 * ends: a script that is fetched, an engine that starts, an experiment that runs for minutes.
 */
import { reasonOf } from "./engine/reason.js";
import { Settling } from "./settling.js";

/** "waiting": not begun, or held while out of sight; "stopped": by the reader. */
export type Progress = "waiting" | "running" | "stopped" | "done" | "failed";

/** How far work is, with its result so far. */
export interface Report<Result> {
  readonly done: number;
  readonly total: number;
  /** null while there is nothing to show. */
  readonly result: Result | null;
}

/** How work that takes long is held, continued and ended. */
export interface Running {
  hold(): void;
  go(): void;
  end(): void;
}

/** What work has of whoever began it. After another request, or the end, nothing of it is heard. */
export interface WorkRun<Result> {
  /** Whether it is still to go on: the reader may have stopped it before it could be held. */
  isWanted(): boolean;
  report(report: Report<Result>): void;
  fail(error: unknown): void;
  control(running: Running): void;
}

/**
 * Does the work for a request.
 * @returns its result; undefined where `run` is told of it instead
 */
type Begin<Result, Request> = (
  request: Request,
  run: WorkRun<Result>,
) => Promise<Result | undefined>;

interface Options {
  /** What it is called among others. */
  readonly name?: string;
  /** Called when something has changed that may be shown. */
  readonly changed?: () => void;
  /** Whether it begins without `see`. */
  readonly inSight?: boolean;
}

/** The run that was begun last. */
interface Current<Result> {
  result: Promise<Result | undefined> | null;
  running: Running | null;
}

/**
 * Milliseconds without a further request after which a new one is begun; the first one is begun at
 * once.
 */
const BEGIN_DELAY = 150;

interface RequestWithJson<Request> {
  readonly request: Request;
  readonly json: string;
}

export class Work<Result, Request = void> {
  readonly name: string;
  /**
   * The newest result. After a new request it is the previous one's until the first result of the
   * new one comes.
   */
  value: Result | null = null;
  /** The request that `value` answers. */
  answeredRequest: Request | undefined;
  /** The JSON of that, and the progress when the result came. */
  private came = { json: "", done: 0, total: 0 };
  done = 0;
  total = 0;
  /** Why it failed. */
  problem: string | null = null;

  /** The request, and its JSON, by which requests are compared; null: not begun, or ended. */
  private requested: RequestWithJson<Request> | null = null;
  private current: Current<Result> | null = null;
  private finished = false;
  private stoppedByReader = false;
  private inSight: boolean;
  private readonly changed: () => void;
  private readonly settling = new Settling(BEGIN_DELAY, () => this.run());

  constructor(
    private readonly begin: Begin<Result, Request>,
    { name = "", changed = () => undefined, inSight = true }: Options = {},
  ) {
    this.name = name;
    this.changed = changed;
    this.inSight = inSight;
  }

  get progress(): Progress {
    if (this.problem !== null) return "failed";
    if (this.finished) return "done";
    if (this.stoppedByReader) return "stopped";
    return this.current?.running && this.inSight ? "running" : "waiting";
  }

  /** Whether it has begun, and has neither a complete result nor failed. */
  get starting(): boolean {
    return this.current !== null && !this.finished;
  }

  /** Whether nothing more comes of itself: it is done, has failed, or was stopped by the reader. */
  get ended(): boolean {
    return this.problem !== null || this.finished || this.stoppedByReader;
  }

  /**
   * How much `value` holds of the work for the request that it answers, which may be an older one
   * that is not continued; `stopped`: whether no more of that request will come.
   */
  get valueRun() {
    const { json, done, total } = this.came;
    const stopped = json !== this.requested?.json || this.stoppedByReader || this.problem !== null;
    return { done, total, stopped };
  }

  /**
   * Starts the work for a request. One that is equal to the last one changes nothing, also after a
   * failure: then `retry` begins again.
   */
  start(request: Request): void {
    const json = String(JSON.stringify(request));
    if (json === this.requested?.json) return;
    const first = this.requested === null;
    this.end();
    this.requested = { request, json };
    this.done = 0;
    this.total = 0;
    this.finished = false;
    this.stoppedByReader = false;
    this.problem = null;
    if (first) this.run();
    else this.settling.begin();
  }

  /** The result of work that needs no request: started, and after a failure tried again. */
  async ready(this: Work<Result>): Promise<Result> {
    this.retry();
    this.start();
    return this.value ?? (this.current?.result as Promise<Result>);
  }

  /** Tells whether its result is in sight; out of sight nothing is done. */
  see(inSight: boolean): void {
    if (inSight === this.inSight) return;
    this.inSight = inSight;
    if (!this.ended) this.follow();
  }

  stop(): void {
    this.stoppedByReader = true;
    this.current?.running?.hold();
    this.changed();
  }

  goOn(): void {
    this.stoppedByReader = false;
    this.follow();
  }

  /** Begins again after a failure: whoever calls it renders anew. */
  retry(): void {
    if (this.problem === null) return;
    this.problem = null;
    this.run();
  }

  end(): void {
    this.settling.end();
    this.current?.running?.end();
    this.current = null;
    this.requested = null;
  }

  /** Begins or continues the run in sight, and holds it out of sight. */
  private follow(): void {
    if (this.current === null) this.run();
    else if (this.inSight) this.current.running?.go();
    else this.current.running?.hold();
    this.changed();
  }

  private run(): void {
    const { requested } = this;
    if (!this.inSight || requested === null || this.current !== null) return;
    const isCurrent = () => this.current === current;
    const run: WorkRun<Result> = {
      isWanted: () => isCurrent() && !this.stoppedByReader,
      report: (report) => {
        if (isCurrent()) this.heard(requested, report);
      },
      fail: (error) => {
        if (!isCurrent()) return;
        this.problem = reasonOf(error);
        this.current = null;
        this.changed();
      },
      control: (running) => {
        current.running = running;
        this.done = 0;
        this.total = 0;
        if (!this.inSight) running.hold();
        this.changed();
      },
    };
    const current: Current<Result> = { result: null, running: null };
    this.current = current;
    current.result = this.begin(requested.request, run);
    current.result.then((result) => {
      if (result !== undefined) run.report({ done: 1, total: 1, result });
      // The reader has stopped it before it could be held: `goOn` begins it again.
      else if (current.running === null && isCurrent()) this.current = null;
    }, run.fail);
  }

  private heard({ request, json }: RequestWithJson<Request>, report: Report<Result>): void {
    const { done, total, result } = report;
    this.done = done;
    this.total = total;
    this.finished = done === total;
    if (result !== null) {
      this.value = result;
      this.answeredRequest = request;
      this.came = { json, done, total };
    }
    this.changed();
  }
}

/**
 * Gives every caller the result of the same work, which is begun with the first one. A failure is
 * not kept: the next call tries again, since a network that failed may be back.
 */
export function once<Result>(make: () => Promise<Result>): () => Promise<Result> {
  const work = new Work(make);
  return () => work.ready();
}
