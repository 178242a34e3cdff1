/** The area that is pointed at in pictures, by its id, before one is held. */
import type { Shared } from "./part-view.js";

export class Pointed implements Shared {
  at: string | null = null;

  /** @param held called with the area of a click, or null after Escape; without it that area is pointed at */
  constructor(
    private readonly changed: () => void,
    private readonly held?: (id: string | null) => void,
  ) {}

  readonly point = (id: string | null): void => {
    if (id === this.at) return;
    this.at = id;
    this.changed();
  };

  readonly hold = (id: string | null): void => {
    this.point(this.held === undefined ? id : null);
    this.held?.(id);
  };

  end(): void {}
}
