/** Asks a worker, and notices where it does not answer any more. */
import { type Remote, wrap } from "comlink";

/**
 * Milliseconds of silence after which a worker that owes an answer is pinged, and then again after
 * which it is given up. Longer than any call takes on a slow phone, and than the worker's script
 * takes over a slow network.
 */
export const SILENCE = 8000;

/**
 * The worker failed, usually because memory ran out, or its script did not load: it will never
 * answer.
 */
export class WorkerDied extends Error {}
/**
 * The worker does not answer a ping: a system that is short of memory may end it without an event.
 */
export class WorkerSilent extends Error {}

/** Whether an answer is due: while a run is held, none is. */
type Due = () => boolean;

export const isLoss = (error: unknown) =>
  error instanceof WorkerDied || error instanceof WorkerSilent;

/** Every worker's calls: it answers at once, which shows that it still runs. */
type Pinged = { ping(): void };

/** A worker and its calls. */
export class Helper<Calls extends Pinged> {
  readonly calls: Remote<Calls>;
  /** Rejects when the worker has died or become silent. */
  readonly lost: Promise<never>;
  private lose: (reason: Error) => void = () => undefined;
  /** An entry for each answer: two may be due for the same reason. */
  private readonly owed = new Set<Due>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly worker: Worker) {
    // Listens before anything is awaited: the error event of a script that does not load is fired
    // once, and early.
    this.lost = new Promise((_, reject) => {
      this.lose = reject;
      worker.addEventListener("error", ({ message }) => reject(new WorkerDied(message)));
    });
    this.lost.catch(() => this.end());
    this.calls = wrap<Calls>(worker);
  }

  /** The worker's answer; rejects with WorkerDied or WorkerSilent where it never comes. */
  async answer<T>(answer: Promise<T>, due: Due = () => true): Promise<T> {
    const entry = () => due();
    this.owed.add(entry);
    this.listen();
    try {
      return await Promise.race([answer, this.lost]);
    } finally {
      this.owed.delete(entry);
      if (this.owed.size === 0) this.stopTimer();
    }
  }

  /** Pings the worker as long as an answer is due. */
  listen(): void {
    if (this.timer !== undefined) return;
    let alive = true;
    let planned = 0;
    const wait = () => {
      planned = performance.now() + SILENCE;
      this.timer = setTimeout(look, SILENCE);
    };
    const look = () => {
      this.timer = undefined;
      if (![...this.owed].some((due) => due())) return;
      // A page that was suspended itself, by sleep or a dialog, may not have received an answer
      // that was sent.
      const late = performance.now() > planned + SILENCE / 2;
      if (!alive && !late) {
        this.lose(new WorkerSilent(`the worker has been silent for ${SILENCE} ms`));
        return;
      }
      alive = false;
      (this.calls as unknown as Remote<Pinged>).ping().then(() => {
        alive = true;
      });
      wait();
    };
    wait();
  }

  private stopTimer(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  /** Ends the worker; answers that are still due reject. */
  end(): void {
    this.stopTimer();
    this.worker.terminate();
    this.lose(new Error("the worker was ended"));
  }
}
