/**
 * The page as an element, <attention-scale>: holds the state, and composes its controllers and
 * sections.
 */

import { html, LitElement, noChange, nothing, type TemplateResult } from "lit";
import { PALETTES, type Palette } from "../draw/palette.js";
import { reasonOf } from "../engine/reason.js";
import { outputPart } from "../first-chapter/output.js";
import { startsOpen, wordList } from "../page/controls.js";
import { FieldDrafts } from "../page/field-drafts.js";
import { LatestAttention } from "../page/latest-attention.js";
import { Motion } from "../page/motion.js";
import {
  computeNotice,
  notices,
  type StillPictures,
  sayFailure,
  standIn,
} from "../page/notices.js";
import type { Page } from "../page/page.js";
import { Pointing } from "../page/pointing.js";
import { Tables } from "../page/tables.js";
import { matrices } from "../parts/matrices/first.js";
import { fragmentOf } from "../state/address.js";
import {
  changed,
  chapterOf,
  chapterStart,
  firstSentence,
  inItsChapter,
  viewOmits,
} from "../state/chapters.js";
import {
  type Hideable,
  type Junk,
  type Language,
  LIMITS,
  type NumberKey,
  START,
  type State,
} from "../state/state.js";
import { TEXTS, type Text } from "../text/index.js";
import { wordsReady } from "../text/words.js";
import { HeatmapFigures, SentenceReader } from "./answers.js";
import { chapterEnds, contents, footer, header } from "./around.js";
import type { Attributes } from "./attributes.js";
import { Download } from "./download.js";
import { FollowingBar } from "./following-bar.js";
import type { Guest } from "./guest.js";
import type { HostTheme } from "./host-theme.js";
import { KeptFocus } from "./kept-focus.js";
import { LATER_STEPS, LaterContent } from "./later-content.js";
import { laterScript } from "./later-script.js";
import type { AttentionScale as Public } from "./public.js";
import { ShareBox } from "./share-box.js";
import { addScript, adoptStyles } from "./styles.js";
import { Surroundings } from "./surroundings.js";
import { showUntranslated } from "./translated.js";

/**
 * Fired when the reader has changed something and the change has settled; the state is in `detail`.
 */
export const CHANGE = "attention-scale-change";

/** Whether it is a change as of a slider: numbers become others. */
const isOfNumbers = (change: Partial<State>): boolean =>
  Object.keys(change).every((key) => LIMITS[key as NumberKey] !== undefined);

const laterTask = () => new Promise((resolve) => setTimeout(resolve));

export class AttentionScale extends LitElement implements Page, Public {
  /** Lit renders what is handed over, also where that was before the element was defined. */
  static override properties = { tensors: { attribute: false } };

  static override get observedAttributes(): string[] {
    // biome-ignore lint/complexity/noThisInStatic: Lit finishes the class it is asked through, which must be this one
    return [...super.observedAttributes, ...(AttentionScale.guest?.attributes ?? [])];
  }

  /** null: the element is in a document of its own alone. */
  static guest: Guest | null = null;
  /**
   * The package's version; guests set it, and another script of ours passes its own to
   * `reportVersion`.
   */
  static version?: string;
  static reportVersion?: (version: string) => void;

  /** Shown where the engine cannot start and the document brings no picture, by language. */
  static stillPictures: StillPictures = {};

  declare tensors: Public["tensors"];
  ownPage = false;
  hosted = false;
  asks = false;
  seen = true;
  /**
   * Behind the accessor, for which an element in a page of others has a setter of its own: see
   * addProperties in guest.ts.
   */
  private shownState: State = AttentionScale.guest?.start ?? START;
  junk: readonly Junk[] = [];
  more = false;
  origin: State | null = null;
  landed: State = START;
  private readonly content = document.createElement("slot");
  /** The language of the words that are there. */
  private spoken: Language | null = null;
  /** Why those of the language of the page are not there. */
  private unspoken: string | null = null;
  /**
   * Whether the reader has changed the state since the last event: changes by attributes are no
   * news to the host.
   */
  private changedByReader = false;

  readonly motion = new Motion();
  readonly attention = new LatestAttention(
    () => {
      // The next frame renders what follows an answer that has come between two.
      if (this.motion.movement) this.figures.hostUpdated();
      else this.requestUpdate();
    },
    () => {
      this.motion.end();
      this.tellHost();
    },
  );
  readonly drafts = new FieldDrafts(this);
  private readonly exports = laterScript(this, () => import("../export/index.js"));
  readonly sharing = new ShareBox(this, this.exports);
  // Lit calls the controllers in this order: each reads only those above it.
  readonly surroundings = new Surroundings(this, () => this.laterContent.load());
  readonly hostTheme: HostTheme | null = AttentionScale.guest?.hostTheme(this) ?? null;
  private readonly given: Attributes | null = AttentionScale.guest?.attributesOf(this) ?? null;
  readonly answers = new SentenceReader(this);
  readonly pointer = new Pointing(this);
  readonly figures = new HeatmapFigures(this);
  readonly tables = new Tables(this);
  private readonly laterContent = new LaterContent(this);
  private readonly bar = new FollowingBar(this, () => this.laterContent.bar);
  readonly download = new Download(this, this.laterContent, this.exports);
  // The last one: those above may move the focus themselves.
  readonly keptFocus = new KeptFocus(this);

