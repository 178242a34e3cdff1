/** The box with the text that puts the page's current state into a blog post. */
import { html, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import { version } from "../../../package.json";
import type { Page } from "../page/page.js";
import { copyText } from "./copy-text.js";
import { PIECES, type Piece, pieceOf } from "./pieces.js";
import { TAKE_AWAY_TEXTS } from "./texts.js";

export class SharePieces {
  private kind: Piece = "html";

  constructor(
    private readonly page: Page,
    private readonly changed: () => void,
  ) {}

  render(): TemplateResult {
    const { page, kind } = this;
    const { pieces: text, copy } = TAKE_AWAY_TEXTS[page.language];
    const { chapters, take } = page.text;
    // A post shows one part, not the whole page.
    const { view } = page.state;
    const state = view === "page" ? { ...page.state, view: "matrices" as const } : page.state;
    const options = { version, caption: chapters.page.documentTitle, alt: take.matrices };
    const piece = pieceOf(kind, state, options);
    return html`<div class="pieces">
      <div class="field">
        <label for="share-kind">${text.label}</label>
        <select
          id="share-kind"
          .value=${live(kind)}
          @change=${(event: Event) => {
            this.kind = (event.target as HTMLSelectElement).value as Piece;
            this.changed();
          }}
        >
          ${PIECES.map((name) => html`<option value=${name} ?selected=${name === kind}>${text.kinds[name]}</option>`)}
        </select>
      </div>
      ${copyText(text.kinds[kind], piece, 5)}
      <p class="note">${text.note[kind]}</p>
      <button type="button" @click=${() => navigator.clipboard?.writeText(piece).catch(() => undefined)}>${copy}</button>
    </div>`;
  }
}
