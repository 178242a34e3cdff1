/** The Share box: the link to the state, and the code for blogs once the script of the downloads has loaded. */
import { html, nothing, type TemplateResult } from "lit";
import type * as Export from "../export/index.js";
import { failureNotice } from "../page/notices.js";
import type { PageElement } from "../page/page.js";
import { forPage } from "../state/embedded.js";
import type { LaterScript } from "./later-script.js";

export class ShareBox {
  /** The link to the state; null while the box is closed. */
  private link: string | null = null;
  private copied = false;
  private pieces: Export.SharePieces | null = null;

  constructor(
    private readonly host: PageElement,
    private readonly script: LaterScript<typeof Export>,
  ) {}

  open(): void {
    const { host } = this;
    const framed = globalThis.parent !== globalThis.self;
    const { state } = host;
    this.link = host.addressOf({ ...(framed ? forPage(state) : state), at: null });
    this.copied = false;
    this.script.load();
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

  /** The state has changed, and the link with it. */
  forget(): void {
    this.link = null;
    this.host.requestUpdate();
  }

  private close(): void {
    this.forget();
    // The button that had the focus is gone.
    this.host.renderRoot.querySelector<HTMLElement>("button.share")?.focus();
  }

  render(): TemplateResult | typeof nothing {
    const { host, link } = this;
    if (link === null) return nothing;
    const { share, problems } = host.text;
    const { content, problem } = this.script;
    if (content !== null) this.pieces ??= new content.SharePieces(host, () => host.requestUpdate());
    return html`<div class="share-box" role="group" aria-label=${share.title}>
      <label for="share-link">${this.copied ? share.copied : share.copy}</label>
      <input id="share-link" type="text" readonly .value=${link} @focus=${(event: FocusEvent) => (event.target as HTMLInputElement).select()} />
      <button type="button" @click=${() => this.close()}>${share.close}</button>
      ${this.pieces?.render() ?? nothing}
      ${problem === null ? nothing : failureNotice(host, [problems.compute(problem)])}
    </div>`;
  }
}
