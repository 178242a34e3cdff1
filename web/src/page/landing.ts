/**
 * Keeps the section that a link leads to where it belongs, below the bar, while what stands above
 * it still gets its height: until the page has rested, or the reader does something.
 */
import { Settling } from "../settling.js";

/** Milliseconds without a change of the page's height, after which it rests. */
const REST = 2000;

/** What a reader moves a page with. */
const INPUTS = ["wheel", "touchstart", "pointerdown", "keydown"] as const;

/** How far off, in CSS pixels, a place counts as another one. */
const OFF = 1;

export class Landing {
  private readonly until = new AbortController();
  private readonly resting = new Settling(REST, () => {
    if (this.complete()) this.end();
    else this.resting.begin();
  });
  private readonly sizes = new ResizeObserver(() => this.follow());
  /** Where the section is on screen, and how far the window is scrolled for that. */
  private place = 0;
  private scrollY = 0;
  private height = 0;

  /**
   * @param host whose height changes with all that stands in it
   * @param complete whether nothing is still to come
   */
  constructor(
    private readonly host: Element,
    private readonly section: Element,
    private readonly complete: () => boolean,
  ) {
    const options = { signal: this.until.signal, passive: true, capture: true };
    for (const input of INPUTS) globalThis.addEventListener(input, () => this.end(), options);
    globalThis.addEventListener("scroll", () => this.scrolled(), options);
    this.land();
    this.resting.begin();
    this.sizes.observe(host);
  }

  private get top(): number {
    return this.section.getBoundingClientRect().top;
  }

  private land(): void {
    this.section.scrollIntoView();
    this.place = this.top;
    this.scrollY = globalThis.scrollY;
    this.height = this.host.getBoundingClientRect().height;
  }

  private follow(): void {
    if (!this.section.isConnected) {
      this.end();
      return;
    }
    this.land();
    this.resting.begin();
  }

  /**
   * A script of the page around may scroll it too. The event of the last landing comes a frame
   * later, when what is above may have changed its height: then `follow` is called next.
   */
  private scrolled(): void {
    const isElsewhere = Math.abs(globalThis.scrollY - this.scrollY) > OFF;
    const { height } = this.host.getBoundingClientRect();
    const isSameHeight = Math.abs(height - this.height) <= OFF;
    if (isElsewhere && isSameHeight && Math.abs(this.top - this.place) > OFF) this.end();
  }

  end(): void {
    this.until.abort();
    this.sizes.disconnect();
    this.resting.end();
  }
}
