/** Whether something has settled: it has not changed for a while. */
export class Settling {
  /** Whether it has changed and is still to settle. */
  pending = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private until = 0;

  /**
   * @param pause milliseconds without a change
   * @param settled called after each pause
   */
  constructor(
    private readonly pause: number,
    private readonly settled: () => void,
  ) {}

  /** Tells that it has changed: it settles after the delay. */
  begin(): void {
    this.pending = true;
    this.until = performance.now() + this.pause;
    // What changes in each frame does not set a timer in each.
    this.timer ??= setTimeout(this.endPause, this.pause);
  }

  private readonly endPause = (): void => {
    const left = this.until - performance.now();
    this.timer = left > 0 ? setTimeout(this.endPause, left) : undefined;
    if (this.timer !== undefined) return;
    this.pending = false;
    this.settled();
  };

  /** Stops the timer: it does not settle before it begins again. */
  hold(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  /** It is not to settle any more. */
  end(): void {
    this.hold();
    this.pending = false;
  }
}
