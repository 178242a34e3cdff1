/** Turns at painting: what takes long is painted once a frame, so that no frame has to wait for all of it. */

/** What can be painted, each time as it is to look by then. */
export interface Painted {
  paint(): void;
}

type Later = (next: () => void) => void;

export class Turns {
  /** In the order they came. Who asks again while waiting keeps its place, so that each comes to its turn. */
  private readonly waiting = new Set<Painted>();
  /** Whether something has been painted in this frame. */
  private taken = false;

  constructor(private readonly later: Later = (next) => void requestAnimationFrame(next)) {}

  /** Paints: now where nothing else has been painted in this frame, else in one of the next. */
  ask(painted: Painted): void {
    this.waiting.add(painted);
    if (!this.taken) this.next();
  }

  /** It has been painted by itself, or is not to be painted any more. */
  forget(painted: Painted): void {
    this.waiting.delete(painted);
  }

  /** Paints at once what still waits. */
  finish(): void {
    for (const painted of this.waiting) painted.paint();
    this.waiting.clear();
  }

  private next(): void {
    const [first] = this.waiting;
    this.taken = first !== undefined;
    if (first === undefined) return;
    this.waiting.delete(first);
    this.later(() => this.next());
    first.paint();
  }
}
