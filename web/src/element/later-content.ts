/**
 * The page below its first screen, added in steps once the figures are painted: earlier it would
 * delay them, and they would push it down, since their height is not known before. One step a
 * frame, so that no frame is long. The parts are a script of their own, which is loaded for the
 * views that have parts.
 */
import { html, nothing, type TemplateResult } from "lit";
import { entryOf } from "../memo.js";
import { anchorId } from "../page/anchor.js";
import type { BarSettings } from "../page/bar-settings.js";
import { Controller } from "../page/controller.js";
import type { Landing } from "../page/landing.js";
import { computeNotice, standIn } from "../page/notices.js";
import { FRAME } from "../page/table-turns.js";
import type { Sections } from "../parts/sections.js";
import { chapterNameOf, chapterOf, partsOf } from "../state/chapters.js";
import { LATER_PARTS, type LaterPart, type View } from "../state/state.js";
import { closingOf, fetchWords } from "../text/words.js";
import { type LaterScript, laterScript } from "./later-script.js";

/**
 * How many steps there are: on a narrow page what stands below its first screen, what stands below
 * the finding, the outputs, the vectors, scores and weights, and the end of the first chapter.
 */
export const LATER_STEPS = 6;

/** As wide as a narrow page of the style sheets. */
const NARROW = "(width < 620px)";

/**
 * How the page grows:
 * - "waiting" until the figures above answer the last request, and no script is on its way that
 *   would change the height of what is there;
 * - then "adding": a frame later there is one step more;
 * - then "waiting" for the next one, or "whole" after the last.
 */
type Growth = "waiting" | "adding" | "whole";

/**
 * Where the page is still to scroll to:
 * - "section": the one of the link, if it names one, once all that stands above it is there;
 * - "top": its own start, with the next update, since it shows another view;
 * - "none" once it is there.
 */
type Destination = "section" | "top" | "none";

export class LaterContent extends Controller {
  /** How many steps are on the page. A wide page shows all matrices in its first screen. */
  steps = globalThis.matchMedia(NARROW).matches ? 0 : 1;
  private growth: Growth = "waiting";
  private destination: Destination = "section";
  private landing: Landing | null = null;
  /** The scripts of the chapters that have parts. */
  private readonly scripts = new Map<View, LaterScript<typeof import("../parts/sections.js")>>();
  /** What follows in the first chapter. */
  private readonly firstChapter = laterScript(this.host, () => {
    fetchWords(this.host.language, "first-chapter");
    return import("../first-chapter/index.js");
  });
  /** A figure alone, as a post shows it and over the whole screen. */
  private readonly singleFigures = {
    off: laterScript(this.host, () => import("../single-figure/index.js")),
    on: laterScript(this.host, () => import("../single-figure/present.js")),
  };
  /** The path of three minutes, which shows parts of the first chapter. */
  private readonly path = laterScript(this.host, () => {
    fetchWords(this.host.language, "path");
    return import("../path/index.js");
  });
  private sections: Sections | null = null;
  private view: View = "page";

  /** The script of the chapter on screen. */
  private get script() {
    const chapter = chapterNameOf(this.host.state.view);
    const load = async () => {
      const { language } = this.host;
      fetchWords(language, "part-kit", "questions", closingOf(chapter), ...partsOf(chapter));
      const script = await import("../parts/sections.js");
      await script.loadChapter(chapter);
      return script;
    };
    return entryOf(this.scripts, chapter, () => laterScript(this.host, load));
  }

  /** Whether the view has parts. */
  get hasParts(): boolean {
    return !["page", "matrices"].includes(this.host.state.view);
  }

  /** Loads what the view shows below its first screen. */
  load(): void {
    if (this.hasParts) this.script.start();
    else if (this.host.state.view === "page") this.firstChapter.start();
  }

  retry(): void {
    const { script, firstChapter, singleFigures, path } = this;
    for (const each of [script, firstChapter, singleFigures.off, singleFigures.on, path]) {
      each.retry();
    }
    firstChapter.value?.retry(this.host);
    this.sections?.retry();
  }

  override hostConnected(): void {
    this.host.tables.laterComplete = () => {
      const { off, on } = this.singleFigures;
      if (this.steps === 0 || off.starting || on.starting || this.path.starting) return false;
      if (!chapterOf(chapterNameOf(this.host.state.view))?.answers) return true;
      return this.partsLoaded && (this.sections?.answered ?? true);
    };
  }

  /** Has the page scroll to the section of its state, which may be another than before. */
  awaitSection(): void {
    this.destination = "section";
    this.landing?.end();
  }

  hostUpdate(): void {
    const { view, at } = this.host.state;
    if (view === this.view) return;
    this.view = view;
    // Another view renders its parts anew, so that they offer their figures anew.
    this.sections?.renderAnew();
    this.landing?.end();
    if (this.host.hasUpdated && at === null) this.destination = "top";
  }

  hostUpdated(): void {
    this.sections?.draw();
    if (this.host.tables.complete) {
      if (!this.hasParts) this.load();
      this.grow();
    } else if (this.steps === 0 && this.host.seen && this.host.attention.complete) this.grow();
    this.scroll();
  }

  private grow(): void {
    if (this.growth !== "waiting" || (this.steps > 0 && this.firstChapter.starting)) return;
    this.growth = "adding";
    setTimeout(() => {
      this.steps += 1;
      this.growth = this.steps === LATER_STEPS ? "whole" : "waiting";
      this.host.requestUpdate();
    }, FRAME);
  }

