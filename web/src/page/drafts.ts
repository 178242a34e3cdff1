/** Texts typed into fields, kept until typing has ended. */
import type { Draft } from "../ui/controls.js";

export class Drafts extends Map<string, Draft> {
  /** Typing has ended: a text without a problem is dropped. */
  commit(key: string): void {
    if (this.get(key)?.problem === null) this.delete(key);
  }

  /** Drops the text of a key of the state; of `x`, those of all its cells. */
  drop(key: string): void {
    for (const field of this.keys()) {
      if (field === key || (key === "x" && field.startsWith("x"))) this.delete(field);
    }
  }
}
