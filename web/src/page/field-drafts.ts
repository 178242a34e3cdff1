/** Texts typed into fields, kept until typing has ended. */
import type { State } from "../state/state.js";
import type { Draft } from "../ui/controls.js";

export class FieldDrafts extends Map<string, Draft> {
  constructor(
    private readonly page: { change(change: Partial<State>): void; requestUpdate(): void },
  ) {
    super();
  }

  /** A typed text that is a value: it counts at once, and stays as typed. */
  right(key: string, text: string, change: Partial<State>): void {
    this.set(key, { text, problem: null });
    this.page.change(change);
  }

  /** A typed text that is no value: it stays with a sentence about it, and the last value goes on counting. */
  wrong(key: string, text: string, problem: string): void {
    this.set(key, { text, problem });
    this.page.requestUpdate();
  }

  /** Typing has ended: a text that is a value is replaced by the value as the page writes it. */
  commit(key: string): void {
    if (this.get(key)?.problem === null) this.delete(key);
    this.page.requestUpdate();
  }

  /** Drops the text of a key of the state; of `x`, those of all its cells. */
  drop(key: string): void {
    for (const field of this.keys()) {
      if (field === key || (key === "x" && field.startsWith("x"))) this.delete(field);
    }
  }
}
