/** Starts the worker from code inside the script: for the single file, which has no other file to start it from. */
import InlineWorker from "./worker.ts?worker&inline";

export function createWorker(): Worker {
  return new InlineWorker({ name: "attention-scale" });
}
