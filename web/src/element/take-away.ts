/** What the reader takes away: the Download menu and the Share button. */
import { html, nothing, type TemplateResult } from "lit";
import type * as Export from "../export/index.js";
import { memo } from "../memo.js";
import { Controller } from "../page/controller.js";
import type { Offered } from "../page/inputs.js";
import { failureNotice } from "../page/notices.js";
import type { Page, PageElement } from "../page/page.js";
import { forPage } from "../state/embedded.js";
import type { View } from "../state/state.js";
import { say } from "../text/rich.js";
import { ICONS } from "../ui/icons.js";
import type { LaterContent, LaterScript } from "./later-content.js";

/**
 * The Download menu, whose script is loaded when it first opens, and the figures that the sections
 * offer in it. Printing from it waits until everything is loaded and computed that was never in
 * sight, or has failed.
 */
export class Download extends Controller {
  /** The reader has chosen to print: until the menu closes. */
  private toPrint = false;
  /** The figures of the view that is on screen. */
  private readonly offers = memo((_: View) => new Map<string, Offered>());
  private menu: Export.ExportMenu | null = null;
  /** The figure that the menu is open for: "" for the whole page, null while it is closed. */
  private taken: string | null = null;

  constructor(
    host: PageElement,
    private readonly laterContent: LaterContent,
    private readonly script: LaterScript<typeof Export>,
  ) {
    super(host);
  }

  hostUpdated(): void {
    const { host, laterContent, toPrint } = this;
    const { failure, problem, pending } = host.attention;
    laterContent.seeEverything(toPrint);
    if (!toPrint) return;
    const { ended, all } = laterContent.studied;
    const answered = host.tables.complete || failure !== null || (problem !== null && !pending);
    if (!laterContent.loaded || ended < all || !answered) return;
    this.close();
    // After the update that closes the menu. Experiments that have ended stay as they are.
    host.updateComplete.then(() => globalThis.print());
  }

  hostDisconnected(): void {
    this.close();
  }

  get preparing(): Page["download"]["preparing"] {
    return this.toPrint ? this.laterContent.studied : null;
  }

  offer(figure: Offered): void {
    this.offers(this.host.state.view).set(figure.id, figure);
  }

  get figures(): readonly Offered[] {
    return [...this.offers(this.host.state.view).values()];
  }

  open(id: string | null): void {
    this.taken = id ?? "";
    this.script.retry();
    this.host.requestUpdate();
  }

  print(): void {
    this.toPrint = true;
    this.host.requestUpdate();
  }

  close(): void {
    this.taken = null;
    this.toPrint = false;
    this.menu?.end();
    this.host.requestUpdate();
  }

  /** Another view is to be shown than the one whose figures the menu offers. */
  leave(view: View): void {
    if (this.taken !== null && view !== this.host.state.view) this.close();
  }

  render(): TemplateResult | typeof nothing {
    const { host, taken } = this;
    if (taken === null) return nothing;
    this.script.start();
    const { value: content, problem } = this.script;
    if (problem !== null) {
      const notice = failureNotice(host, [say(host.text.export.failed, { reason: problem })], () =>
        this.close(),
      );
      return html`<div class="in-sight">${notice}</div>`;
    }
    if (content === null) return nothing;
    this.menu ??= new content.ExportMenu(host);
    return this.menu.render(taken);
  }
}

/**
 * A button whose popover holds the link to the state, and the code for blogs once the script of the
 * downloads has loaded.
 */
export class ShareBox {
  /** The link to the state; null while the box is closed. */
  private link: string | null = null;
  private copied = false;
  private pieces: Export.SharePieces | null = null;

  constructor(
    private readonly host: PageElement,
    private readonly script: LaterScript<typeof Export>,
  ) {}

  private open(): void {
    const { host } = this;
    const framed = globalThis.parent !== globalThis.self;
    const { state } = host;
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

  /** The state has changed, and the link with it; or the popover is closed. */
  forget(): void {
    const { host, link } = this;
    if (link !== null) host.renderRoot.querySelector<HTMLElement>(".share-box")?.hidePopover?.();
    this.link = null;
    host.requestUpdate();
  }

  private closed(box: HTMLElement): void {
    this.forget();
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
    const { share, controls } = this.host.text;
    const toggled = ({ newState, target }: ToggleEvent) =>
      newState === "closed" && this.closed(target as HTMLElement);
    return html`<button
      class="quiet share"
      type="button"
      popovertarget="share-box"
      @click=${() => this.open()}
    >${ICONS.share} ${controls.share}</button>
      <div
        id="share-box"
        class="share-box"
        popover
        role="group"
        aria-label=${share.title}
        @toggle=${toggled}
      >${this.content()}</div>`;
  }

  private content(): TemplateResult | typeof nothing {
    const { host, link } = this;
    if (link === null) return nothing;
    const { share } = host.text;
    const { value: content, failure } = this.script;
    if (content === null) this.script.start();
    else this.pieces ??= new content.SharePieces(host);
    return html`<label for="share-link">${this.copied ? share.copied : share.copy}</label>
      <input
        id="share-link"
        type="text"
        readonly
        .value=${link}
        @focus=${(event: FocusEvent) => (event.target as HTMLInputElement).select()}
      />
      <button type="button" @click=${() => this.forget()}>${share.close}</button>
      ${this.pieces?.render()} ${failure}`;
  }
}
