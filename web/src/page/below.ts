/**
 * The page below its first screen, added in steps once the figures are painted: earlier it would delay them, and they would
 * push it down, since their height is not known before. One step a frame, so that no frame is long.
 */
import { anchorId } from "../ui/anchor.js";
import { Controller } from "./controller.js";
import type { LaterParts } from "./later-parts.js";
import type { PageElement } from "./page.js";
import { FRAME } from "./tables.js";

/** How many steps there are: the vectors, the story, and all that follows. */
export const STEPS = 3;

export class Below extends Controller {
  /** How many steps are on the page. */
  steps = 0;
  /** Whether the section of the link has been scrolled to. */
  scrolled = false;
  private adding = false;

  constructor(
    host: PageElement,
    private readonly parts: LaterParts,
  ) {
    super(host);
  }

  hostUpdated(): void {
    if (this.host.tables.complete && this.steps < STEPS && !this.adding) {
      this.adding = true;
      setTimeout(() => {
        this.adding = false;
        this.steps += 1;
        this.host.requestUpdate();
      }, FRAME);
    }
    this.scroll();
  }

  /** Scrolls to the section of the link, once the sections above it have their height. */
  private scroll(): void {
    const { attention, state, renderRoot } = this.host;
    const painted = attention.result !== null && this.steps === STEPS;
    if (this.scrolled || !(painted || attention.failure !== null) || state.at === null) return;
    const section = renderRoot.querySelector(`#${anchorId(state.at)}`);
    // A later part may still be loading.
    if (section === null && this.parts.script.loading) return;
    this.scrolled = true;
    section?.scrollIntoView();
  }
}
