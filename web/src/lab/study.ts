/** One experiment of the page: asked for a request, run while it is in sight, held and let go by the reader. */
import { reasonOf } from "../engine/reason.js";
import type { ExperimentName, RequestOf, ResultOf } from "./experiments.js";
import type { Laboratory, Running } from "./laboratory.js";

/** "waiting": not begun, or on hold out of sight; "stopped": by the reader. */
export type Progress = "waiting" | "running" | "stopped" | "done" | "failed";

/** How long the hand must rest until a new request is begun; the first is begun at once. */
const REST = 150;

/** How much of its own request a result is of. */
export interface Held {
  readonly done: number;
  readonly total: number;
  /** Whether nothing more of that request is on its way. */
  readonly stopped: boolean;
}

export class Study<N extends ExperimentName> {
  /** The newest result; while a new request runs, at first the one before. Its `request` says which it is. */
  result: ResultOf<N> | null = null;
  /** What was asked for when `result` came, and how far that was then. */
  private came = { asked: "", done: 0, total: 0 };
  done = 0;
  total = 0;
  problem: string | null = null;

  private asked = "";
  private request: RequestOf<N> | undefined;
  private running: Running | undefined;
  private finished = false;
  private stoppedByReader = false;
  private inSight = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly name: N,
    private readonly laboratory: () => Promise<Laboratory>,
    private readonly changed: () => void,
  ) {}

  get progress(): Progress {
    if (this.problem !== null) return "failed";
    if (this.finished) return "done";
    if (this.stoppedByReader) return "stopped";
    return this.running !== undefined && this.inSight ? "running" : "waiting";
  }

  /** How much `result` is of. The request that it answers may be an older one, which goes no further. */
  get held(): Held {
    const { asked, done, total } = this.came;
    const stopped = asked !== this.asked || this.stoppedByReader || this.problem !== null;
    return { done, total, stopped };
  }

  /** Asks, unless this is what was asked for last. */
  ask(request: RequestOf<N>): void {
    const key = JSON.stringify(request);
    if (key === this.asked) return;
    const first = this.asked === "";
    this.asked = key;
    this.request = request;
    this.running?.end();
    this.running = undefined;
    this.finished = false;
    this.done = 0;
    this.total = 0;
    this.stoppedByReader = false;
    this.problem = null;
    clearTimeout(this.timer);
    if (first) this.begin();
    else this.timer = setTimeout(() => this.begin(), REST);
  }

  /** Out of sight nothing is computed. */
  see(inSight: boolean): void {
    if (inSight === this.inSight) return;
    this.inSight = inSight;
    if (this.stoppedByReader || this.finished || this.problem !== null) return;
    if (this.running === undefined) this.begin();
    else if (inSight) this.running.go();
    else this.running.hold();
    this.changed();
  }

  stop(): void {
    this.stoppedByReader = true;
    this.running?.hold();
    this.changed();
  }

  goOn(): void {
    this.stoppedByReader = false;
    if (this.running === undefined) this.begin();
    else if (this.inSight) this.running.go();
    this.changed();
  }

  /** Begins anew where it has failed. */
  retry(): void {
    if (this.problem === null) return;
    this.problem = null;
    this.begin();
    this.changed();
  }

  end(): void {
    clearTimeout(this.timer);
    this.running?.end();
    this.running = undefined;
    this.asked = "";
  }

  private begin(): void {
    const { request, asked } = this;
    if (!this.inSight || request === undefined || this.running !== undefined) return;
    this.laboratory().then(
      (laboratory) => {
        if (asked !== this.asked || this.running !== undefined || this.stoppedByReader) return;
        this.done = 0;
        this.total = 0;
        this.running = laboratory.run(
          this.name,
          request,
          ({ done, total, result }) => {
            if (asked !== this.asked) return;
            Object.assign(this, { done, total, finished: done === total });
            if (result !== null) {
              this.result = result;
              this.came = { asked, done, total };
            }
            this.changed();
          },
          (error) => this.fail(asked, error),
        );
        if (!this.inSight) this.running.hold();
        this.changed();
      },
      (error: unknown) => this.fail(asked, error),
    );
  }

  private fail(asked: string, error: unknown): void {
    if (asked !== this.asked) return;
    this.problem = reasonOf(error);
    this.running = undefined;
    this.changed();
  }
}
