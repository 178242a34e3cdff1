/**
 * The bar that follows the reader: the words, d and Resample stay at hand once the box of controls
 * has left the screen at its top, or what moves the figures of the part in sight in their place.
 * Unfolded, it holds that box.
 */
import { html, nothing, type TemplateResult } from "lit";
import { ref } from "lit/directives/ref.js";
import { rectScale } from "../draw/on-screen.js";
import type { BarSettings } from "../page/bar-settings.js";
import { Controller } from "../page/controller.js";
import { barSlider, chips, controls, resampleButton } from "../page/controls.js";
import type { PageElement } from "../page/page.js";
import { ICONS } from "../ui/icons.js";

/**
 * How far from the top of the window the box still reaches when it gives way to the bar, in CSS
 * pixels: as high as the bar. A link to the first section leaves so much of it.
 */
const REST = 64;

export class FollowingBar extends Controller {
  private isFollowing = false;
  private unfolded = false;
  private home: HTMLElement | undefined;
  private readonly sight = new IntersectionObserver(
    (entries) => {
      const { isIntersecting = true, boundingClientRect } = entries.at(-1) ?? {};
      const isAbove = !isIntersecting && (boundingClientRect?.bottom ?? 0) <= REST;
      if (isAbove === this.isFollowing) return;
      this.isFollowing = isAbove;
      if (!isAbove) this.fold(false);
      this.host.requestUpdate();
    },
    { rootMargin: `-${REST}px 0px 0px` },
  );

  private readonly watch = (home: Element | undefined): void => {
    this.sight.disconnect();
    this.home = home as HTMLElement | undefined;
    if (home !== undefined) {
      this.sight.observe(home);
      return;
    }
    this.isFollowing = false;
    this.unfolded = false;
  };

  /** @param settings what it holds for the part in sight */
  constructor(
    host: PageElement,
    private readonly settings: () => BarSettings,
  ) {
    super(host);
  }

  private get visible(): boolean {
    const { host } = this;
    const settable = (["sentence", "dim", "seed", "exponent"] as const).some((part) =>
      host.shows(part),
    );
    return this.isFollowing && settable && host.shows("bar");
  }

  private fold(unfolded: boolean): void {
    // The place of the box stays as high as the box, so that nothing on the page moves.
    if (this.home !== undefined) {
      const height = this.home.getBoundingClientRect().height / rectScale(this.home);
      this.home.style.minHeight = unfolded ? `${height}px` : "";
    }
    this.unfolded = unfolded;
    this.host.requestUpdate();
  }

  /** The box of controls in its place, empty while the bar holds the box. */
  renderHome(): TemplateResult {
    const isHeld = this.visible && this.unfolded;
    return html`<div
      class="controls-place"
      ${ref(this.watch)}
    >${isHeld ? nothing : controls(this.host)}</div>`;
  }

  /** The words, the slider and Resample of what is in sight. */
  private renderSettings(): TemplateResult {
    const { host } = this;
    const { words, slider, seed } = this.settings();
    return html`${words === null || !host.shows("sentence") ? nothing : chips(host, words)}
      ${slider === null ? nothing : barSlider(host, slider)}
      ${seed === null ? nothing : resampleButton(host, seed)}`;
  }

  render(): TemplateResult | typeof nothing {
    const { host, unfolded } = this;
    if (!this.visible) return nothing;
    const { bar, more } = host.text.controlRows;
    return html`<div class="bar-place">
      <section class="bar" aria-label=${bar}>
        ${unfolded ? controls(host) : this.renderSettings()}
        <button
          type="button"
          class="quiet unfold"
          aria-expanded=${unfolded}
          aria-label=${more}
          title=${more}
          @click=${() => this.fold(!unfolded)}
        >
          ${unfolded ? ICONS.less : ICONS.more}
        </button>
      </section>
    </div>`;
  }
}
