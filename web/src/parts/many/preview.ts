/** The head and the word that are pointed at, before those of the state. */
import type { PartView, Shared, Words } from "../../part-kit/part-view.js";

export class Preview implements Shared {
  head: number | null = null;
  query: number | null = null;

  constructor(private readonly view: PartView<Words>) {}

  /** What follows the pointer in a picture whose areas are heads or words, by their number from 1. */
  events(key: "head" | "query") {
    return {
      point: (id: string | null) => {
        const number = id === null ? null : Number(id);
        if (number === this[key]) return;
        this[key] = number;
        this.view.changed();
      },
      hold: (id: string | null) => {
        this[key] = null;
        if (id !== null) this.view.page.set({ [key]: Number(id) });
      },
    };
  }

  end(): void {}
}
