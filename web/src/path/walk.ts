/** The way along the screens of the path: its step, and the keys and swipes that lead on. */
import { modified } from "../modified.js";
import type { PageElement } from "../page/page.js";

/** The screens in their order. */
export const STEPS = ["guess", "drag", "see", "why", "share"] as const;

/** A finger that goes so many pixels along swipes; one that goes further up or down scrolls. */
const SWIPE = 48;

/** What takes keys and strokes itself. */
const TAKES_GESTURES = "input, select, textarea, canvas";

/** What an event is on, also within a shadow root. */
const targetOf = (event: Event): Element | null => {
  const [target] = event.composedPath();
  return target instanceof Element ? target : null;
};

export class Walk {
  /** The place of the screen that is shown, from 0. */
  step = 0;
  private element: HTMLElement | undefined;
  private listening = new AbortController();
  /** Where a finger has come down that may swipe. */
  private start: Touch | null = null;

  constructor(private readonly page: PageElement) {}

  /** For Lit's ref directive, on the path. */
  readonly attach = (element: Element | undefined): void => {
    this.listening.abort();
    this.element = element as HTMLElement | undefined;
    if (this.element === undefined) return;
    this.listening = new AbortController();
    const { signal } = this.listening;
    globalThis.addEventListener("keydown", this.key, { signal });
    this.element.addEventListener("touchstart", this.touch, { signal, passive: true });
    this.element.addEventListener("touchend", this.lift, { signal });
    // Once it is in the document.
    queueMicrotask(() => this.focus());
  };

  /** Shows a screen, and tells of it by the focus on its title. */
  show(step: number): void {
    if (STEPS[step] === undefined || step === this.step) return;
    this.step = step;
    this.page.requestUpdate();
    this.page.updateComplete.then(
      () => this.focus(),
      // The page says why.
      () => undefined,
    );
  }

  /** Leads to the whole page. Who comes back begins anew. */
  leave(): void {
    this.step = 0;
    this.page.set({ path: "off" });
  }

  private focus(): void {
    this.element?.scrollIntoView();
    this.element?.querySelector<HTMLElement>("h1")?.focus({ preventScroll: true });
  }

  private readonly key = (event: KeyboardEvent): void => {
    // Escape also ends the composing of a Chinese word.
    if (event.defaultPrevented || event.isComposing || modified(event)) return;
    const { key } = event;
    const steps: Readonly<Record<string, number>> = {
      ArrowRight: 1,
      PageDown: 1,
      ArrowLeft: -1,
      PageUp: -1,
    };
    const by = steps[key];
    if (key === "Escape") {
      this.leave();
    } else if (by === undefined || targetOf(event)?.matches(TAKES_GESTURES)) {
      return;
    } else {
      this.show(this.step + by);
    }
    event.preventDefault();
  };

  private readonly touch = (event: TouchEvent): void => {
    const [finger] = event.touches;
    const alone = event.touches.length === 1 && targetOf(event)?.closest(TAKES_GESTURES) === null;
    this.start = alone && finger !== undefined ? finger : null;
  };

  private readonly lift = ({ changedTouches: [finger] }: TouchEvent): void => {
    const { start } = this;
    this.start = null;
    if (start === null || finger === undefined) return;
    const along = finger.clientX - start.clientX;
    const down = finger.clientY - start.clientY;
    if (Math.abs(along) < SWIPE || Math.abs(along) < 1.5 * Math.abs(down)) return;
    this.show(this.step + (along < 0 ? 1 : -1));
  };
}