  get state(): State {
    return this.shownState;
  }
  /** A state that is set is rendered. */
  private setState(state: State): void {
    this.shownState = state;
    this.requestUpdate();
  }
  get language(): Language {
    return this.surroundings.language;
  }
  get text(): Text {
    return TEXTS[this.language];
  }
  get palette(): Palette {
    const palette = PALETTES[this.surroundings.tone];
    return this.hostTheme?.palette(palette) ?? palette;
  }
  get firstSentence(): string {
    return this.ownPage ? firstSentence(this.language) : START.sentence;
  }
  shows(part: Hideable): boolean {
    return !this.state.hide.has(part) && !viewOmits(this.state, part);
  }
  set(change: Partial<State>): void {
    for (const key of Object.keys(change)) this.drafts.drop(key);
    this.change(change);
  }
  enlarge(figure: string): void {
    this.origin = this.state;
    this.set({ figure, present: "on" });
    void this.fillScreen();
  }
  async fillScreen(): Promise<void> {
    const whole = this.ownPage ? document.documentElement : this;
    try {
      await whole.requestFullscreen?.();
      // A reader can leave the figure before the browser has changed to the full screen.
      if (this.state.present === "off") await document.exitFullscreen();
    } catch {
      // Where there is no full screen the figure fills the window.
    }
  }
  /**
   * Returns to the start, in the same language, theme and view, with the same parts hidden and the
   * same folds open; questions stay asked or not.
   */
  reset(): void {
    const { lang, theme, view, hide, open, asked } = this.state;
    const start = { ...START, lang, theme, view, hide, open, asked };
    const chapter = chapterStart(start);
    const sentence = chapter.sentence === START.sentence ? this.firstSentence : chapter.sentence;
    this.drafts.clear();
    this.change({ ...start, ...chapter, sentence });
  }
  dismissJunk(): void {
    this.junk = [];
    this.requestUpdate();
  }
  toggleMore(): void {
    this.more = !this.more;
    this.requestUpdate();
  }
  retry(): void {
    for (const each of [this.attention, this.laterContent, this.exports]) each.retry();
    this.requestUpdate();
  }

  /** Changes the state, and keeps what is typed into fields. */
  change(change: Partial<State>): void {
    const moves = "sentence" in change || "vectors" in change;
    // The link leads to a section only until the next change; a new sentence has other cells.
    const before = { ...this.state, at: null, ...(moves ? { cell: null } : {}) };
    this.setState(changed(before, change, this.firstSentence));
    if (change.at) this.landed = this.state;
    if (this.hasUpdated && this.attention.settling && isOfNumbers(change)) {
      this.motion.begin(() => this.requestUpdate());
    } else this.motion.end();
    this.changedByReader = true;
    this.laterContent.awaitSection();
    this.attention.awaitSettling();
  }

  private tellHost(): void {
    if (!this.changedByReader) return;
    this.changedByReader = false;
    this.dispatchEvent(new CustomEvent(CHANGE, { detail: { state: this.state } }));
  }

  /** Shows a state from a link or the history, and tells what was not understood in it. */
  restore(state: State, junk: readonly Junk[]): void {
    this.origin = null;
    this.drafts.clear();
    this.laterContent.awaitSection();
    this.changedByReader = false;
    this.show(inItsChapter(state), junk);
  }

  /** Shows a state that the reader has not set. */
  private show(state: State, junk: readonly Junk[]): void {
    this.download.leave(state.view);
    const opened = startsOpen(this);
    this.motion.end();
    this.setState(state);
    this.landed = state;
    if (!opened && startsOpen(this)) this.more = true;
    this.junk = junk;
  }

  report(wrong: Junk): void {
    this.junk = [...this.junk.filter(({ key }) => key !== wrong.key), wrong];
    this.requestUpdate();
  }

  addressOf(state: State): string {
    const { guest } = AttentionScale;
    const linkedState = inItsChapter({ ...(guest?.forPage(state) ?? state), figure: "" });
    const file = this.hosted ? chapterOf(linkedState.view)?.file : undefined;
    const here = file === undefined ? location.href : new URL(file, location.href).href;
    return `${(guest?.home(this) ?? here).replace(/#.*$/, "")}#${fragmentOf(linkedState)}`;
  }

  /** Until the first rendering has succeeded a slot keeps the author's content on screen. */
  protected override createRenderRoot(): ShadowRoot {
    const root = this.shadowRoot ?? this.attachShadow({ mode: "open" });
    adoptStyles(root, this.ownerDocument);
    root.append(this.content);
    return root;
  }

  protected override performUpdate(): void {
    try {
      super.performUpdate();
    } catch (error) {
      const { content } = this;
      // An update that fails is followed by others.
      if (content.isConnected && content.previousSibling === null) {
        content.before(sayFailure(this.text, error));
      }
      throw error;
    }
    if (this.hasUpdated && this.seen) this.content.remove();
  }

