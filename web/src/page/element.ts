/** The page as an element, <attention-scale>: the state, the engine and the sections meet here. */

import { loadReasons, loadTakeAway } from "edition:later";
import {
  html,
  LitElement,
  nothing,
  type PropertyValues,
  type TemplateResult,
  unsafeCSS,
} from "lit";
import { ref } from "lit/directives/ref.js";
import chartsCss from "../../styles/charts.css?inline";
import controlsCss from "../../styles/controls.css?inline";
import figuresCss from "../../styles/figures.css?inline";
import pageCss from "../../styles/page.css?inline";
import printCss from "../../styles/print.css?inline";
import takeAwayCss from "../../styles/takeaway.css?inline";
import { Picture } from "../attention/picture.js";
import { requestOf, type SentenceAttention } from "../attention/sentence-attention.js";
import { calculatorHere, sharedCalculator } from "../attention/shared.js";
import { type Reading, readWords } from "../attention/words.js";
import type { Heatmap, Highlight } from "../draw/heatmap.js";
import { HeatmapFigure } from "../draw/heatmap-figure.js";
import { PALETTES, type Palette, type Tone } from "../draw/palette.js";
import { paletteCss } from "../draw/palette-css.js";
import { MANY_CELLS } from "../draw/scene.js";
import { finishPainting } from "../draw/scene-figure.js";
import type { AttentionScale as Public } from "../editions/embed-types.js";
import { reasonOf } from "../engine/reason.js";
import type { Offered, SharePieces, TakeAway } from "../export/index.js";
import { matrices, matricesMaps } from "../parts/matrices/section.js";
import type { Room } from "../parts/room.js";
import { fragmentFor } from "../state/address.js";
import {
  type Cell,
  type Hideable,
  type Junk,
  KEYS,
  type Language,
  LIMITS,
  REASONS,
  type Reason,
  readFragment,
  readValue,
  START,
  type State,
} from "../state/state.js";
import { TEXTS, type Text } from "../text/index.js";
import { anchorId } from "../ui/anchor.js";
import type { Draft } from "../ui/controls.js";
import { installMathFont } from "../ui/math-font.js";
import { controls, words } from "./controls.js";
import { header } from "./header.js";
import { failureNotice, notices } from "./notices.js";
import { FIGURES, type FigureName, type Page } from "./page.js";
import { silhouettes } from "./silhouettes.js";
import { stillPicture } from "./still-picture.js";
import { footer, lead, outputPart, reproduce, story, storyMaps, vectorsPart } from "./story.js";

/** An attribute that holds a whole state, as a link's fragment does; attributes of single keys count more. */
const STATE = "state";

/** Resample draws from these: short enough to read out, and enough of them. */
const SEEDS = 10_000;

/** The reasons are a script of their own, asked for when the reader comes near them. */
type ReasonSections = Awaited<ReturnType<typeof loadReasons>>;
const NEAR = "900px";
/** Milliseconds in which a browser draws what it was given. */
const FRAME = 16;
/** In as many steps what is below the first screen is drawn. */
const STEPS = 3;

/** The engine is asked for a little before the element is in sight. */
const SOON = "200px";

const languageOf = (tag: string): Language => (/^zh\b/i.test(tag) ? "zh" : "en");

/** Fired when the reader has changed something and rests; the state is in `detail`. */
export const CHANGE = "attention-scale-change";

export class AttentionScale extends LitElement implements Page, Public {
  static override styles = [
    unsafeCSS(paletteCss()),
    unsafeCSS(pageCss),
    unsafeCSS(controlsCss),
    unsafeCSS(figuresCss),
    unsafeCSS(chartsCss),
    unsafeCSS(takeAwayCss),
    unsafeCSS(printCss),
  ];

  static override get observedAttributes(): string[] {
    // biome-ignore lint/complexity/noThisInStatic: Lit finishes the class it is asked through, which must be this one
    return [...super.observedAttributes, STATE, ...KEYS];
  }

  /** The page is the element's own: its language and its address are. */
  ownPage = false;
  state: State = START;
  linked: State = START;
  junk: readonly Junk[] = [];
  reading: Reading = readWords(START.sentence, "en");
  failure: string | null = null;
  arithmetic: Page["arithmetic"] = null;
  shareLink: string | null = null;
  shareCopied = false;
  pieces: SharePieces | null = null;
  piecesProblem: string | null = null;
  more = false;

