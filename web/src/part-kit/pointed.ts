/** The area that is pointed at in pictures, by its id, before one is held. */
import type { PartView, Words } from "./part-view.js";

class Pointed {
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
}

/** What is pointed at, by a name. @param held called with the area of a click; without it that area is pointed at */
export const pointedIn = (
  view: PartView<Words>,
  name: string,
  held?: (id: string) => void,
): Pointed => view.shared(`${name}-pointed`, () => new Pointed(view.changed, held));
