/** Turns at painting: what takes long is painted one a frame, so that no frame has to wait for all of it. */

/** What can be painted, each time as it is to look by then. */
export interface Painted {
  paint(): void;
}

export class Turns {
  /** In the order they came. Who asks again while waiting keeps its place, so that each comes to its turn. */
  private readonly waiting = new Set<Painted>();
  /** Whether the next frame has been asked for. */
  private coming = false;

  constructor(
    private readonly later: (next: () => void) => void = (next) => requestAnimationFrame(next),
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
      const [first] = this.waiting;
      if (first === undefined) return;
      this.waiting.delete(first);
      this.askForFrame();
      first.paint();
    });
  }
}
