/** Plays the scale of the logits as a motion. */
import { LIMITS } from "../../state/state.js";

/** How long the scale takes to be doubled while it is played, and where it ends. */
const DOUBLING = 1100;
const FIRST = 1 / 16;

/** Plays the factor from small to large; reduced motion takes it in few steps. */
export class Player {
  private frame = 0;
  playing = false;

  constructor(
    private readonly get: () => number,
    private readonly set: (factor: number) => void,
    private readonly changed: () => void,
  ) {}

  play(): void {
    this.playing = true;
    const still = globalThis.matchMedia("(prefers-reduced-motion: reduce)").matches;
    const start = performance.now();
    let last = Number.NaN;
    let shown = this.get();
    const step = (now: number) => {
      // The reader has taken hold of the scale, or followed a link.
      if (this.get() !== shown) {
        this.stop();
        return;
      }
      const octaves = Math.max(0, now - start) / DOUBLING;
      const factor = FIRST * 2 ** (still ? Math.floor(octaves) : octaves);
      if (factor >= LIMITS.factor.most) {
        this.set(LIMITS.factor.most);
        this.stop();
        return;
      }
      if (factor !== last) {
        shown = Math.round(factor * 1000) / 1000;
        this.set(shown);
      }
      last = factor;
      this.frame = requestAnimationFrame(step);
    };
    this.frame = requestAnimationFrame(step);
    this.changed();
  }

  stop(): void {
    cancelAnimationFrame(this.frame);
    this.playing = false;
    this.changed();
  }
}
