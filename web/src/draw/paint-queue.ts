/** The paint queue: it spreads painting over several frames, so that no frame takes too long. */

export interface Painted {
  /** Paints the newest drawing. */
  paint(): void;
}

/**
 * Milliseconds of a frame after which no further picture is begun: several small ones share a
 * frame, large ones do not.
 */
export const PAINTING_MS = 3;

export class PaintQueue {
  /**
   * What is to be painted, in the order in which it was asked for. What is asked for again while it
   * waits keeps its place, so that each is painted in the end.
   */
  private readonly waiting = new Set<Painted>();
  private frameAsked = false;

  /**
   * Paints in the next frame or in a later one. Never at once: writing on a canvas makes the
   * browser lay out what has changed so far, and more may change within the frame.
   */
  ask(painted: Painted): void {
    this.waiting.add(painted);
    this.askForFrame();
  }

  /** Takes it out of the queue: it has been painted otherwise, or is not to be painted any more. */
  forget(painted: Painted): void {
    this.waiting.delete(painted);
  }

  /** Paints at once all that waits. */
  finish(): void {
    const figures = [...this.waiting];
    this.waiting.clear();
    for (const painted of figures) painted.paint();
  }

  private askForFrame(): void {
    if (this.frameAsked || this.waiting.size === 0) return;
    this.frameAsked = true;
    requestAnimationFrame(() => {
      this.frameAsked = false;
      const end = performance.now() + PAINTING_MS;
      try {
        for (const painted of [...this.waiting]) {
          if (!this.waiting.delete(painted)) continue;
          painted.paint();
          if (performance.now() >= end) break;
        }
      } finally {
        this.askForFrame();
      }
    });
  }
}
