import type { FigureEvents } from "./scene-figure.js";

/**
 * The thing that is pointed at in pictures, as long as none is held.
 * @template T the id of an area, or a cell
 */
export class Pointed<T = string> implements FigureEvents<T> {
  at: T | null = null;

  /**
   * @param changed called when something else is pointed at
   * @param onHold called with what is clicked; without it what is clicked is pointed at
   */
  constructor(
    private readonly changed: () => void,
    private readonly onHold?: (what: T) => void,
  ) {}

  protected isSame(one: T, other: T): boolean {
    return one === other;
  }

  readonly point = (target: T | null): void => {
    const { at } = this;
    const stays = target === null || at === null ? target === at : this.isSame(target, at);
    if (stays) return;
    this.at = target;
    this.changed();
  };

  /** @param target null after Escape */
  hold(target: T | null): void {
    this.point(this.onHold === undefined ? target : null);
    if (target !== null) this.onHold?.(target);
  }

  /** The events of a figure that has other names for the same things; `nameOf` translates them. */
  by<Other>(nameOf: (what: Other) => T): FigureEvents<Other> {
    const named = (what: Other | null) => (what === null ? null : nameOf(what));
    return { point: (what) => this.point(named(what)), hold: (what) => this.hold(named(what)) };
  }
}
