import type { Tell } from "./api.js";

/** Hands over what has come since the last report was received, so that the work never waits for the page. */
export class Reports<T> {
  private waiting: T[] = [];
  private sending: Promise<void> | undefined;

  constructor(private readonly tell: Tell<T>) {}

  add(made: readonly T[]): void {
    this.waiting.push(...made);
    this.sending ??= this.send();
    // end() throws it; until then nobody waits for it.
    this.sending.catch(() => undefined);
  }

  /** When all has been received. */
  async end(): Promise<void> {
    await this.sending;
  }

  private async send(): Promise<void> {
    while (this.waiting.length > 0) {
      const made = this.waiting;
      this.waiting = [];
      await this.tell(made);
    }
    this.sending = undefined;
  }
}
