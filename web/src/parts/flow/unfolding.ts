/**
 * The matrices of the open box in the middle of the diagram, directly below the row of the box: what
 * opens and closes them, and what that does to the focus and to the place on screen.
 */
import { html, type TemplateResult } from "lit";
import { ref } from "lit/directives/ref.js";
import { oneFor } from "../../belonging.js";
import type { BoxName } from "../../keys/flow.js";
import { modified } from "../../modified.js";
import type { PartView } from "../../part-kit/part-view.js";

/** Where the matrices begin on screen at most, as a share of the window's height. */
const LOWEST_START = 0.55;

/** The height of the bar that follows the reader: the box is not scrolled under it. */
const BAR = 64;

/** For how many frames the box is held: the first layout, and what the browser does after it. */
const HELD_FRAMES = 2;

class Unfolding {
  private element: HTMLElement | undefined;

  constructor(private readonly view: PartView) {}

  readonly attach = (element: Element | undefined): void => {
    this.element = element as HTMLElement | undefined;
  };

  /** The button of a box, in the half of the diagram that has the box. */
  private buttonOf(box: BoxName): HTMLElement | undefined {
    const buttons = this.element?.querySelectorAll<HTMLElement>(`[data-area="${box}"]`) ?? [];
    return [...buttons].find(({ hidden }) => !hidden);
  }

  private get matrices(): HTMLElement | null {
    return this.element?.querySelector<HTMLElement>(".unfolded") ?? null;
  }

  /** Opens a box, at one of its heads where that is what was chosen. */
  open(box: BoxName, head: number | undefined): void {
    const { page } = this.view;
    const isOther = page.state.box !== box;
    const change = head === undefined ? { box } : { box, head };
    this.change(box, change, () => {
      if (isOther) this.goToMatrices(box);
    });
  }

  /** Closes the open box, and gives its button the focus. */
  close(box: BoxName): void {
    this.change(box, { box: "none" }, () => this.buttonOf(box)?.focus({ preventScroll: true }));
  }

  /** Changes the state while the box stays where it is on screen. @param after called at the end */
  private change(
    box: BoxName,
    change: { readonly box: BoxName | "none"; readonly head?: number },
    after: () => void,
  ): void {
    const topOf = () => this.buttonOf(box)?.getBoundingClientRect().top;
    const before = topOf();
    const hold = (frames: number) => {
      const now = topOf();
      if (before !== undefined && now !== undefined) this.scroll(now - before);
      if (frames > 1) requestAnimationFrame(() => hold(frames - 1));
      else after();
    };
    this.view.page.set(change);
    requestAnimationFrame(() => hold(HELD_FRAMES));
  }

  private scroll(by: number): void {
    if (Math.abs(by) >= 1) globalThis.scrollBy({ top: by, behavior: "instant" });
  }

  /** Gives the matrices the focus, and moves the page where they would begin too far down. */
  private goToMatrices(box: BoxName): void {
    const { matrices } = this;
    if (matrices === null) return;
    const tooFar = matrices.getBoundingClientRect().top - LOWEST_START * globalThis.innerHeight;
    const above = (this.buttonOf(box)?.getBoundingClientRect().top ?? 0) - BAR;
    if (tooFar > 0) this.scroll(Math.min(tooFar, Math.max(0, above)));
    matrices.focus({ preventScroll: true });
  }

  /** @param box the one that is open */
  keydown(event: KeyboardEvent, box: BoxName): void {
    if (event.key !== "Escape" || modified(event)) return;
    event.preventDefault();
    this.close(box);
  }
}

const unfoldingOf = oneFor((view: PartView) => new Unfolding(view));

/** Opens a box, at one of its heads where that is what was chosen; what is open already closes. */
export function toggleBox(view: PartView, box: BoxName, head: number | undefined): void {
  const { state } = view.page;
  const unfolding = unfoldingOf(view);
  if (state.box === box && (head === undefined || state.head === head)) unfolding.close(box);
  else unfolding.open(box, head);
}

/** The diagram in two halves, between which the matrices of the open box stand. */
export function unfolded(
  view: PartView,
  open: { readonly box: BoxName; readonly label: string; readonly close: string },
  above: TemplateResult,
  matrices: unknown,
  below: TemplateResult,
): TemplateResult {
  const unfolding = unfoldingOf(view);
  const { box, label, close } = open;
  return html`<div
    class="unfolding"
    @keydown=${(event: KeyboardEvent) => unfolding.keydown(event, box)}
    ${ref(unfolding.attach)}
  >${above}
    <section class="own unfolded" tabindex="-1" aria-label=${label}>
      ${matrices}
      <button type="button" class="quiet" @click=${() => unfolding.close(box)}>${close}</button>
    </section>
    ${below}
  </div>`;
}

/** The diagram with all boxes closed. */
export function closed(view: PartView, diagram: TemplateResult): TemplateResult {
  const unfolding = unfoldingOf(view);
  return html`<div class="unfolding" ${ref(unfolding.attach)}>${diagram}</div>`;
}
