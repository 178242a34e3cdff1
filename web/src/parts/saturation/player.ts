/** Plays the growing factor of the logits. */

import { rounded } from "../../page/number-field.js";
import type { Page } from "../../page/page.js";
import type { PartView } from "../../part-kit/part-view.js";
import { LIMITS } from "../../state/state.js";

/** Milliseconds in which the factor doubles. */
const DOUBLING = 1100;
const FIRST = 1 / 16;

/** Plays the factor from small to large; under "reduced motion" in a step an octave. */
export class Player {
  private frame = 0;
  playing = false;

  constructor(
    private readonly page: Page,
    private readonly changed: () => void,
  ) {}

  play(): void {
    this.playing = true;
    const still = globalThis.matchMedia("(prefers-reduced-motion: reduce)").matches;
    const start = performance.now();
    const { most } = LIMITS.factor;
    let shown = this.page.state.factor;
    const step = (now: number) => {
      // The reader has moved the slider or followed a link.
      if (this.page.state.factor !== shown) return this.end();
      const octaves = Math.max(0, now - start) / DOUBLING;
      const factor = Math.min(most, FIRST * 2 ** (still ? Math.floor(octaves) : octaves));
      shown = rounded(factor);
      if (shown !== this.page.state.factor) this.page.set({ factor: shown });
      if (factor === most) return this.end();
      this.frame = requestAnimationFrame(step);
    };
    this.frame = requestAnimationFrame(step);
    this.changed();
  }

  end(): void {
    cancelAnimationFrame(this.frame);
    this.playing = false;
    this.changed();
  }
}

/** The player of the page, which all parts with logits share. */
export const playerOf = ({ page, changed, shared }: PartView): Player =>
  shared("player", () => new Player(page, changed));
