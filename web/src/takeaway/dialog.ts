/** The one menu in which any figure is taken away: as a picture, as numbers, as code, as a page, as a citation. */
import { html, nothing, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import { ref } from "lit/directives/ref.js";
import { reasonOf } from "../engine/reason.js";
import type { Page } from "../sections/page.js";
import { cppSnippet, numpySnippet } from "../text/snippets/index.js";
import { TAKE_AWAY_TEXTS, type TakeAwayText } from "../text/takeaway/index.js";
import { choice } from "../views/controls.js";
import { PALETTES } from "../views/palette.js";
import { canvasMeasure, estimateWidth, type Measure, type Scene } from "../views/scene.js";
import type { Take } from "../views/take.js";
import { citation } from "./citation.js";
import { composed, paintFine, pngFile, svgFile } from "./compose.js";
import { freeze } from "./freeze.js";
import { csvFile, jsonFile } from "./numbers.js";
import { linkTo, type Part, parameterLine, parametersOf } from "./parameters.js";

const FORMATS = ["svg", "png", "csv", "json", "numpy", "cpp", "html", "cite", "print"] as const;
type Format = (typeof FORMATS)[number];

/** What becomes a file. */
type FileFormat = Exclude<Format, "print">;

const FILES: Readonly<Record<FileFormat, readonly [ending: string, type: string]>> = {
  svg: ["svg", "image/svg+xml"],
  png: ["png", "image/png"],
  csv: ["csv", "text/csv;charset=utf-8"],
  json: ["json", "application/json"],
  numpy: ["py", "text/x-python"],
  cpp: ["cpp", "text/x-c++src"],
  html: ["html", "text/html"],
  cite: ["txt", "text/plain;charset=utf-8"],
};

/** In a sandboxed frame without an origin of its own nothing can be saved. From disk there is no origin either. */
const SEALED = globalThis.origin === "null" && location.protocol !== "file:";

/** A long text is not shown whole. */
const SHOWN = 20_000;

/** A figure that can be taken away: which part of the page it belongs to, and what it is. */
export interface Offered {
  readonly id: string;
  readonly part: Part;
  readonly take: Take;
}

/** What has been made for a figure and a format. */
interface Made {
  readonly key: string;
  readonly blob: Blob;
  /** What a text says; null for pictures made of pixels. */
  readonly text: string | null;
  /** What a picture shows; null for all else. */
  readonly scene: Scene | null;
  readonly url: string;
}

export class TakeAway {
  private format: Format = "svg";
  private transparent = false;
  private made: Made | null = null;
  private problem: string | null = null;
  private copied: "yes" | "no" | null = null;
  private asked = "";
  private dialog: HTMLDialogElement | undefined;
  private readonly page: Page;
  private readonly changed: () => void;
  private readonly closed: () => void;

  constructor(page: Page, changed: () => void, closed: () => void) {
    this.page = page;
    this.changed = changed;
    this.closed = closed;
  }

  private get text(): TakeAwayText {
    return TAKE_AWAY_TEXTS[this.page.language];
  }

  private measure(): Measure {
    const context = document.createElement("canvas").getContext("2d");
    return context === null ? estimateWidth : canvasMeasure(context);
  }

  private scene({ part, take }: Offered): Scene {
    const { page, transparent } = this;
    const parameters = parametersOf(part, page.state);
    return composed(take, {
      palette: transparent ? page.palette : PALETTES.light,
      ground: !transparent,
      lines: [parameterLine(parameters), linkTo(part, page.state)],
      measure: this.measure(),
    });
  }

  private async content(
    format: FileFormat,
    { id, part, take }: Offered,
    scene: Scene | null,
  ): Promise<string | Blob> {
    const { page } = this;
    const { state } = page;
    const parameters = parametersOf(part, state);
    const link = linkTo(part, state);
    const words = page.result?.request.words ?? [];
    switch (format) {
      case "svg":
        return svgFile(scene as Scene, take.title, take.alt);
      case "png":
        return pngFile(scene as Scene);
      case "csv":
        return csvFile(take, { parameters, link });
      case "json":
        return jsonFile(take, { parameters, link });
      case "numpy":
        return numpySnippet(part, state, words, id);
      case "cpp":
        return cppSnippet(part, state, words, id);
      case "html":
        return freeze(state);
      case "cite":
        return citation(take.title, link, new Date());
    }
  }

  /** Makes what is asked for, unless it is what was made last. */
  private make(offered: Offered, format: FileFormat): void {
    const { page, transparent } = this;
    const { state, language, tone } = page;
    const key = JSON.stringify([
      ...[offered.id, offered.take.title, format, transparent, language, tone],
      parametersOf(offered.part, state),
    ]);
    if (key === this.asked) return;
    this.asked = key;
    this.problem = null;
    this.copied = null;
    const scene = format === "svg" || format === "png" ? this.scene(offered) : null;
    this.content(format, offered, scene).then(
      (content) => {
        if (key !== this.asked) return;
        const blob =
          typeof content === "string" ? new Blob([content], { type: FILES[format][1] }) : content;
        this.forget();
        const text = typeof content === "string" ? content : null;
        this.made = { key, blob, text, scene, url: URL.createObjectURL(blob) };
        this.changed();
      },
      (error: unknown) => {
        if (key !== this.asked) return;
        this.problem = reasonOf(error);
        this.changed();
      },
    );
  }

  private forget(): void {
    if (this.made !== null) URL.revokeObjectURL(this.made.url);
    this.made = null;
  }

  /** The dialog goes: nothing of it stays. Closed before it is taken out, it gives the focus back to where it was. */
  end(): void {
    this.dialog?.close();
    this.asked = "";
    this.forget();
  }

  private async copy(made: Made): Promise<void> {
    try {
      if (made.text !== null) await navigator.clipboard.writeText(made.text);
      else await navigator.clipboard.write([new ClipboardItem({ [made.blob.type]: made.blob })]);
      this.copied = "yes";
    } catch {
      this.copied = "no";
    }
    this.changed();
  }

  /** Modal once it stands in the document, which it does not yet while it is rendered. */
  private readonly open = (element: Element | undefined): void => {
    this.dialog = element instanceof HTMLDialogElement ? element : undefined;
    queueMicrotask(() => {
      if (this.dialog?.isConnected && !this.dialog.open) this.dialog.showModal();
    });
  };

  private get status(): string {
    const { text, copied, format } = this;
    if (format === "print") {
      const { preparing } = this.page;
      return preparing === null
        ? ""
        : text.preparing(String(preparing.ended), String(preparing.all));
    }
    if (copied !== null) return copied === "yes" ? text.copied : text.notCopied;
    return SEALED ? text.sealed : "";
  }

  private preview(made: Made | null, offered: Offered): TemplateResult {
    const { text, problem } = this;
    if (problem !== null) return html`<p class="problem" role="alert">${text.failed(problem)}</p>`;
    if (made === null) return html`<p class="note">${text.making}</p>`;
    // Where copying is refused as well, a picture is its text, which can be marked.
    const refused = this.copied === "no" && made.text !== null;
    if (made.scene !== null && !refused) {
      // A canvas and no image of the file: a strict policy of the host forbids those.
      const scene = made.scene;
      return html`<canvas
        class="taken"
        role="img"
        aria-label=${offered.take.alt}
        data-transparent=${this.transparent}
        ${ref((element) => {
          if (element instanceof HTMLCanvasElement) paintFine(element, scene);
        })}
      ></canvas>`;
    }
    const shown = made.text ?? "";
    return html`<textarea
      readonly
      rows="10"
      spellcheck="false"
      aria-label=${text.preview}
      .value=${shown.length > SHOWN && !SEALED && !refused ? `${shown.slice(0, SHOWN)} …` : shown}
      @focus=${(event: FocusEvent) => (event.target as HTMLTextAreaElement).select()}
    ></textarea>`;
  }

  private altField(offered: Offered): TemplateResult {
    return html`<details class="numbers">
      <summary>${this.text.alt}</summary>
      <textarea readonly rows="3" aria-label=${this.text.alt} .value=${offered.take.alt}></textarea>
    </details>`;
  }

  private printButton(): TemplateResult {
    const { page, text } = this;
    return html`<button type="button" ?disabled=${page.preparing !== null} @click=${() => page.print()}>${text.print}</button>`;
  }

  private fileButtons(made: Made | null, { id }: Offered, format: FileFormat) {
    if (made === null) return nothing;
    const { text } = this;
    const name = `attention-scale-${id}.${FILES[format][0]}`;
    return html`${SEALED ? nothing : html`<a class="button" href=${made.url} download=${name}>${text.save}</a>`}
      <button type="button" @click=${() => this.copy(made)}>${text.copy}</button>`;
  }

  render(
    figures: readonly Offered[],
    chosen: string,
    choose: (id: string) => void,
  ): TemplateResult {
    const { text, format } = this;
    const offered = figures.find(({ id }) => id === chosen) ?? figures[0];
    if (offered === undefined) return html``;
    if (format !== "print") this.make(offered, format);
    const made = format !== "print" && this.made?.key === this.asked ? this.made : null;
    const picture = format === "svg" || format === "png";
    return html`<dialog class="take-away" aria-labelledby="take-away-title" ${ref(this.open)} @close=${() => this.closed()}>
      <div class="dialog-head">
        <h2 id="take-away-title">${text.title}</h2>
        <button type="button" class="quiet" @click=${() => this.closed()}>${text.close}</button>
      </div>
      <div class="field">
        <label for="take-figure">${text.figure}</label>
        <select id="take-figure" .value=${live(offered.id)} @change=${(event: Event) => choose((event.target as HTMLSelectElement).value)}>
          ${figures.map(({ id, take }) => html`<option value=${id} ?selected=${id === offered.id}>${take.title}</option>`)}
        </select>
      </div>
      ${choice<Format>({
        name: "take-format",
        label: text.format,
        value: format,
        options: FORMATS.map((name) => [name, text.formats[name]] as const),
        choose: (name) => {
          this.format = name;
          this.changed();
        },
      })}
      <p class="note">${text.about[format]}</p>
      ${
        picture
          ? html`<label class="check"
              ><input type="checkbox" .checked=${live(this.transparent)} @change=${() => {
                this.transparent = !this.transparent;
                this.changed();
              }} />
              ${text.transparent}</label
            >`
          : nothing
      }
      ${format === "print" ? nothing : this.preview(made, offered)} ${picture ? this.altField(offered) : nothing}
      <div class="dialog-foot">
        ${format === "print" ? this.printButton() : this.fileButtons(made, offered, format)}
        <span role="status">${this.status}</span>
      </div>
    </dialog>`;
  }
}
