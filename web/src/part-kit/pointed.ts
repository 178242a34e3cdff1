import type { FigureEvents } from "../draw/scene-figure.js";

/** The area that is pointed at in pictures, by its id, before one is held. */
export class Pointed implements FigureEvents<string> {
  at: string | null = null;

  constructor(
    private readonly changed: () => void,
    private readonly held?: (id: string) => void,
  ) {}

  readonly point = (id: string | null): void => {
    if (id === this.at) return;
    this.at = id;
    this.changed();
  };

  readonly hold = (id: string | null): void => {
    this.point(this.held === undefined ? id : null);
    if (id !== null) this.held?.(id);
  };

  /** For a figure in which what is pointed at has other names: its events. */
  by<T>(idOf: (what: T) => string): FigureEvents<T> {
    const named = (what: T | null) => (what === null ? null : idOf(what));
    return { point: (what) => this.point(named(what)), hold: (what) => this.hold(named(what)) };
  }
}
