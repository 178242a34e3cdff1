import type { Tell } from "./api.js";

/** Hands over what has come since the last report was received, so that the work never waits for the page. */
export class Reports<T> {
  private readonly waiting: T[] = [];
  private sent: Promise<unknown> = Promise.resolve();

  constructor(private readonly tell: Tell<T>) {}

  add(made: readonly T[]): void {
    this.waiting.push(...made);
    this.sent = this.sent.then(() => this.waiting.length > 0 && this.tell(this.waiting.splice(0)));
    // end() throws it; until then nobody waits for it.
    this.sent.catch(() => undefined);
  }

  /** When all has been received. */
  async end(): Promise<void> {
    await this.sent;
  }
}
