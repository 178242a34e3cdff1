/** The one menu in which any figure is taken away: as a picture, as numbers, as code, as a page, as a citation. */
import { html, nothing, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import { ref } from "lit/directives/ref.js";
import { PALETTES } from "../draw/palette.js";
import { canvasMeasure, estimateWidth, type Measure, type Scene } from "../draw/scene.js";
import type { Take } from "../draw/take.js";
import { reasonOf } from "../engine/reason.js";
import type { Page } from "../page/page.js";
import { type PartName, writeFragment } from "../state/state.js";
import { cppSnippet, numpySnippet } from "../text/snippets/index.js";
import { choice } from "../ui/controls.js";
import { citation } from "./citation.js";
import { composed, paintFine, pngFile, svgFile } from "./compose.js";
import { freeze } from "./freeze.js";
import { type Inputs, subjectOf } from "./inputs.js";
import { csvFile, jsonFile } from "./numbers.js";
import { linkTo, parameterLine, parametersOf } from "./parameters.js";
import { TAKE_AWAY_TEXTS, type TakeAwayText } from "./texts.js";

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

/** How long the address of a file is kept after a newer one: its download may just have begun. */
const KEPT = 10_000;

/** A figure that can be taken away: which part of the page it belongs to, what it is, and what it was computed from. */
export interface Offered {
  readonly id: string;
  readonly part: PartName;
  readonly take: Take;
  readonly inputs: Inputs;
}

/** What has been made for a figure and a format. */
interface Made {
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
  /** The figure, the format and the look that are chosen, and what was last made of them. */
  private chosen = "";
  private asked = "";
  private dialog: HTMLDialogElement | undefined;
  private making = false;
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

  /** What a file says of a run that was not at its end; null where it was. */
  private note({ run }: Inputs): string | null {
    if (run === undefined) return null;
    return this.text[run.stopped ? "stopped" : "soFar"](run.done, run.total, run.what);
  }

  /** What the picture shows, for those who do not see it. */
  private alt({ take, inputs }: Offered): string {
    const note = this.note(inputs);
    return note === null ? take.alt : `${take.alt} (${note})`;
  }

  private scene({ part, take, inputs }: Offered): Scene {
    const { page, transparent } = this;
    const { state } = subjectOf(inputs);
    const note = this.note(inputs);
    return composed(take, {
      palette: transparent ? page.palette : PALETTES.light,
      ground: !transparent,
      lines: [
        ...(note === null ? [] : [note]),
        parameterLine(parametersOf(part, state)),
        linkTo(part, state),
      ],
      measure: this.measure(),
    });
  }

  private async content(
    format: FileFormat,
    offered: Offered,
    scene: Scene | null,
  ): Promise<string | Blob> {
    const { id, part, take, inputs } = offered;
    const { state, words } = subjectOf(inputs);
    const link = linkTo(part, state);
    const note = this.note(inputs);
    const origin = { parameters: parametersOf(part, state), link, run: inputs.run, note };
    const done = inputs.run?.done;
    const commented = (mark: string, program: string) =>
      note === null ? program : `${mark} ${note}\n${program}`;
    switch (format) {
      case "svg":
        return svgFile(scene as Scene, take.title, this.alt(offered));
      case "png":
        return pngFile(scene as Scene);
      case "csv":
        return csvFile(take, origin);
      case "json":
        return jsonFile({ ...take, alt: this.alt(offered) }, origin);
      case "numpy":
        return commented("#", numpySnippet(part, state, words, id, done));
      case "cpp":
        return commented("//", cppSnippet(part, state, words, id, done));
      case "html":
        // The whole page as it is now: it holds no numbers.
        return freeze(this.page.state);
      case "cite":
        return citation(note === null ? take.title : `${take.title} (${note})`, link, new Date());
    }
  }

  /**
   * Makes what is chosen, unless it is what was made last. One after the other: numbers may change faster than a picture
   * is made of them, and what is made stays in sight until there is a newer one.
   */
  private make(offered: Offered, format: FileFormat): void {
    const { page, transparent } = this;
    const { id, part, take, inputs } = offered;
    const chosen = JSON.stringify([id, format, transparent, page.language, page.tone]);
    if (chosen !== this.chosen) {
      this.drop();
      this.chosen = chosen;
    }
    const { state } = subjectOf(inputs);
    const key = JSON.stringify([
      ...[take.title, take.alt, parametersOf(part, state), linkTo(part, state), inputs.run],
      format === "html" ? writeFragment(page.state) : null,
    ]);
    if (this.making || key === this.asked) return;
    this.asked = key;
    this.making = true;
    const current = () => chosen === this.chosen && key === this.asked;
    const scene = format === "svg" || format === "png" ? this.scene(offered) : null;
    this.content(format, offered, scene).then(
      (content) => {
        if (!current()) return;
        const blob =
          typeof content === "string" ? new Blob([content], { type: FILES[format][1] }) : content;
        this.forget();
        const text = typeof content === "string" ? content : null;
        this.made = { blob, text, scene, url: URL.createObjectURL(blob) };
        this.making = false;
        this.problem = null;
        this.changed();
      },
      (error: unknown) => {
        if (!current()) return;
        this.making = false;
        this.forget();
        this.problem = reasonOf(error);
        this.changed();
      },
    );
  }

  private forget(): void {
    const { made } = this;
    if (made !== null) setTimeout(() => URL.revokeObjectURL(made.url), KEPT);
    this.made = null;
  }

  /** The dialog goes. Closed before it is taken out of the document, it gives the focus back to where it was. */
  end(): void {
    this.dialog?.close();
    this.drop();
  }

  /** Nothing of what was made stays. */
  private drop(): void {
    this.chosen = "";
    this.asked = "";
    this.making = false;
    this.problem = null;
    this.copied = null;
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
    if (problem !== null) {
      const again = () => {
        this.drop();
        this.changed();
      };
      return html`<p class="problem" role="alert">${text.failed(problem)}</p>
        <button type="button" @click=${again}>${this.page.text.problems.tryAgain}</button>`;
    }
    if (made === null) return html`<p class="note">${text.making}</p>`;
    // Where copying is refused as well, a picture is its text, which can be marked.
    const refused = this.copied === "no" && made.text !== null;
    if (made.scene !== null && !refused) {
      // A canvas and no image of the file: a strict policy of the host forbids those.
      const scene = made.scene;
      return html`<canvas
        class="taken"
        role="img"
        aria-label=${this.alt(offered)}
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
      <textarea readonly rows="3" aria-label=${this.text.alt} .value=${this.alt(offered)}></textarea>
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
    const made = format !== "print" ? this.made : null;
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
