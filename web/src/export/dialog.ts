/**
 * The Download menu: saves a figure as a picture, numbers, a program, a page or a citation, and
 * prints the page.
 */
import { html, nothing, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import { ref } from "lit/directives/ref.js";
import { unsafeHTML } from "lit/directives/unsafe-html.js";
import { sansOf } from "../draw/fonts.js";
import { PALETTES } from "../draw/palette.js";
import type { CellsShape, Scene } from "../draw/scene.js";
import type { Offered } from "../page/inputs.js";
import type { PageElement } from "../page/page.js";
import { writeFragment } from "../state/state.js";
import { type Span, say } from "../text/rich.js";
import { unmarked } from "../text/typeset.js";
import { choice } from "../ui/controls.js";
import { richText } from "../ui/rich.js";
import { revokeLater, SEALED } from "../ui/save.js";
import { selectField } from "../ui/select-field.js";
import { Work } from "../work.js";
import { citation } from "./citation.js";
import {
  composed,
  type Dress,
  measureIn,
  paintFine,
  pictureWidth,
  pngFile,
  svgFile,
} from "./compose.js";
import { copyRich } from "./copy-rich.js";
import { copyText } from "./copy-text.js";
import { guideUrl, headersOf } from "./core.js";
import { freeze } from "./freeze.js";
import { type Course, courseOf, Moving } from "./moving.js";
import { BYTE_ORDER_MARK, csvFile, jsonFile, type Origin } from "./numbers.js";
import {
  captionLine,
  figureParameters,
  LONGEST_LINK,
  linkTo,
  sharedLink,
  shortLink,
} from "./parameters.js";
import { hasProgram, programOf, torchText } from "./program.js";
import { markedPython } from "./python-marks.js";
import { altOf, EXPORT_TEXTS, type ExportText, findingOf, noted, runNote } from "./texts.js";
import type { Pasted } from "./wechat.js";

/** The file of a format. */
interface FileType {
  readonly ending: string;
  readonly type: string;
  /** Characters before the content. */
  readonly mark?: string;
  /** The whole name of a file that programs import by it. */
  readonly file?: string;
}

/** Every format in the order of the menu; paper has no file. */
const FORMATS = {
  svg: { ending: "svg", type: "image/svg+xml" },
  png: { ending: "png", type: "image/png" },
  gif: { ending: "gif", type: "image/gif" },
  wechat: { ending: "svg", type: "image/svg+xml", file: "attention-scale-taps.svg" },
  csv: { ending: "csv", type: "text/csv;charset=utf-8", mark: BYTE_ORDER_MARK },
  json: { ending: "json", type: "application/json" },
  numpy: { ending: "py", type: "text/x-python" },
  notebook: { ending: "ipynb", type: "application/x-ipynb+json" },
  module: { ending: "py", type: "text/x-python", file: "attention_scale.py" },
  html: { ending: "html", type: "text/html" },
  cite: { ending: "txt", type: "text/plain;charset=utf-8" },
  print: { ending: "", type: "" },
} as const satisfies Readonly<Record<string, FileType>>;
type Format = keyof typeof FORMATS;

/** The names of formats that are the same in every language. */
const FORMAT_NAMES = {
  svg: "SVG",
  png: "PNG",
  csv: "CSV",
  json: "JSON",
  numpy: "NumPy",
  module: "Python",
};

/** The formats whose file is written as soon as they are chosen. */
type WrittenFormat = Exclude<Format, "gif" | "print">;

const isProgram = (format: Format) => format === "numpy" || format === "notebook";
const isPicture = (format: Format) => format === "svg" || format === "png";
/** Those that may go where no link does. */
const takesCode = (format: Format) => format === "png" || format === "gif";

/** The figures of the sentence whose picture can be tapped. */
const TAPPED: readonly string[] = ["weights", "unscaled", "scaled"];

/** Characters of a text in the preview; the file holds all. */
const PREVIEW_LENGTH = 20_000;

/** How a picture differs from others. */
type PictureLook = Pick<Dress, "palette" | "ground"> & Partial<Dress>;

/** The file for one figure and format. */
interface Made {
  readonly blob: Blob;
  readonly url: string;
  /** The content of a text format. */
  readonly text?: string | undefined;
  /** What is copied of a picture that can be tapped. */
  readonly pasted?: Pasted | undefined;
  /** The scene of a picture, and the last one of a moving picture. */
  readonly scene?: Scene | undefined;
  /** The number of pictures in a moving one. */
  readonly frames?: number;
}

type Unsaved = Omit<Made, "url">;

export class ExportMenu {
  private format: Format = "svg";
  /** What the reader has chosen: the figure, the format and the ground. */
  private chosen = "";
  private transparent = false;
  /**
   * Whether a picture has the QR code of its link; null while the reader has not chosen: in Chinese
   * it has, since the hosts that take no links are Chinese.
   */
  private coded: boolean | null = null;
  private made: Made | null = null;
  private problem: string | null = null;
  private copied: "yes" | "no" | null = null;
  /**
   * The key of the written file that was last asked for; null where none was since the reader's
   * last choice.
   */
  private requestedFile: string | null = null;
  /**
   * The file that was begun last, unless it is discarded: another one that is complete later is not
   * shown.
   */
  private coming: Work<Unsaved> | null = null;
  private dialog: HTMLDialogElement | undefined;
  private readonly moving = new Moving(this.page);

  constructor(private readonly page: PageElement) {}

  private get text(): ExportText {
    return EXPORT_TEXTS[this.page.language];
  }

  private get family(): string {
    return sansOf(this.page.language);
  }

  private get hasCode(): boolean {
    return this.coded ?? this.page.language === "zh";
  }

  /** What the QR code of a figure leads to, or why there is none. */
  private codedLink({ part, inputs }: Offered) {
    const { codes } = this.text;
    const link = sharedLink(this.page, part, inputs.state);
    if (link === null) return { link, problem: codes.fromFile };
    if (link.length <= LONGEST_LINK) return { link, problem: null };
    const lengths = { length: link.length, most: LONGEST_LINK };
    return { link: null, problem: say(codes.tooLong, lengths) };
  }

  /** The QR code for a figure’s picture, if it is to have one. */
  private async code(offered: Offered): Promise<CellsShape | undefined> {
    const { link } = this.codedLink(offered);
    if (!this.hasCode || link === null) return undefined;
    return (await import("./link-code.js")).linkCode(link);
  }

  private alt(offered: Offered): string {
    return altOf(offered, this.page.language);
  }

  /** What the numbers of a figure come from. */
  private origin({ part, inputs }: Offered): Origin {
    const { state, run } = inputs;
    const link = linkTo(this.page, part, state);
    const note = runNote(inputs, this.page.language);
    return { parameters: figureParameters(part, state), link, run, note };
  }

  private scene(offered: Offered, dress: PictureLook, title = offered.exported.title): Scene {
    const { page } = this;
    const { part, exported, inputs } = offered;
    const { state } = inputs;
    const note = runNote(inputs, page.language);
    const parameters = captionLine(part, state, page.language);
    const lines = [noted(parameters, note), shortLink(page, part, state)];
    const measure = measureIn(this.family);
    const finding = findingOf(offered, page.language);
    return composed({ ...exported, title }, { lines, measure, finding, ...dress });
  }

  /** Draws the pictures of a moving one, and begins its recording. */
  private record(offered: Offered, course: Course): void {
    const { palette } = this.page;
    const drawWith =
      (code?: CellsShape) =>
      (offered: Offered, name: string, height = 0) => {
        const { title } = offered.exported;
        return this.scene(offered, { palette, ground: true, height, code }, `${title} · ${name}`);
      };
    this.restart();
    // One code for all pictures: one that changed with them could not be read.
    const draw = this.code(offered).then(drawWith);
    this.take(this.moving.record(offered, course, draw, this.family));
  }

  /** The content of a file in each format. */
  private writers(offered: Offered, scene?: Scene) {
    const { id, part, exported, inputs } = offered;
    const { state, words, run } = inputs;
    const origin = this.origin(offered);
    const { note, link } = origin;
    return {
      wechat: () => this.pasted(offered),
      svg: () => svgFile(scene as Scene, exported.title, this.alt(offered), this.family),
      png: () => pngFile(scene as Scene, this.family),
      csv: () => csvFile(exported, origin),
      json: () => jsonFile({ ...exported, alt: this.alt(offered) }, origin),
      numpy: async () => {
        const text = await programOf(part, state, words, id, run?.done);
        return note ? `# ${note}\n${text}` : text;
      },
      notebook: async () =>
        (await import("./notebook.js")).notebookOf(offered, this.page.language, link),
      module: async () => (await import("./python-module.js")).pythonModule(),
      // The only format about the page's current state: it holds no numbers of a figure.
      html: () => freeze(this.page.state),
      cite: () => citation(unmarked(noted(exported.title, note)), link, new Date()),
    };
  }

  private async pasted(offered: Offered): Promise<Pasted> {
    const { engine } = this.page.attention;
    if (engine === null) throw new Error(this.text.noEngine);
    const { pastedFigure } = await import("./wechat.js");
    return pastedFigure(offered, engine, this.page, measureIn(this.family), this.family);
  }

  /**
   * Makes the chosen file, unless it is the one made last. One file at a time: numbers may change
   * faster than files are made. The previous file stays in the preview until the next one is
   * complete.
   */
  private make(offered: Offered, format: WrittenFormat): void {
    const { page, transparent } = this;
    const { title, alt } = offered.exported;
    const key = JSON.stringify([
      page.language,
      page.surroundings.tone,
      title,
      alt,
      this.origin(offered),
      format === "html" ? writeFragment(page.state) : null,
    ]);
    if (this.coming?.starting || key === this.requestedFile) return;
    this.requestedFile = key;
    const palette = transparent ? page.palette : PALETTES.light;
    const dress = { palette, ground: !transparent, width: pictureWidth(offered) };
    const write = async () => {
      const code = takesCode(format) ? await this.code(offered) : undefined;
      const scene = isPicture(format) ? this.scene(offered, { ...dress, code }) : undefined;
      const written = await this.writers(offered, scene)[format]();
      const pasted = typeof written === "object" && "svg" in written ? written : undefined;
      const content = pasted?.svg ?? (written as string | Blob);
      const { type, mark = "" }: FileType = FORMATS[format];
      const blob = new Blob([mark, content], { type });
      return { blob, scene, pasted, text: typeof content === "string" ? content : undefined };
    };
    this.take(write());
  }

  /** Shows a file once it is made, unless it is discarded by then. */
  private take(file: Promise<Unsaved>): void {
    const made = () => {
      if (coming !== this.coming) return;
      const { value, problem } = coming;
      this.forget();
      this.made = value && { ...value, url: URL.createObjectURL(value.blob) };
      this.problem = problem;
      this.page.requestUpdate();
    };
    const coming = new Work(() => file, { changed: made });
    this.coming = coming;
    coming.start();
  }

  private forget(): void {
    if (this.made !== null) revokeLater(this.made.url);
    this.made = null;
    this.copied = null;
  }

  /**
   * Closes the dialog before it leaves the document, so that the focus returns to the element that
   * had it.
   */
  end(): void {
    this.dialog?.close();
    this.drop();
  }

  /** Discards the file and every message, and ends a recording. */
  private drop(): void {
    this.requestedFile = null;
    this.coming = null;
    this.problem = null;
    this.moving.stop();
    this.forget();
  }

  /** The reader has chosen something else, or to try again. */
  private restart(): void {
    this.drop();
    this.page.requestUpdate();
  }

  private async copy(made: Made): Promise<void> {
    try {
      if (made.pasted !== undefined) await copyRich(made.pasted, this.dialog as HTMLElement);
      else if (made.text !== undefined) await navigator.clipboard.writeText(made.text);
      else await navigator.clipboard.write([new ClipboardItem({ [made.blob.type]: made.blob })]);
      this.copied = "yes";
    } catch {
      this.copied = "no";
    }
    this.page.requestUpdate();
    // Below a tall preview the sentence about it would be out of sight.
    const told = () => this.dialog?.querySelector("[role=status]");
    requestAnimationFrame(() => told()?.scrollIntoView({ block: "nearest" }));
  }

  /** Opens the dialog as modal after rendering: before, it is not in the document. */
  private readonly open = (element: Element | undefined): void => {
    this.dialog = element instanceof HTMLDialogElement ? element : undefined;
    queueMicrotask(() => {
      if (this.dialog?.isConnected && !this.dialog.open) this.dialog.showModal();
    });
  };

  private get status(): string {
    const { text, copied, format } = this;
    if (format === "print") {
      const { preparing } = this.page.download;
      return preparing === null ? "" : say(text.preparing, preparing);
    }
    const said = format === "wechat" ? text.tapped : text;
    if (copied !== null) return copied === "yes" ? said.copied : said.notCopied;
    return SEALED ? text.sealed : "";
  }

  /** A canvas, because a strict Content-Security-Policy refuses images from blobs. */
  private canvas(offered: Offered, scene: Scene): TemplateResult {
    return html`<canvas
      class="taken"
      role="img"
      aria-label=${this.alt(offered)}
      data-transparent=${this.transparent}
      ${ref((element) => {
        if (element instanceof HTMLCanvasElement) paintFine(element, scene, this.family);
      })}
    ></canvas>`;
  }

  /** How far a recording is. */
  private recorded(length: number): TemplateResult {
    const { text, moving } = this;
    return html`<progress
      max=${2 * length}
      .value=${moving.done}
      aria-label=${text.moving.recording}
    ></progress>
      <span>${say(text.moving.progress, {
        done: Math.min(moving.done, length),
        all: length,
      })}</span>`;
  }

  /**
   * The button that begins a recording and stops it, and how far it is: were there two, the focus
   * would be lost with the one that goes.
   */
  private motion(offered: Offered, course: Course): TemplateResult {
    const { moving } = this.text;
    const { length } = course.names;
    const records = this.coming?.starting === true;
    const act = () => (records ? this.restart() : this.record(offered, course));
    return html`<div class="recording">
      ${records ? this.recorded(length) : nothing}
      <button
        type="button"
        class=${records ? "small" : ""}
        @click=${act}
      >${records ? moving.stop : say(moving.record, { pictures: length })}</button>
    </div>`;
  }

  /** The file, or how far it is; of a moving picture at first the button that begins it. */
  private preview(offered: Offered, course: Course | null): TemplateResult {
    const { text, problem, made } = this;
    const motion = course && this.motion(offered, course);
    if (problem !== null) {
      return html`<p class="problem" role="alert">${say(text.failed, { reason: problem })}</p>
        ${
          motion ??
          html`<button
            type="button"
            @click=${() => this.restart()}
          >${this.page.text.problems.tryAgain}</button>`
        }`;
    }
    if (made === null) return motion ?? html`<p class="note">${text.making}</p>`;
    // If copying is refused, an SVG is shown as text that the reader can select.
    const { blob, scene, frames, text: fileText = "" } = made;
    const refused = this.copied === "no" && fileText !== "";
    if (scene !== undefined && !refused) {
      return html`${this.canvas(offered, scene)}
        ${
          frames === undefined
            ? nothing
            : html`<p class="note">${say(text.moving.made, {
                pictures: frames,
                kilobytes: Math.ceil(blob.size / 1000),
              })}</p>`
        }`;
    }
    if (made.pasted !== undefined && !refused && !SEALED) {
      return html`<div class="tapped">${unsafeHTML(made.pasted.svg)}</div>`;
    }
    const cut = fileText.length > PREVIEW_LENGTH && !SEALED && !refused;
    const preview = cut ? `${fileText.slice(0, PREVIEW_LENGTH)} …` : fileText;
    // In a sealed frame the reader copies from a field, whose text is selected for that.
    if (this.format === "numpy" && !refused && !SEALED) {
      const program = html`<code>${markedPython(preview)}</code>`;
      return html`<pre class="python" tabindex="0" role="region" aria-label=${text.preview}>${program}</pre>`;
    }
    return copyText(text.preview, preview, 10);
  }

  /** Where a part is computed in C++; nothing where the document does not say it. */
  private core({ part }: Offered): TemplateResult | typeof nothing {
    const headers = headersOf(part);
    if (headers.length === 0) return nothing;
    const { core } = this.text;
    const { comma } = this.page.text.controlRows;
    // The headers are listed without their folders, which the document names: a phone's line is too
    // short for them.
    const listed = headers.flatMap((header, i): Span[] => {
      const name: Span = { kind: "code", text: header.replace(/.*\//, "") };
      return i === 0 ? [name] : [comma, name];
    });
    const guide = SEALED
      ? core.guide
      : html`<a href=${guideUrl()} download="attention-scale-cpp.md">${core.guide}</a>`;
    return html`<p class="note">${richText(core.headers, { headers: listed })} ${guide}</p>`;
  }

  private buttons({ id }: Offered) {
    const { format, page, text, made } = this;
    if (format === "print") {
      return html`<button
        type="button"
        ?disabled=${page.download.preparing !== null}
        @click=${() => page.download.print()}
      >${text.print}</button>`;
    }
    if (made === null) return nothing;
    const { url } = made;
    const { ending, file = `attention-scale-${id}.${ending}` }: FileType = FORMATS[format];
    return html`${
      SEALED
        ? nothing
        : html`<a
          class="button"
          href=${url}
          download=${file}
        >${text.save}</a>`
    }
      ${
        made.frames === undefined
          ? html`<button
            type="button"
            @click=${() => this.copy(made)}
          >${text.copy}</button>`
          : nothing
      }`;
  }

  /** Whether the picture has a code; where it can have none, the reason. */
  private codeChoice(offered: Offered): TemplateResult {
    const { problem } = this.codedLink(offered);
    if (problem !== null) return html`<p class="note">${problem}</p>`;
    return html`<label class="check"
      ><input type="checkbox" .checked=${live(this.hasCode)} @change=${() => {
        this.coded = !this.hasCode;
        this.page.requestUpdate();
      }} />
      ${this.text.codes.choice}</label
    >`;
  }

  /** The figure that is chosen; where the view does not offer it, the first that it does. */
  private figure(chosenId: string): Offered | undefined {
    const { figures } = this.page.download;
    return figures.find(({ id }) => id === chosenId) ?? figures[0];
  }

  /** The pictures of a moving one; null where the figure has none. */
  private course(offered: Offered): Course | null {
    return SEALED ? null : courseOf(offered, this.page);
  }

  private formatsOf(offered: Offered): readonly Format[] {
    const isOffered = (format: Format) => {
      if (format === "gif") return this.course(offered) !== null;
      if (format === "wechat") {
        return TAPPED.includes(offered.id) && this.page.attention.engine !== null;
      }
      if (format === "module") return offered.part === "opened";
      return !isProgram(format) || hasProgram(offered.part, offered.id);
    };
    return (Object.keys(FORMATS) as Format[]).filter(isOffered);
  }

  /**
   * Goes on once the page is rendered, and with it all figures that it offers: with a moving
   * picture, and with the file of what is chosen.
   * @param chosenId the figure that is chosen
   */
  follow(chosenId: string): void {
    this.moving.look();
    const offered = this.figure(chosenId);
    if (offered === undefined) return;
    if (!this.formatsOf(offered).includes(this.format)) this.format = "svg";
    const { format, transparent } = this;
    const chosen = `${offered.id} ${format} ${transparent} ${this.hasCode}`;
    // The host may change the figure, too.
    if (chosen !== this.chosen) this.restart();
    this.chosen = chosen;
    if (format !== "gif" && format !== "print") this.make(offered, format);
  }

  /** @param chosenId the figure that is chosen */
  render(chosenId: string): TemplateResult {
    const { text, page, format, transparent } = this;
    const { figures } = page.download;
    const offered = this.figure(chosenId);
    if (offered === undefined) return html``;
    const close = () => page.download.close();
    const torch = torchText(offered.part);
    const names = { ...FORMAT_NAMES, ...text.formats };
    return html`<dialog
      class="download"
      aria-labelledby="download-title"
      ${ref(this.open)}
      @close=${close}
    >
      <div class="dialog-head">
        <h2 id="download-title">${text.title}</h2>
        <button type="button" class="quiet" @click=${close}>${page.text.share.close}</button>
      </div>
      ${selectField({
        id: "download-figure",
        label: text.figure,
        value: offered.id,
        choose: (id) => page.download.open(id),
        options: figures.map(({ id, exported }) => [id, exported.title]),
      })}
      ${choice<Format>({
        name: "download-format",
        label: text.format,
        value: format,
        options: this.formatsOf(offered).map(
          (name) =>
            [name, name === "numpy" && torch !== undefined ? "PyTorch" : names[name]] as const,
        ),
        choose: (name) => {
          this.format = name;
          page.requestUpdate();
        },
      })}
      <p class="note">${
        format === "numpy" && torch !== undefined ? text.torch[torch] : richText(text.about[format])
      }</p>
      ${this.core(offered)}
      ${
        isPicture(format)
          ? html`<label class="check"
              ><input type="checkbox" .checked=${live(this.transparent)} @change=${() => {
                this.transparent = !transparent;
                page.requestUpdate();
              }} />
              ${text.transparent}</label
            >`
          : nothing
      }
      ${takesCode(format) ? this.codeChoice(offered) : nothing}
      <div>${
        format === "print"
          ? nothing
          : this.preview(offered, format === "gif" ? this.course(offered) : null)
      }</div>
      ${
        isPicture(format)
          ? html`<details class="numbers">
              <summary>${text.alt}</summary>
              <textarea
                readonly
                rows="3"
                aria-label=${text.alt}
                .value=${this.alt(offered)}
              ></textarea>
            </details>`
          : nothing
      }
      <div class="dialog-foot">
        ${this.buttons(offered)}
        <span role="status">${this.status}</span>
      </div>
    </dialog>`;
  }
}
