/** A script that is loaded when it is first needed, and once more after a failure. */
import { reasonOf } from "../engine/reason.js";

export class LaterScript<T> {
  content: T | null = null;
  loading = false;
  /** Why the script did not load. */
  problem: string | null = null;

  constructor(
    private readonly fetched: () => Promise<T>,
    private readonly changed: () => void,
  ) {}

  async load(): Promise<void> {
    if (this.loading || this.content !== null) return;
    this.loading = true;
    this.problem = null;
    try {
      this.content = await this.fetched();
    } catch (error) {
      this.problem = reasonOf(error);
    }
    this.loading = false;
    this.changed();
  }

  retry(): void {
    if (this.problem !== null) this.load();
  }
}
