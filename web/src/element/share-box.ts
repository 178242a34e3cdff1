/** The Share button. What it offers for blogs is web/src/export/share.ts. */
import { html, nothing, type TemplateResult } from "lit";
import type * as Export from "../export/index.js";
import { Controller } from "../page/controller.js";
import { computeNotice } from "../page/notices.js";
import type { PageElement } from "../page/page.js";
import { forPage } from "../state/embedded.js";
import type { State } from "../state/state.js";
import { ICONS } from "../ui/icons.js";
import type { LaterScript } from "./later-script.js";

/**
 * A button whose popover holds the link to the state, and the code for blogs once the script of the
 * downloads has loaded.
 */
export class ShareBox extends Controller {
  /** The state that the link leads to; null while the box is closed. */
  private linked: State | null = null;
  private link = "";
  private copied = false;
  private pieces: Export.SharePieces | null = null;

  constructor(
    host: PageElement,
    private readonly script: LaterScript<typeof Export>,
  ) {
    super(host);
  }

  /** The box is that of a state: another one closes it. */
  hostUpdate(): void {
    if (this.linked !== null && this.linked !== this.host.state) this.close();
  }

  private open(): void {
    const { host } = this;
    const framed = globalThis.parent !== globalThis.self;
    const { state } = host;
    this.linked = state;
    this.link = host.addressOf({ ...(framed ? forPage(state) : state), at: null });
    this.copied = false;
    this.script.retry();
    host.requestUpdate();
    // Not every host allows the clipboard; the link can be copied from the field.
    navigator.clipboard?.writeText(this.link).then(
      () => {
        this.copied = true;
        host.requestUpdate();
      },
      () => undefined,
    );
  }

  private close(): void {
    const { host, linked } = this;
    if (linked !== null) host.renderRoot.querySelector<HTMLElement>(".share-box")?.hidePopover?.();
    this.linked = null;
    host.requestUpdate();
  }

  private closed(box: HTMLElement): void {
    this.close();
    const root = box.getRootNode() as ShadowRoot;
    const focused = root.activeElement ?? document.activeElement;
    // After Escape Chromium does not return the focus to a button in a shadow root.
    if (focused === document.body || box.contains(focused)) {
      root.querySelector<HTMLElement>("button.share")?.focus({ preventScroll: true });
    }
  }

  /**
   * The browser opens and closes the popover; one that knows none shows the content in its place.
   */
  render(): TemplateResult {
    const { share, controlRows } = this.host.text;
    const toggled = ({ newState, target }: ToggleEvent) =>
      newState === "closed" && this.closed(target as HTMLElement);
    return html`<button class="quiet share" type="button" popovertarget="share-box" @click=${() => this.open()}>${ICONS.share} ${controlRows.share}</button>
      <div id="share-box" class="share-box" popover role="group" aria-label=${share.title} @toggle=${toggled}>${this.content()}</div>`;
  }

  private content(): TemplateResult | typeof nothing {
    const { host, link } = this;
    if (this.linked === null) return nothing;
    const { share } = host.text;
    const { value: content, problem } = this.script;
    if (content === null) this.script.start();
    else this.pieces ??= new content.SharePieces(host);
    return html`<label for="share-link">${this.copied ? share.copied : share.copy}</label>
      <input id="share-link" type="text" readonly .value=${link} @focus=${(event: FocusEvent) => (event.target as HTMLInputElement).select()} />
      <button type="button" @click=${() => this.close()}>${share.close}</button>
      ${this.pieces?.render()} ${computeNotice(host, problem)}`;
  }
}