  private scroll(): void {
    const { host, destination } = this;
    if (destination === "top") {
      this.destination = "none";
      if (host.getBoundingClientRect().top < 0) host.scrollIntoView();
    }
    if (destination === "section" && host.state.at !== null && this.hasHeight) {
      const section = host.renderRoot.querySelector(`#${anchorId(host.state.at)}`);
      // A later part may still be loading.
      if (section === null && (this.script.starting || this.firstChapter.starting)) return;
      this.destination = "none";
      if (section !== null) void this.land(section);
    }
  }

  /** Few links lead to a section: what follows it there is a script of its own. */
  private async land(section: Element): Promise<void> {
    const script = await import("../page/landing.js").catch(() => null);
    // Meanwhile the page may be led elsewhere.
    if (this.destination !== "none" || !section.isConnected) return;
    this.landing?.end();
    const complete = () => this.loaded && this.host.tables.complete;
    if (script === null) section.scrollIntoView();
    else this.landing = new script.Landing(this.host, section, complete);
  }

  /** Whether nothing will be added above a section any more. */
  private get hasHeight(): boolean {
    const { result, failure } = this.host.attention;
    return failure !== null || (result !== null && this.growth === "whole");
  }

  /**
   * An element that is only moved is out of the document for a moment: it keeps what it trains, and
   * what it has loaded and measured.
   */
  hostDisconnected(): void {
    this.landing?.end();
    setTimeout(() => {
      if (this.host.isConnected) return;
      this.sections?.end();
      this.sections = null;
    });
  }

  /** Whether experiments run also outside the viewport, as printing needs. */
  seeEverything(everything: boolean): void {
    this.sections?.seeEverything(everything && this.hasParts);
    if (everything) this.load();
  }

  /** Whether nothing is still to be loaded for this view. */
  get loaded(): boolean {
    return !this.firstChapter.starting && this.partsLoaded;
  }

  private get partsLoaded(): boolean {
    return this.sections !== null || !this.hasParts || this.script.problem !== null;
  }

  /** What moves the figures of the part in sight. */
  get bar(): BarSettings {
    return (this.hasParts && this.sections?.bar) || {};
  }

  /** How many experiments there are, and how many have ended. */
  get studied(): { readonly ended: number; readonly all: number } {
    return (this.hasParts && this.sections?.studied) || { ended: 0, all: 0 };
  }

  /**
   * The figure of the state alone; until its script is there, what the author put into the element.
   */
  renderSingleFigure(): unknown {
    const { host, script } = this;
    const single = this.singleFigures[host.state.present];
    single.start();
    this.load();
    const problem = single.problem ?? script.problem;
    if (problem !== null) {
      // Without its script a figure over the whole screen has no button and no key that leaves it.
      const close = host.state.present === "on" ? () => this.leaveScreen() : undefined;
      return computeNotice(host, problem, close);
    }
    if (single.value === null || script.starting) return standIn(host);
    return single.value.singleFigure(host, (part) => this.render([part]));
  }

  /** Returns from the whole screen to where the figure was enlarged, or to the chapter. */
  private leaveScreen(): void {
    const { host } = this;
    const { view, figure } = host.origin ?? { view: chapterNameOf(host.state.view), figure: "" };
    if (document.fullscreenElement) document.exitFullscreen().catch(() => undefined);
    host.set({ view, figure, present: "off", lesson: null });
  }

  /** The path of three minutes; until its script is there, the picture of the document. */
  renderPath(): unknown {
    const { host, path } = this;
    path.start();
    if (path.problem !== null) return computeNotice(host, path.problem);
    if (path.value === null || host.attention.result === null) return standIn(host);
    return path.value.shortPath(host, () => host.requestUpdate());
  }

  /**
   * Whether the first screen holds all that is said of the matrices: on a narrow page most of it
   * starts below that screen. The arithmetic of a cell that is held stands above what comes later.
   */
  get showsAllMatrices(): boolean {
    const { state, surroundings } = this.host;
    return this.steps > 0 || state.cell !== null || surroundings.printing;
  }

  /** What stands below the finding of the first chapter. */
  renderBelowFinding(): TemplateResult {
    const { host, firstChapter, steps } = this;
    const changed = () => host.requestUpdate();
    return html`<div class="below-finding">${
      steps > 1 ? firstChapter.value?.belowFinding(host, changed) : nothing
    }</div>`;
  }

  /** @param steps how many of its steps are shown */
  renderFirstChapter(steps: number): unknown {
    this.load();
    const { value: content, problem } = this.firstChapter;
    if (content === null) return computeNotice(this.host, problem);
    return content.firstChapter(this.host, steps);
  }

  /** The later parts of the view. */
  private get parts(): readonly LaterPart[] {
    const { view } = this.host.state;
    const shownParts: readonly string[] = chapterOf(view) === undefined ? [view] : partsOf(view);
    return LATER_PARTS.filter((part) => shownParts.includes(part));
  }

  render(parts = this.parts): TemplateResult {
    const { host } = this;
    const { value: content, problem } = this.script;
    if (content === null) {
      this.load();
      return html`<div class="reasons-to-come">
        <p class="note on-paper">${host.text.reasons.missing}</p>
        ${computeNotice(host, problem)}
      </div>`;
    }
    this.sections ??= new content.Sections(host, () => host.requestUpdate());
    const { sections } = this;
    const [first, ...following] = parts.map((part) => sections.render(part));
    return html`${sections.untranslated()} ${first} ${sections.besideParts()}
      ${following} ${sections.closing()}`;
  }
}
