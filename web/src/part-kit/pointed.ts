/** The area that is pointed at in pictures, by its id, before one is held. */
export class Pointed {
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
