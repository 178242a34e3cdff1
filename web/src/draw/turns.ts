/** Turns at painting: no frame has to wait for all of it. */

/** What can be painted, each time as it is to look by then. */
export interface Painted {
  paint(): void;
}

/** Milliseconds of a frame after which no further picture is begun: small ones come together, large ones one a frame. */
export const PAINTING_MS = 3;

export class Turns {
  /** In the order they came. Who asks again while waiting keeps its place, so that each comes to its turn. */
  private readonly waiting = new Set<Painted>();
  /** Whether the next frame has been asked for. */
  private coming = false;

  constructor(
    private readonly later: (next: () => void) => void = (next) => requestAnimationFrame(next),
    private readonly now: () => number = () => performance.now(),
  ) {}

  /**
   * Paints in the next frame, or in one after it. Never at once: a canvas that is written on makes the browser lay out
   * what has changed so far, and more may follow within the frame.
   */
  ask(painted: Painted): void {
    this.waiting.add(painted);
    this.askForFrame();
  }

  isWaiting(painted: Painted): boolean {
    return this.waiting.has(painted);
  }

  /** It has been painted by itself, or is not to be painted any more. */
  forget(painted: Painted): void {
    this.waiting.delete(painted);
  }

  /** Paints at once what still waits. */
  finish(): void {
    const all = [...this.waiting];
    this.waiting.clear();
    for (const painted of all) painted.paint();
  }

  private askForFrame(): void {
    if (this.coming || this.waiting.size === 0) return;
    this.coming = true;
    this.later(() => {
      this.coming = false;
      const end = this.now() + PAINTING_MS;
      try {
        for (const painted of [...this.waiting]) {
          if (!this.waiting.delete(painted)) continue;
          painted.paint();
          if (this.now() >= end) break;
        }
      } finally {
        this.askForFrame();
      }
    });
  }
}
