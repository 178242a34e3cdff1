/**
 * A study: an experiment with the request that was made last, run while it is in sight, stopped and
 * continued by the reader.
 */
import { reasonOf } from "../engine/reason.js";
import type { Experiment } from "./experiment.js";
import type { Laboratory, Running } from "./laboratory.js";

/** "waiting": not begun, or held while out of sight; "stopped": by the reader. */
export type Progress = "waiting" | "running" | "stopped" | "done" | "failed";

/**
 * Milliseconds without a further request after which a new one is begun; the first one is begun at
 * once.
 */
const REST = 150;

export class Study<Request, Result> {
  /**
   * The newest result. After a new request it is the previous one's until the first result of the
   * new one comes.
   */
  result: Result | null = null;
  /** The request that `result` answers. */
  answered: Request | undefined;
  /** Its JSON, and its progress when the result came. */
  private came = { asked: "", done: 0, total: 0 };
  done = 0;
  total = 0;
  problem: string | null = null;

  /** The request, and its JSON, by which requests are compared. */
  private request: Request | undefined;
  private asked = "";
  private running: Running | undefined;
  private finished = false;
  private stoppedByReader = false;
  private inSight = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    /** Its name within its part. */
    readonly name: string,
    private readonly experiment: Experiment<Request, Result>,
    private readonly laboratory: () => Promise<Laboratory>,
    private readonly changed: () => void,
  ) {}

  get progress(): Progress {
    if (this.problem !== null) return "failed";
    if (this.finished) return "done";
    if (this.stoppedByReader) return "stopped";
    return this.running !== undefined && this.inSight ? "running" : "waiting";
  }

  /** Whether nothing more comes of itself: it is done, has failed, or was stopped by the reader. */
  get ended(): boolean {
    return this.problem !== null || this.finished || this.stoppedByReader;
  }

  /**
   * How much `result` holds of the work for the request that it answers, which may be an older one
   * that is not continued; `stopped`: whether no more of that request will come.
   */
  get held() {
    const { asked, done, total } = this.came;
    const stopped = asked !== this.asked || this.stoppedByReader || this.problem !== null;
    return { done, total, stopped };
  }

  /** Makes a request. A request equal to the last one changes nothing. */
  ask(request: Request): void {
    const key = JSON.stringify(request);
    if (key === this.asked) return;
    const first = this.asked === "";
    this.end();
    this.request = request;
    this.asked = key;
    this.done = 0;
    this.total = 0;
    this.finished = false;
    this.stoppedByReader = false;
    this.problem = null;
    if (first) this.begin();
    else this.timer = setTimeout(() => this.begin(), REST);
  }

  /** Tells whether the part is in sight; out of sight nothing is computed. */
  see(inSight: boolean): void {
    if (inSight === this.inSight) return;
    this.inSight = inSight;
    if (!this.ended) this.follow();
  }

  stop(): void {
    this.stoppedByReader = true;
    this.running?.hold();
    this.changed();
  }

  goOn(): void {
    this.stoppedByReader = false;
    this.follow();
  }

  /** Begins or continues the run in sight, and holds it out of sight. */
  private follow(): void {
    if (this.running === undefined) this.begin();
    else if (this.inSight) this.running.go();
    else this.running.hold();
    this.changed();
  }

  /** Begins again after a failure. */
  retry(): void {
    if (this.problem === null) return;
    this.problem = null;
    this.follow();
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
    const fail = (error: unknown) => {
      if (asked !== this.asked) return;
      this.problem = reasonOf(error);
      this.running = undefined;
      this.changed();
    };
    this.laboratory().then((laboratory) => {
      if (asked !== this.asked || this.running !== undefined || this.stoppedByReader) return;
      this.done = 0;
      this.total = 0;
      this.running = laboratory.run(
        this.experiment,
        request,
        ({ done, total, result }) => {
          if (asked !== this.asked) return;
          this.done = done;
          this.total = total;
          this.finished = done === total;
          if (result !== null) {
            this.result = result;
            this.answered = request;
            this.came = { asked, done, total };
          }
          this.changed();
        },
        fail,
      );
      if (!this.inSight) this.running.hold();
      this.changed();
    }, fail);
  }
}
