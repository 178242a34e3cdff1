/** Starts the worker from its own file: for the hosted page. */
export function createWorker(): Worker {
  return new Worker(new URL("./worker.ts", import.meta.url), {
    type: "module",
    name: "attention-scale",
  });
}
