/** Whether something has settled: it has not changed for a while. */
export class Settling {
  /** Whether it has changed and is still to settle. */
  pending = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

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
    this.hold();
    this.pending = true;
    this.timer = setTimeout(() => {
      this.pending = false;
      this.settled();
    }, this.pause);
  }

  /** Stops the timer: it does not settle before it begins again. */
  hold(): void {
    clearTimeout(this.timer);
  }

  /** It is not to settle any more. */
  end(): void {
    this.hold();
    this.pending = false;
  }
}
