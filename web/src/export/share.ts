/**
 * The box with the text that puts a figure, or a whole part, in its current state into a blog post.
 */
import { html, nothing, type TemplateResult } from "lit";
import { version } from "../../../package.json";
import { sansOf } from "../draw/fonts.js";
import type { Offered } from "../page/inputs.js";
import type { PageElement } from "../page/page.js";
import { figuresOf } from "../parts/figure-names.js";
import { LATER_PARTS, START, type State } from "../state/state.js";
import { say } from "../text/rich.js";
import { unmarked } from "../text/typeset.js";
import { SEALED, save } from "../ui/save.js";
import { selectField } from "../ui/select-field.js";
import { measureIn } from "./compose.js";
import { copyText } from "./copy-text.js";
import type { PieceKind, PieceOptions } from "./pieces.js";
import { GENERATORS, narrowName, PIECES, pieceOf } from "./pieces.js";
import { fileNameOf, isBuilt, POST_WIDTHS, stillFile } from "./still.js";
import { altOf, EXPORT_TEXTS } from "./texts.js";

type Still = ReturnType<typeof stillFile>;

/** The name, in place of a figure's, that stands for the whole part. */
const WHOLE_PART = "";

export class SharePieces {
  private kind: PieceKind = "html";
  /** null: the reader has not chosen. */
  private figure: string | null = null;
  /** The pictures that were made last, and the name and text alternative of their figure. */
  private lastPictures: {
    readonly figureText: string;
    readonly stills: readonly [Still, Still];
  } | null = null;

  constructor(private readonly page: PageElement) {}

  /** The figure of the piece; for a whole part its main one, whose still picture stands for it. */
  private get offered(): Offered | undefined {
    const { download, state } = this.page;
    const part = LATER_PARTS.find((reason) => reason === state.view) ?? "matrices";
    const named = (name = "") => download.figures.find(({ id }) => id === name);
    return named(this.figure ?? "") ?? named(figuresOf(part)[0]) ?? download.figures[0];
  }

  private get whole(): boolean {
    return this.figure === WHOLE_PART || this.offered === undefined;
  }

  /** A post shows one figure or part, not the whole page. */
  private get state(): State {
    const { state } = this.page;
    if (!this.whole) return { ...state, view: START.view, figure: this.offered?.id ?? "" };
    return { ...state, view: state.view === "page" ? "matrices" : state.view, figure: "" };
  }

  private stills(offered: Offered): readonly [Still, Still] {
    const { language } = this.page;
    // The name holds the language and the parameters, the text alternative how far a run has come.
    const figureText = `${fileNameOf(offered, language)} ${altOf(offered, language)}`;
    if (this.lastPictures?.figureText !== figureText) {
      const measure = measureIn(sansOf(language));
      const still = (width: number) => stillFile(offered, { width, language, measure }, "auto");
      this.lastPictures = { figureText, stills: [still(POST_WIDTHS[0]), still(POST_WIDTHS[1])] };
    }
    return this.lastPictures.stills;
  }

  render(): TemplateResult {
    const { page, kind, offered, whole, state } = this;
    const { language, text: words } = page;
    const { pieces: text, copy } = EXPORT_TEXTS[language];
    const kinds = { ...GENERATORS, ...text.kinds };
    const stills = offered && !isBuilt(offered) ? this.stills(offered) : undefined;
    const name = offered ? fileNameOf(offered, language) : "";
    const options: PieceOptions = {
      version,
      language,
      caption: unmarked(whole || offered === undefined ? words.site : offered.exported.title),
      alt: offered === undefined ? words.matrices.heading : altOf(offered, language),
      still: stills && { name, heights: { wide: stills[0].height, narrow: stills[1].height } },
    };
    const piece = pieceOf(kind, state, options);
    const saveStill = (index: 0 | 1) => {
      if (stills === undefined) return;
      const { svg } = stills[index];
      save(index === 0 ? name : narrowName(name), new Blob([svg], { type: "image/svg+xml" }));
    };
    const figures = page.download.figures.map(({ id, exported }) => [id, exported.title] as const);
    return html`<div class="pieces">
      ${selectField({
        id: "share-kind",
        label: text.label,
        value: kind,
        options: PIECES.map((value) => [value, kinds[value]]),
        choose: (value) => {
          this.kind = value as PieceKind;
          page.requestUpdate();
        },
      })}
      ${selectField({
        id: "share-figure",
        label: text.figure,
        value: whole ? WHOLE_PART : (offered?.id ?? ""),
        options: [...figures, [WHOLE_PART, text.whole]],
        choose: (value) => {
          this.figure = value;
          page.requestUpdate();
        },
      })}
      ${copyText(kinds[kind], piece, 5)}
      <p class="note">${text.note[kind]}</p>
      <button
        type="button"
        @click=${() => navigator.clipboard?.writeText(piece).catch(() => undefined)}
      >${copy}</button>
      ${
        stills === undefined || SEALED
          ? nothing
          : html`<p class="note">${say(text.still, { wide: name, narrow: narrowName(name) })}</p>
              <button type="button" @click=${() => saveStill(0)}>${text.saveStill}</button>
              <button type="button" @click=${() => saveStill(1)}>${text.saveNarrow}</button>`
      }
    </div>`;
  }
}
