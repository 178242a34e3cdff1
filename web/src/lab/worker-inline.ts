/** The worker inside the script: for the single file and the embed, which have no file to start it from. */
import InlineWorker from "./worker.ts?worker&inline";

export function createWorker(): Worker {
  return new InlineWorker({ name: "attention-scale" });
}
