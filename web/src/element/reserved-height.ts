/**
 * Keeps the height of what the author put into the element, usually a still picture, when the figure comes in its place: what
 * follows in the post moves only as far as the figure is higher. Another width of the element ends that.
 */
import { Controller } from "../page/controller.js";

export class ReservedHeight extends Controller {
  private width = 0;
  private height = 0;
  private readonly sizes = new ResizeObserver(([entry]) => {
    if (entry === undefined || Math.abs(entry.contentRect.width - this.width) <= 1) return;
    this.height = 0;
    this.apply();
  });

  override hostConnected(): void {
    this.sizes.observe(this.host);
  }

  hostDisconnected(): void {
    this.sizes.disconnect();
  }

  private get page(): HTMLElement | null {
    return this.host.renderRoot.querySelector(".page");
  }

  /** What the author gave is on screen as long as there is a slot. */
  private get waits(): boolean {
    return this.page?.querySelector("slot") != null;
  }

  hostUpdate(): void {
    if (!this.waits) return;
    const content = document.createRange();
    content.selectNodeContents(this.host);
    this.width = this.host.clientWidth;
    this.height = content.getBoundingClientRect().height;
  }

  hostUpdated(): void {
    this.apply();
  }

  private apply(): void {
    const height = this.height > 0 && !this.waits ? `${this.height}px` : "";
    if (this.page !== null && this.page.style.minHeight !== height)
      this.page.style.minHeight = height;
  }
}
