/** What is started once, and again after a failure. */
import { reasonOf } from "../engine/reason.js";

export class Started<T> {
  value: T | null = null;
  /** Why it did not start. */
  problem: string | null = null;

  /** @param changed called when it has started or failed */
  constructor(
    private readonly make: () => Promise<T>,
    private readonly changed: () => void,
  ) {
    this.start();
  }

  private async start(): Promise<void> {
    this.problem = null;
    try {
      this.value = await this.make();
    } catch (error) {
      this.problem = reasonOf(error);
    }
    this.changed();
  }

  get answered(): boolean {
    return this.value !== null || this.problem !== null;
  }

  /** Starts it again after a failure. */
  retry(): void {
    if (this.problem !== null) this.start();
  }
}
