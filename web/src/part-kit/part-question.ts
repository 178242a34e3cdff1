/** Where the question of a part stands, and whether what it asks about waits for the answer. */
import type { Page } from "../page/page.js";
import { isOpen, showsQuestion } from "../questions/question.js";
import type { LaterPart } from "../state/state.js";

/** The part, as its question sees it. */
interface Asking {
  readonly page: Page;
  readonly part: LaterPart;
  changedAnew(): void;
}

export class PartQuestion {
  /** Whether the reader has scrolled past it, or uses the part: then it argues without an answer. */
  private passed = false;
  private readonly sights = new IntersectionObserver((entries) => {
    const above = entries.some(
      ({ isIntersecting, boundingClientRect: { height, bottom } }) =>
        !isIntersecting && height > 0 && bottom <= 0,
    );
    if (above) this.pass();
  });

  constructor(private readonly view: Asking) {}

  private pass(): void {
    this.passed = true;
    this.sights.disconnect();
    this.view.changedAnew();
  }

  /** To be called with clicks and input in the part. */
  readonly used = ({ target }: Event): void => {
    if (this.waits && (target as Element).closest(".question") === null) this.pass();
  };

  get shown(): boolean {
    return showsQuestion(this.view.page, this.view.part);
  }

  /** Whether the finding and the curve that is asked about are to wait. */
  get waits(): boolean {
    return !this.passed && isOpen(this.view.page, this.view.part);
  }

  /** For Lit's ref directive, on the group. */
  readonly attach = (element: Element | undefined): void => {
    this.sights.disconnect();
    if (element !== undefined && !this.passed) this.sights.observe(element);
  };

  end(): void {
    this.sights.disconnect();
  }
}
