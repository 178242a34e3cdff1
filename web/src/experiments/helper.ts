/** Starts a worker, asks it, and replaces it or does without it where it does not answer. */
import { type Remote, wrap } from "comlink";
import { edition } from "./edition.js";
import type { WorkerCalls } from "./worker.js";

/**
 * Milliseconds of silence after which a worker that owes an answer is pinged, and then again after which it is given up.
 * Longer than any call takes on a slow phone, and than the worker's script takes over a slow network.
 */
export const SILENCE = 8000;

/** The worker failed, usually because memory ran out, or its script did not load: it will never answer. */
class WorkerDied extends Error {}
/** The worker does not answer a ping: a system that is short of memory may end it without an event. */
class WorkerSilent extends Error {}

/** Whether an answer is due: while a run is held, none is. */
type Due = () => boolean;
const ALWAYS: Due = () => true;

/** A worker and its calls. */
export class Helper {
  readonly calls: Remote<WorkerCalls>;
  /** Rejects when the worker has died or become silent. */
  readonly lost: Promise<never>;
  private lose: (reason: Error) => void = () => undefined;
  /** An entry for each answer: two may be due for the same reason. */
  private readonly owed = new Set<{ readonly due: Due }>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly worker: Worker) {
    // Before anything is awaited: the error event of a script that does not load is fired once, and early.
    this.lost = new Promise((_, reject) => {
      this.lose = reject;
      worker.addEventListener("error", ({ message }) => reject(new WorkerDied(message)));
    });
    this.lost.catch(() => this.end());
    this.calls = wrap<WorkerCalls>(worker);
  }

  /** The worker's answer; rejects with WorkerDied or WorkerSilent where it never comes. */
  async answer<T>(asked: Promise<T>, due = ALWAYS): Promise<T> {
    const entry = { due };
    this.owed.add(entry);
    this.listen();
    try {
      return await Promise.race([asked, this.lost]);
    } finally {
      this.owed.delete(entry);
      if (this.owed.size === 0) this.rest();
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
      if (![...this.owed].some(({ due }) => due())) return;
      // A page that was suspended itself, by sleep or a dialog, may not have received an answer that was sent.
      const late = performance.now() > planned + SILENCE / 2;
      if (!alive && !late) {
        this.lose(new WorkerSilent(`the worker has been silent for ${SILENCE} ms`));
        return;
      }
      alive = false;
      this.calls.ping().then(() => {
        alive = true;
      });
      wait();
    };
    wait();
  }

  private rest(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  /** Ends the worker; answers that are still due reject. */
  end(): void {
    this.rest();
    this.worker.terminate();
    this.lose(new Error("the worker was ended"));
  }
}

/**
 * A worker that is started by the first request, and again by a later request after it became silent. One that the browser
 * refuses or that has died is not started again.
 */
export class WorkerPlace {
  /** Null where the browser refuses workers, or this one's script or engine does not run. */
  private helper: Promise<Helper | null> | undefined;

  /** @param compiled the engine's compiled module */
  constructor(private readonly compiled: () => Promise<WebAssembly.Module>) {}

  /**
   * Asks the worker, or computes with `here` in the page where there is none. A worker that becomes silent is replaced and the
   * new one is asked; a worker that died would die again.
   */
  async run<T>(ask: (helper: Helper) => Promise<T>, here: () => T | Promise<T>): Promise<T> {
    for (let attempt = 0; attempt < 2; attempt += 1) {
      this.helper ??= this.start();
      const asked = this.helper;
      const helper = await asked;
      if (helper === null) break;
      try {
        return await ask(helper);
      } catch (error) {
        if (!isLoss(error)) throw error;
        this.forget(asked, error);
      }
    }
    return here();
  }

  private start(): Promise<Helper | null> {
    const starting = startHelper(this.compiled).then(
      (helper) => {
        helper?.lost.catch((reason: unknown) => this.forget(starting, reason));
        return helper;
      },
      () => {
        // The next request tries again.
        if (this.helper === starting) this.helper = undefined;
        return null;
      },
    );
    return starting;
  }

  private forget(lost: Promise<Helper | null>, reason: unknown): void {
    if (this.helper !== lost) return;
    this.helper = reason instanceof WorkerSilent ? undefined : Promise.resolve(null);
  }

  /** Ends the worker; the next request starts another. */
  end(): void {
    void this.helper?.then((helper) => helper?.end());
    this.helper = undefined;
  }
}

const isLoss = (error: unknown) => error instanceof WorkerDied || error instanceof WorkerSilent;

/** Null where no worker can be started; rejects where the engine's binary cannot be loaded, or the worker is silent. */
async function startHelper(compiled: () => Promise<WebAssembly.Module>): Promise<Helper | null> {
  let helper: Helper;
  try {
    helper = new Helper(await edition.createWorker());
  } catch {
    return null;
  }
  const module = await compiled().catch((error: unknown) => {
    helper.end();
    throw error;
  });
  try {
    await helper.answer(helper.calls.start(module));
    return helper;
  } catch (error) {
    helper.end();
    if (error instanceof WorkerSilent) throw error;
    return null;
  }
}
