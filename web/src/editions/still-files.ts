/** Node has no worker of a browser: experiments run in the process. */
export function createWorker(): never {
  throw new Error("Node has no such worker.");
}