  private readonly picture = new Picture({
    changed: () => this.requestUpdate(),
    rested: () => {
      if (!this.changedByReader) return;
      this.changedByReader = false;
      this.dispatchEvent(new CustomEvent(CHANGE, { detail: { state: this.state } }));
    },
  });
  /** Since the last event: what the host sets by attributes is no news to it. */
  private changedByReader = false;
  /** What `reading` was read from. */
  private readFrom = "";
  private pointed: Cell | null = null;
  /**
   * How many steps of the page below its first screen are there. They wait for the figures: they would delay them, and be
   * pushed down by them, since their height is not known before. One a frame: all at once would be felt under the hand.
   */
  private below = 0;
  private goingOn = false;
  /** The answer that each table shows. */
  private readonly tables = new Map<FigureName, SentenceAttention>();
  /** Whether the section of the link has been scrolled to. */
  private scrolled = false;
  private readonly drafts = new Map<string, Draft>();
  private readonly figures = new Map<FigureName, HeatmapFigure>();
  private reasons: ReasonSections | "asked" | null = null;
  private reasonsProblem: string | null = null;
  private room: Room | null = null;
  /** What can be taken away of what is on screen, and the menu for it once it is open. */
  private readonly offers = new Map<string, Offered>();
  private offeredIn: State["view"] = "page";
  private takeAway: TakeAway | null = null;
  private taken: string | null = null;
  private takeProblem: string | null = null;
  /** The reader wants to print, as soon as everything is there. */
  private toPrint = false;
  private readonly sight = new IntersectionObserver(
    (entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) this.start();
    },
    { rootMargin: SOON },
  );
  private readonly hostLanguages = new MutationObserver(() => {
    if (!this.ownPage) this.requestUpdate();
  });
  private readonly nearness = new IntersectionObserver(
    (entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) this.askForReasons();
    },
    { rootMargin: NEAR },
  );
  private readonly night = globalThis.matchMedia("(prefers-color-scheme: dark)");
  /** Paper is light, whatever the theme. */
  private readonly paper = globalThis.matchMedia("print");
  private readonly mediaChanged = () => this.requestUpdate();
  /** The browser says so before it lays out the sheets; that the medium is paper, it says only after. */
  private toPaper = false;
  private readonly beforePrint = () => {
    this.toPaper = true;
    // What lies inside this script comes in time for the sheets. Experiments would take too long.
    this.askForReasons();
    this.requestUpdate();
  };
  private readonly afterPrint = () => {
    this.toPaper = false;
    this.requestUpdate();
  };

  // ---- what the sections read ----

  /** What was asked for; else that of the host around the element; else the browser's. */
  get language(): Language {
    return this.state.lang ?? languageOf(this.hostLanguage() ?? navigator.language);
  }

  private hostLanguage(): string | null {
    return this.ownPage ? null : (this.closest("[lang]")?.getAttribute("lang") ?? null);
  }

  get text(): Text {
    return TEXTS[this.language];
  }

  get tone(): Tone {
    if (this.printing) return "light";
    if (this.state.theme !== "auto") return this.state.theme;
    return this.night.matches ? "dark" : "light";
  }

  get palette(): Palette {
    return PALETTES[this.tone];
  }

  get printing(): boolean {
    return this.toPaper || this.paper.matches;
  }

  get result(): SentenceAttention | null {
    return this.picture.result;
  }

  get settled(): SentenceAttention | null {
    return this.picture.settled;
  }

  tabled(name: FigureName): SentenceAttention | null {
    return this.tables.get(name) ?? null;
  }

  get computeProblem(): string | null {
    return this.picture.problem;
  }

  get computing(): boolean {
    return this.picture.pending;
  }

  /** True where pictures and tables answer the last request. */
  private get complete(): boolean {
    return this.picture.complete && this.tablesBehind().length === 0;
  }

  get pointing(): boolean {
    return this.pointedCell !== null || this.lockedCell !== null;
  }

  get cell(): Cell {
    const { result } = this;
    if (result === null) return { row: 0, col: 0 };
    const row = result.change.largest;
    return this.pointedCell ?? this.lockedCell ?? { row, col: result.unscaled.peakIndex[row] ?? 0 };
  }

  shows(part: Hideable): boolean {
    return !this.state.hide.has(part);
  }

  draft(key: string): Draft | undefined {
    return this.drafts.get(key);
  }

  figure(name: FigureName): HeatmapFigure {
    let figure = this.figures.get(name);
    if (figure === undefined) {
      figure = new HeatmapFigure({
        point: (cell) => this.point(name, cell),
        lock: (cell) => this.lock(name, cell),
      });
      this.figures.set(name, figure);
    }
    return figure;
  }

  // ---- what the sections ask for ----

  set(change: Partial<State>): void {
    for (const key of Object.keys(change)) this.dropDrafts(key);
    this.change(change);
  }

  draftRight(key: string, text: string, change: Partial<State>): void {
    this.drafts.set(key, { text, problem: null });
    this.change(change);
  }

  draftWrong(key: string, text: string, problem: string): void {
    this.drafts.set(key, { text, problem });
    this.requestUpdate();
  }

  commitDraft(key: string): void {
    if (this.drafts.get(key)?.problem !== null) return;
    this.drafts.delete(key);
    this.requestUpdate();
  }

  resample(): void {
    this.set({ seed: Math.min(LIMITS.seed.most, Math.floor(Math.random() * SEEDS)) });
  }

  /** The start, but for how and where the page is shown. */
  reset(): void {
    const { lang, theme, view, hide } = this.state;
    this.drafts.clear();
    this.change({ ...START, lang, theme, view, hide });
  }

  share(): void {
    const fragment = fragmentFor({ ...this.state, at: null });
    this.shareLink = location.href.replace(/#.*$/, "") + (fragment === "" ? "" : `#${fragment}`);
    this.shareCopied = false;
    this.requestUpdate();
    this.piecesProblem = null;
    loadTakeAway().then(
      ({ SharePieces: Pieces }) => {
        this.pieces ??= new Pieces(this, () => this.requestUpdate());
        this.requestUpdate();
      },
      (error: unknown) => {
        this.piecesProblem = reasonOf(error);
        this.requestUpdate();
      },
    );
    // Not every host allows the clipboard; the link stands there to be copied by hand.
    navigator.clipboard?.writeText(this.shareLink).then(
      () => {
        this.shareCopied = true;
        this.requestUpdate();
      },
      () => undefined,
    );
  }

  closeShare(): void {
    this.shareLink = null;
    this.requestUpdate();
    // The button that closed it goes.
    this.renderRoot.querySelector<HTMLElement>("button.share")?.focus();
  }

  offer(figure: Offered): void {
    this.offers.set(figure.id, figure);
  }

  take(id: string | null): void {
    this.taken = id ?? "";
    this.takeProblem = null;
    this.requestUpdate();
    if (this.takeAway !== null) return;
    loadTakeAway().then(
      ({ TakeAway: Menu }) => {
        const changed = () => this.requestUpdate();
        this.takeAway ??= new Menu(this, changed, () => this.closeTakeAway());
        changed();
      },
      (error: unknown) => {
        this.takeProblem = reasonOf(error);
        this.requestUpdate();
      },
    );
  }

  print(): void {
    this.toPrint = true;
    this.requestUpdate();
  }

  get preparing(): Page["preparing"] {
    return this.toPrint ? (this.room?.studied ?? { ended: 0, all: 0 }) : null;
  }

  /** Loads and computes what was never in sight, and then prints; or goes back, where the reader no longer wants to. */
  private prepare(): void {
    this.room?.seeEverything(this.toPrint);
    if (!this.toPrint) return;
    const { view } = this.state;
    if (view !== "matrices" && this.reasonsProblem === null) this.askForReasons();
    const { ended, all } = this.room?.studied ?? { ended: 0, all: 0 };
    const loaded = view === "matrices" || this.room !== null || this.reasonsProblem !== null;
    const failed = this.failure !== null || (this.computeProblem !== null && !this.computing);
    if (!loaded || !(this.complete || failed) || ended < all) return;
    this.closeTakeAway();
    // Experiments that have ended stay as they are. The menu is gone before the paper is laid out.
    this.updateComplete.then(() => globalThis.print());
  }

  private closeTakeAway(): void {
    this.taken = null;
    this.takeProblem = null;
    this.toPrint = false;
    this.takeAway?.end();
    this.requestUpdate();
  }

  dismissJunk(): void {
    this.junk = [];
    this.requestUpdate();
  }

  toggleMore(): void {
    this.more = !this.more;
    this.requestUpdate();
  }

  /** Shows a state that came from outside, a link or the history, with what was not understood in it. */
  restore(state: State, junk: readonly Junk[]): void {
    // The menu offers the figures of the view that is left.
    if (this.taken !== null && state.view !== this.state.view) this.closeTakeAway();
    this.state = state;
    this.junk = junk;
    this.scrolled = false;
    this.drafts.clear();
    this.changedByReader = false;
    this.requestUpdate("state");
  }

  /** Tries again whatever has failed. */
  retry(): void {
    if (this.failure !== null) {
      this.failure = null;
      this.start();
    }
    if (this.computeProblem !== null) this.picture.retry();
    if (this.reasonsProblem !== null) this.askForReasons();
    if (this.takeProblem !== null) this.take(this.taken);
    if (this.piecesProblem !== null) this.share();
    this.room?.retry();
    this.requestUpdate();
  }

  // ---- inside ----

  /** A cell may outlive its word: a link can name any, and the sentence can change under a resting pointer. */
  private within(cell: Cell | null): Cell | null {
    const count = this.result?.request.words.length ?? 0;
    return cell !== null && cell.row < count && cell.col < count ? cell : null;
  }

  private get lockedCell(): Cell | null {
    return this.within(this.state.cell);
  }

  private get pointedCell(): Cell | null {
    return this.within(this.pointed);
  }

  private dropDrafts(key: string): void {
    for (const draft of this.drafts.keys()) {
      if (draft === key || (key === "x" && draft.startsWith("x"))) this.drafts.delete(draft);
    }
  }

  private change(change: Partial<State>): void {
    const moves = "sentence" in change || "vectors" in change;
    // The link leads to a section only until the reader goes on.
    this.state = { ...this.state, at: null, ...(moves ? { cell: null } : {}), ...change };
    this.scrolled = false;
    this.shareLink = null;
    this.changedByReader = true;
    this.requestUpdate("state");
    this.picture.rest();
  }

  /** Where words stand on both sides a cell is a pair of words; X and Z have coordinates on one. */
  private isPair(name: FigureName): boolean {
    return name === "scores" || name === "unscaled" || name === "scaled";
  }

  private point(name: FigureName, cell: Cell | null): void {
    if (!this.isPair(name)) return;
    const same = cell?.row === this.pointed?.row && cell?.col === this.pointed?.col;
    if (same) return;
    this.pointed = cell;
    this.requestUpdate();
  }

  private lock(name: FigureName, cell: Cell | null): void {
    if (!this.isPair(name)) return;
    this.pointed = null;
    this.set({ cell });
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.night.addEventListener("change", this.mediaChanged);
    this.paper.addEventListener("change", this.mediaChanged);
    globalThis.addEventListener("beforeprint", this.beforePrint);
    globalThis.addEventListener("afterprint", this.afterPrint);
    this.hostLanguages.observe(document, {
      ...{ subtree: true, attributes: true, attributeFilter: ["lang"] },
    });
    if (this.ownPage) this.start();
    else this.sight.observe(this);
  }

  /** Loads the engine and computes: not before the element comes into sight. */
  start(): void {
    this.sight.disconnect();
    installMathFont();
    const here = calculatorHere();
    // Then the first rendering has the answer already.
    if (here !== null) {
      this.picture.connect(here);
      return;
    }
    sharedCalculator().then(
      (calculator) => {
        if (this.isConnected) this.picture.connect(calculator);
        else calculator.end();
      },
      (error: unknown) => {
        this.failure = reasonOf(error);
        this.requestUpdate();
      },
    );
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.night.removeEventListener("change", this.mediaChanged);
    this.paper.removeEventListener("change", this.mediaChanged);
    globalThis.removeEventListener("beforeprint", this.beforePrint);
    globalThis.removeEventListener("afterprint", this.afterPrint);
    this.picture.stop();
    this.nearness.disconnect();
    this.sight.disconnect();
    this.hostLanguages.disconnect();
    this.takeAway?.end();
    this.taken = null;
    this.toPrint = false;
    this.room?.end();
    this.room = null;
  }

  /** Style sheets belong to a document; one that is moved to another, and each time it is moved back, takes its own along. */
  adoptedCallback(): void {
    const { defaultView } = this.ownerDocument;
    const root = this.renderRoot;
    if (defaultView === null || !(root instanceof ShadowRoot)) return;
    root.adoptedStyleSheets = AttentionScale.elementStyles.map((style) => {
      const sheet = new defaultView.CSSStyleSheet();
      sheet.replaceSync(String(style));
      return sheet;
    });
  }

  override attributeChangedCallback(
    name: string,
    before: string | null,
    value: string | null,
  ): void {
    super.attributeChangedCallback(name, before, value);
    if (before === value) return;
    if (name === STATE) this.readWhole(value ?? "");
    const key = KEYS.find((known) => known === name);
    if (key !== undefined) this.readAttribute(key, value);
    this.requestUpdate("state");
  }

  /** The attribute "state" holds a whole fragment. What has an attribute of its own goes by that. */
  private readWhole(fragment: string): void {
    const { state, junk } = readFragment(fragment);
    this.state = state;
    this.junk = junk;
    for (const key of KEYS) {
      const value = this.getAttribute(key);
      if (value !== null) this.readAttribute(key, value);
    }
  }

  private readAttribute(key: keyof State, value: string | null): void {
    const without = () => readFragment(this.getAttribute(STATE) ?? "").state[key];
    const read = value === null ? without() : readValue(key, value);
    this.junk = this.junk.filter((junk) => junk.key !== key);
    if (read === undefined) this.junk = [...this.junk, { key, value: value ?? "", known: true }];
    else this.state = { ...this.state, [key]: read };
  }

  protected override willUpdate(): void {
    this.read();
    this.compute();
    if (!this.picture.resting) this.linked = this.state;
    this.fillTables();
    this.arithmetic = this.picture.arithmetic(this.cell);
  }

  /** Tables of thousands of cells follow one an update: all together they would hold up the page. */
  private fillTables(): void {
    const { settled, picture, printing } = this;
    if (settled === null) return;
    const large = settled.request.words.length ** 2 >= MANY_CELLS;
    const all = !large || printing || this.tables.size === 0;
    // The hand has moved on: they follow when it rests again.
    if (!all && picture.resting) return;
    const behind = this.tablesBehind();
    const pair = behind.findIndex((name) => this.isPair(name));
    for (const name of all || pair < 0 ? behind : behind.slice(pair, pair + 1)) {
      this.tables.set(name, settled);
    }
  }

  private tablesBehind(): FigureName[] {
    const { settled } = this;
    return settled === null ? [] : FIGURES.filter((name) => this.tables.get(name) !== settled);
  }

  /** Words are read anew only for a new sentence: a pasted book takes a while. */
  private read(): void {
    const source = `${this.language} ${this.state.sentence}`;
    if (source === this.readFrom) return;
    this.readFrom = source;
    this.reading = readWords(this.state.sentence, this.language);
  }

  /** Asks for the picture of the state. A sentence that cannot be read leaves the last good one's words. */
  private compute(): void {
    const { reading, state, picture } = this;
    const lastGood = () => picture.words ?? readWords(START.sentence, "en").words;
    const words = reading.problem === null ? reading.words : lastGood();
    if (picture.ask(requestOf(state, words))) this.removeAttribute("data-ready");
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    this.setAttribute("data-tone", this.tone);
    this.draw();
    this.room?.draw();
    this.prepare();
    if (this.complete) {
      // Ready is what shows the newest answer everywhere. Later a hand that points is followed in turns.
      if (!this.hasAttribute("data-ready")) finishPainting();
      this.setAttribute("data-ready", "true");
      this.goOnBelow();
    } else if (!this.picture.resting && this.tablesBehind().length > 0) {
      setTimeout(() => this.requestUpdate(), FRAME);
    }
    this.scrollToSection();
  }

  /** Draws what is below the first screen, once that has had its frame, and then each step. */
  private goOnBelow(): void {
    if (this.below === STEPS || this.goingOn) return;
    this.goingOn = true;
    setTimeout(() => {
      this.goingOn = false;
      this.below += 1;
      this.requestUpdate();
    }, FRAME);
  }

  /** To the section of the link, once the sections above it have their height. */
  private scrollToSection(): void {
    const settled = this.failure !== null || (this.result !== null && this.below === STEPS);
    if (this.scrolled || !settled || this.state.at === null) return;
    const section = this.renderRoot.querySelector(`#${anchorId(this.state.at)}`);
    // A reason may still be on its way.
    if (section === null && this.reasons === "asked") return;
    this.scrolled = true;
    section?.scrollIntoView();
  }

  private draw(): void {
    const { result, palette } = this;
    if (result === null) return;
    const kind =
      this.pointedCell !== null ? "pointed" : this.lockedCell !== null ? "locked" : "finding";
    const highlight: Highlight = { ...this.cell, kind };
    const maps: Partial<Record<FigureName, Heatmap>> = {
      ...matricesMaps(this, result),
      ...storyMaps(result),
    };
    for (const name of FIGURES) {
      const heatmap = maps[name];
      if (heatmap === undefined) continue;
      const lit = this.isPair(name) ? highlight : null;
      this.figure(name).draw({ heatmap, palette, highlight: lit, whole: this.printing });
    }
  }

  // ---- the reasons ----

  private askForReasons(): void {
    if (this.reasons !== null || this.state.view === "matrices") return;
    this.reasons = "asked";
    this.reasonsProblem = null;
    loadReasons().then(
      (sections) => {
        this.reasons = sections;
        this.requestUpdate();
      },
      (error: unknown) => {
        // Asked for again when the reader comes near once more.
        this.reasons = null;
        this.reasonsProblem = reasonOf(error);
        this.requestUpdate();
      },
    );
  }

  /** For Lit's ref directive on what stands in for the reasons until they come. */
  private readonly watchNear = (element: Element | undefined): void => {
    this.nearness.disconnect();
    if (element !== undefined) this.nearness.observe(element);
  };

  private reasonsPart(which: readonly Reason[]): TemplateResult {
    const { reasons } = this;
    const { view, at } = this.state;
    if (reasons === null || reasons === "asked") {
      const problem = this.reasonsProblem;
      const wanted = view !== "page" || REASONS.some((reason) => reason === at);
      if (wanted && problem === null) this.askForReasons();
      return html`<div class="reasons-to-come" ${ref(this.watchNear)}>
        <p class="note on-paper">${this.text.reasons.missing}</p>
        ${problem === null ? nothing : failureNotice(this, [this.text.problems.compute(problem)])}
      </div>`;
    }
    this.room ??= new reasons.Room(this, () => this.requestUpdate());
    const { room } = this;
    return html`${which.map((reason) => reasons.reason(room, reason))}`;
  }

  private takeAwayMenu(): TemplateResult | typeof nothing {
    const { takeAway, taken, takeProblem } = this;
    if (takeProblem !== null)
      return html`<div class="in-sight">${failureNotice(
        this,
        [this.text.take.failed(takeProblem)],
        () => this.closeTakeAway(),
      )}</div>`;
    if (takeAway === null || taken === null) return nothing;
    return takeAway.render([...this.offers.values()], taken, (id) => this.take(id));
  }

  protected override render(): TemplateResult {
    const { view } = this.state;
    if (view !== this.offeredIn) {
      this.offers.clear();
      // What is rendered anew offers its figures anew.
      this.room?.renderAnew();
    }
    this.offeredIn = view;
    const steps = view !== "page" ? 0 : this.failure !== null ? STEPS : this.below;
    const whole = steps === STEPS;
    return html`<div class="page" lang=${this.language} data-tone=${this.tone}>
      ${header(this)} ${notices(this)}
      <main>
        ${this.failure === null ? this.first() : stillPicture(this)}
        ${steps >= 1 ? html`${lead(this)} ${vectorsPart(this)}` : nothing}
        ${steps >= 2 ? story(this) : nothing}
        ${whole && this.failure === null ? this.reasonsPart(REASONS) : nothing}
        ${whole ? reproduce(this) : nothing}
      </main>
      ${whole || view !== "page" ? footer(this) : nothing} ${this.takeAwayMenu()}
    </div>`;
  }

  /** Where nothing can be computed there is nothing to set either: then a picture stands in for all of this. */
  private first(): TemplateResult {
    const { view } = this.state;
    const alone = REASONS.find((reason) => reason === view);
    const first = html`${controls(this)} ${words(this)} ${this.result === null ? stillPicture(this) : nothing}`;
    if (alone !== undefined) return html`${first} ${this.reasonsPart([alone])}`;
    if (view !== "page")
      return html`${first} ${matrices(this)} ${this.result === null ? nothing : outputPart(this)}`;
    return html`${first} ${matrices(this)} ${this.below > 0 ? html`${silhouettes(this)} ${outputPart(this)}` : nothing}`;
  }
}

/** Turns the elements that stand in the document into this, and those that are still to come. */
export function defineElement(): void {
  if (customElements.get("attention-scale") === undefined) {
    customElements.define("attention-scale", AttentionScale);
  }
}
