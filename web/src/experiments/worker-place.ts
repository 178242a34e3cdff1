/** Starts a worker, and replaces it or does without it where it does not answer. */
import type { AttentionRequest, SentenceAttention } from "../attention/sentence-attention.js";
import { Helper, isLoss, WorkerSilent } from "../helper.js";
import { edition } from "./edition.js";
import type { WorkerCalls } from "./worker.js";

export type Calculating = Helper<WorkerCalls>;

/**
 * A worker that is started by the first request, and again by a later request after it became
 * silent. One that the browser refuses or that has died is not started again.
 */
export class WorkerPlace {
  /** Null where the browser refuses workers, or this one's script or engine does not run. */
  private helper: Promise<Calculating | null> | undefined;
  /** How many calls of `run` have not settled. */
  running = 0;

  /**
   * Asks the worker, or computes with `here` in the page where there is none. A worker that becomes
   * silent is replaced and the new one is asked; a worker that died would die again.
   */
  async run<T>(ask: (helper: Calculating) => Promise<T>, here: () => T | Promise<T>): Promise<T> {
    this.running += 1;
    try {
      for (let attempt = 0; attempt < 2; attempt += 1) {
        this.helper ??= this.start();
        const starting = this.helper;
        const helper = await starting;
        if (helper === null) break;
        try {
          return await ask(helper);
        } catch (error) {
          if (!isLoss(error)) throw error;
          this.forget(starting, error);
        }
      }
      return await here();
    } finally {
      this.running -= 1;
    }
  }

  private start(): Promise<Calculating | null> {
    const starting = startHelper().then(
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

  private forget(lost: Promise<Calculating | null>, reason: unknown): void {
    if (this.helper !== lost) return;
    this.helper = reason instanceof WorkerSilent ? undefined : Promise.resolve(null);
  }

  /** Ends the worker; the next request starts another. */
  end(): void {
    void this.helper?.then((helper) => helper?.end());
    this.helper = undefined;
  }
}

/**
 * Null where no worker can be started; rejects where the engine's binary cannot be loaded, or the
 * worker is silent.
 */
async function startHelper(): Promise<Calculating | null> {
  let helper: Calculating;
  try {
    helper = new Helper(await edition.createWorker());
  } catch {
    return null;
  }
  let module: WebAssembly.Module | undefined;
  try {
    module = await edition.wholeModule();
    await helper.answer(helper.calls.start(module));
    return helper;
  } catch (error) {
    helper.end();
    if (module === undefined || error instanceof WorkerSilent) throw error;
    return null;
  }
}

/** The worker of several, which of them use it, and whether it has answered. */
interface Sharing {
  worker: WorkerPlace | undefined;
  readonly users: { readonly size: number };
  warm: boolean | undefined;
}

/** Has their worker answer a request. @param here answers it where there is no worker */
export function answerBy(
  together: Sharing,
  request: AttentionRequest,
  here: () => SentenceAttention | Promise<SentenceAttention>,
): Promise<SentenceAttention> {
  together.worker ??= new WorkerPlace();
  return together.worker.run(
    (helper) => helper.answer(helper.calls.sentenceAttention(request)),
    here,
  );
}

/** Has a worker answer a request once: it is started, and has drawn what further ones need. */
export async function warm(together: Sharing, request: AttentionRequest): Promise<void> {
  if (together.users.size === 0) return;
  await answerBy(together, request, () => Promise.reject());
  together.warm = true;
}
