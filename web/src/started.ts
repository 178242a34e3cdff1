/** What is started when it is first needed, and again after a failure. */
import { reasonOf } from "./engine/reason.js";

export class Started<T> {
  value: T | null = null;
  /** Why it did not start. */
  problem: string | null = null;
  starting = false;

  /** @param changed called when it has started or failed */
  constructor(
    private readonly make: () => Promise<T>,
    private readonly changed: () => void,
  ) {}

  /** Until it has failed: then `retry` does. */
  async start(): Promise<void> {
    if (this.starting || this.answered) return;
    this.starting = true;
    try {
      this.value = await this.make();
    } catch (error) {
      this.problem = reasonOf(error);
    }
    this.starting = false;
    this.changed();
  }

  get answered(): boolean {
    return this.value !== null || this.problem !== null;
  }

  /** Starts it again after a failure. */
  retry(): void {
    if (this.problem === null) return;
    this.problem = null;
    this.start();
  }
}