  /**
   * Renders the page for the first time, behind the picture of the document: what needs no engine
   * while that is on its way, then its answer, each in a task of its own; and in a later one, when
   * the browser has laid them out, draws the figures and shows the page. On a slow phone a single
   * task would keep the page from answering for half a second.
   * @param answerable when the engine runs, or is not waited for any longer
   */
  async openUnseen(answerable: Promise<unknown>): Promise<void> {
    this.seen = false;
    await answerable;
    // Where the rendering fails it has said so.
    await this.updateComplete.catch(() => undefined);
    await laterTask();
    this.seen = true;
    this.requestUpdate();
  }

  /**
   * The document may change before the element has ever been in one: a template's content is
   * another document.
   */
  adoptedCallback(): void {
    if (this.shadowRoot !== null) adoptStyles(this.shadowRoot, this.ownerDocument);
  }

  override attributeChangedCallback(name: string, old: string | null, value: string | null): void {
    super.attributeChangedCallback(name, old, value);
    if (old === value || this.given === null) return;
    const { state, junk, keys } = this.given.follow(name, this);
    for (const key of keys) this.drafts.drop(key);
    if (keys.has("at")) this.laterContent.awaitSection();
    this.show(state, junk);
  }

  /**
   * The words of another language come first. Where none are missing the first rendering waits for
   * no promise.
   */
  protected override async scheduleUpdate(): Promise<void> {
    const { language, laterContent } = this;
    if (language !== this.spoken) {
      const words = wordsReady(language);
      // The parts are on their way meanwhile, but the first rendering does not wait for their words.
      if (laterContent.hasParts) laterContent.load();
      try {
        if (words !== null) await words;
        this.spoken = language;
        addScript(this.renderRoot, language);
        this.unspoken = null;
      } catch (error) {
        // The sentences that were set before stay.
        this.unspoken = reasonOf(error);
      }
    }
    // To define the element, or to start the engine, was the task before.
    if (!this.seen) await laterTask();
    super.scheduleUpdate();
  }

  /**
   * Out of the document nothing is rendered: it would begin what `disconnectedCallback` has ended,
   * and nothing would end it.
   */
  protected override shouldUpdate(): boolean {
    return this.isConnected;
  }

  /** The state that the element starts with is set by then, by a link or by attributes. */
  protected override willUpdate(): void {
    if (!this.hasUpdated) this.more = startsOpen(this);
  }

  protected override updated(): void {
    if (!this.motion.movement) showUntranslated(this.renderRoot);
  }

  /** Whether the path of three minutes stands in place of the first chapter. */
  private get onPath(): boolean {
    const { path, view } = this.state;
    return this.ownPage && path !== "off" && view === "page";
  }

  /** The controls, the words, and the part that the view shows. */
  private firstScreen(): TemplateResult {
    const { view } = this.state;
    const { laterContent } = this;
    const answered = this.attention.result !== null;
    const first = html`${this.bar.renderHome()}
      ${viewOmits(this.state, "sentence") ? nothing : wordList(this)}
      ${answered ? nothing : standIn(this)}`;
    if (laterContent.hasParts) return html`${first} ${laterContent.render()}`;
    if (view === "page") {
      const below = laterContent.renderBelowFinding();
      return html`${first} ${matrices(this, below, laterContent.showsAllMatrices)}`;
    }
    return html`${first} ${matrices(this)} ${answered ? outputPart(this) : nothing}`;
  }

  /** What stands first: the still picture where nothing is computed, or what the view shows. */
  private main(): unknown {
    const { figure, present } = this.state;
    if (this.attention.failure !== null) return standIn(this, AttentionScale.stillPictures);
    if (this.onPath) return this.laterContent.renderPath();
    if (figure === "" && present === "off") return this.firstScreen();
    return this.laterContent.renderSingleFigure();
  }

  protected override render(): TemplateResult | typeof noChange {
    const { movement } = this.motion;
    if (movement) {
      movement.follow();
      return noChange;
    }
    const { view } = this.state;
    const failed = this.attention.failure !== null;
    const steps = failed ? LATER_STEPS : this.laterContent.steps;
    const first = view === "page" && !this.onPath ? steps : 0;
    const chapter = chapterOf(view) !== undefined;
    return html`<div
      class="page"
      lang=${this.language}
      data-tone=${this.surroundings.tone}
      ?data-unseen=${!this.seen}
    >
      ${this.bar.render()}
      ${header(this)}
      ${contents(this)}
      ${notices(this)}
      ${computeNotice(this, this.unspoken)}
      <main>
        ${this.main()}
        ${first > 1 ? this.laterContent.renderFirstChapter(first) : nothing}
      </main>
      ${steps === LATER_STEPS || !chapter ? html`${chapterEnds(this)} ${footer(this)}` : nothing}
      ${this.download.render()}
    </div>`;
  }
}

/** Defines the element: those in the document are upgraded, as are later ones. */
export function defineElement(): void {
  if (customElements.get("attention-scale") === undefined) {
    customElements.define("attention-scale", AttentionScale);
  }
}
