/** A worker with an engine of its own: how it starts, answers and dies. */
import { createWorker } from "edition:worker";
import { type Remote, wrap } from "comlink";
import type { WorkerCalls } from "./worker.js";

/** A worker that runs, and its calls. */
export interface Helper {
  readonly worker: Worker;
  readonly calls: Remote<WorkerCalls>;
}

/** A worker that ended by itself, for want of memory as a rule: it will never answer. */
export class WorkerDied extends Error {}

/** What the worker answers, or WorkerDied. Listens no longer than it waits. */
export async function answerOf<T>(worker: Worker, answer: Promise<T>): Promise<T> {
  const waiting = new AbortController();
  const died = new Promise<never>((_, reject) => {
    const tell = (event: ErrorEvent) => reject(new WorkerDied(event.message));
    worker.addEventListener("error", tell, { once: true, signal: waiting.signal });
  });
  try {
    return await Promise.race([answer, died]);
  } finally {
    waiting.abort();
  }
}

/**
 * Null where the browser refuses workers, or this one's script or engine does not run. `died` is called should it end
 * by itself later, whether or not anything waits for it.
 */
export async function startHelper(
  compiled: () => Promise<WebAssembly.Module>,
  died: () => void,
): Promise<Helper | null> {
  try {
    const worker = createWorker();
    const calls = wrap<WorkerCalls>(worker);
    await answerOf(worker, calls.start(await compiled()));
    worker.addEventListener("error", died);
    return { worker, calls };
  } catch {
    return null;
  }
}
