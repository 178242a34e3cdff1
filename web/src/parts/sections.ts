/**
 * The parts that come later than the first screen: parts/<part>/section.ts, rendered one by one.
 */
import formulas from "formulas";
import { html, nothing, type TemplateResult } from "lit";
import partFormulas from "reason-formulas";
import { memoFor } from "../belonging.js";
import type { Engine } from "../engine/api.js";
import { type Laboratory, sharedLaboratory } from "../experiments/laboratory.js";
import { entryOf } from "../memo.js";
import type { BarSettings } from "../page/bar-settings.js";
import type { Page } from "../page/page.js";
import { openFoldsOf } from "../part-kit/open-folds.js";
import type { PartHost, Section, Shared, Sighted, Words } from "../part-kit/part-view.js";
import { PartView } from "../part-kit/part-view.js";
import { Spoken } from "../part-kit/spoken.js";
import { closing } from "../questions/closing.js";
import { chapterOf, partsOf } from "../state/chapters.js";
import type { Fold, LaterPart, PartName, State, View } from "../state/state.js";
import type { ClosingWords } from "../text/closing.js";
import { closingOf, foreign, isTranslated, textsOf } from "../text/words.js";
import { Work } from "../work.js";
import { why } from "./why.js";

export { default as css } from "../../styles/parts.css?inline";

Object.assign(formulas, partFormulas);

/**
 * The sections of a chapter are one script on the hosted page: see PART_SCRIPTS in
 * web/tools/scripts.ts.
 */
const files = import.meta.glob<Section<Words>>("./*/section.ts", { import: "section" });
/** Another map with each part that is loaded. */
let sections: ReadonlyMap<PartName, Section<Words>> = new Map();

/** The same set as long as its page has the same state: every fold asks for it in every rendering. */
const openFolds = memoFor(
  (state: State, landed: State, loaded: typeof sections): ReadonlySet<Fold> =>
    openFoldsOf({ state, landed }, loaded),
);

/**
 * Loads the sections of a chapter, which are rendered afterwards.
 * @throws Error where a part has no section.ts
 */
export async function loadChapter(chapter: View): Promise<void> {
  const load = async (part: PartName) => {
    const section = await files[`./${part}/section.ts`]?.();
    if (section === undefined) throw new Error(`parts/${part} has no section.ts.`);
    sections = new Map([...sections, [part, section]]);
    // The part itself says where it does not come.
    section.prefetch?.().catch(() => undefined);
  };
  await Promise.all(partsOf(chapter).map(load));
  beside.set(chapter, await CHAPTER_SCRIPTS[chapter]?.());
}

/** What a chapter shows besides its parts. */
type Beside = (host: PartHost) => unknown;

/** The chapters that show something besides, and its script. */
const CHAPTER_SCRIPTS: Partial<Record<View, () => Promise<Beside>>> = {
  why: async () => why,
  lessons: async () => {
    const { lessons } = await import("../lessons/index.js");
    return ({ page }) => lessons(page);
  },
};

const beside = new Map<View, Beside | undefined>();

const sectionOf = (part: LaterPart): Section<Words> => {
  const section = sections.get(part);
  if (section === undefined) throw new Error(`The section of ${part} is not loaded.`);
  return section;
};

/**
 * The sections of one page, and what they share: the laboratory, and the observer that tells which
 * ones are in sight.
 */
export class Sections implements PartHost {
  private readonly views = new Map<string, PartView>();
  private readonly objects = new Set<Shared>();
  private readonly watched = new Map<Element, Sighted>();
  private readonly sights = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        this.watched.get(target)?.see(isIntersecting);
      }
    },
    // The second margin is that of a scrolling box around the element.
    { rootMargin: "120px", scrollMargin: "120px" },
  );
  /** The part at the middle of the window, or the last one that was there. */
  private current: Sighted | null = null;
  private readonly middle = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) this.reach(this.watched.get(target) ?? null);
      }
    },
    { rootMargin: "-49% 0px -50% 0px" },
  );
  private readonly spoken = new Spoken();
  private ended = false;
  everything = false;
  private readonly started: Work<Laboratory>;

  constructor(
    readonly page: Page,
    readonly changed: () => void,
    readonly laboratory: () => Promise<Laboratory> = sharedLaboratory,
  ) {
    const enter = async () => {
      const started = await this.laboratory();
      if (!this.ended) started.enter();
      return started;
    };
    this.started = new Work(enter, { changed });
    this.started.start();
  }

  get engine(): Engine | null {
    return this.started.value?.engine ?? null;
  }

  get problem(): string | null {
    return this.started.problem;
  }

  /** Says that the view is not translated, where its words are those of another language. */
  untranslated(): unknown {
    const { language, text, state } = this.page;
    const { view, figure } = state;
    const chapter = view !== "lessons" && chapterOf(view) !== undefined;
    const subjects = chapter ? partsOf(view) : [view];
    const complete = figure !== "" || subjects.every((each) => isTranslated(each, language));
    return complete ? nothing : html`<p class="note untranslated">${text.untranslated}</p>`;
  }

  /** The content of a chapter besides its parts, after the picture that it opens with. */
  besideParts(): unknown {
    return beside.get(this.page.state.view)?.(this) ?? nothing;
  }

  /** What the chapter on screen ends with. */
  closing(): unknown {
    const { page } = this;
    const { view, figure } = page.state;
    const subject = closingOf(view);
    return figure === "" && isTranslated(subject, "en")
      ? closing(page, textsOf<ClosingWords>(subject), foreign(subject, page.language))
      : nothing;
  }

  /** @throws Error where the part's chapter is not loaded */
  render(part: LaterPart): TemplateResult {
    const make = () => new PartView(part, sectionOf(part), this);
    return entryOf(this.views, part, make).render();
  }

  /** Has every part rendered the next time, in sight or not. */
  renderAnew(): void {
    for (const view of this.views.values()) view.renderAnew();
  }

  /** Draws what has changed. To be called after the page was rendered. */
  draw(): void {
    for (const { drawings } of this.views.values()) drawings.draw();
    this.spoken.follow(this.watched.keys());
  }

  /** Tries again what has failed. */
  retry(): void {
    this.started.retry();
    for (const { answers } of this.views.values()) answers.retry();
    for (const each of this.objects) each.retry?.();
    this.changed();
  }

  /** Whether all is computed, in sight or not: for paper. */
  seeEverything(everything: boolean): void {
    if (everything === this.everything) return;
    this.everything = everything;
    for (const { answers } of this.views.values()) answers.seeStudies();
  }

  /**
   * How many studies there are, how many of them are complete, failed or stopped, and what is wrong
   * with one that failed.
   */
  get studied() {
    const studies = [...this.views.values()].flatMap(({ answers }) => answers.studied);
    const ended = studies.filter((study) => study.ended).length;
    const problem = studies.find((study) => study.problem !== null)?.problem ?? null;
    return { ended, all: studies.length, problem };
  }

  watch(element: Element, view: Sighted): void {
    this.watched.set(element, view);
    this.sights.observe(element);
    this.middle.observe(element);
  }

  unwatch(element: Element): void {
    if (this.current === this.watched.get(element)) this.current = null;
    this.watched.delete(element);
    this.sights.unobserve(element);
    this.middle.unobserve(element);
  }

  private reach(view: Sighted | null): void {
    if (this.current === view) return;
    this.current = view;
    this.changed();
  }

  /** What moves the figures of the part in sight. */
  get bar(): BarSettings {
    return this.current?.bar ?? {};
  }

  get openFolds(): ReadonlySet<Fold> {
    const { state, landed } = this.page;
    return openFolds(this, state, landed, sections);
  }

  /** Whether the parts show the answers to the present state, as far as these are no studies. */
  get answered(): boolean {
    return [...this.objects].every(({ answered = true }) => answered);
  }

  /** Trains the races of the parts for a number of steps. */
  async train(steps: number): Promise<void> {
    for (const each of this.objects) await each.train?.(steps);
  }

  keep(object: Shared): void {
    this.objects.add(object);
  }

  end(): void {
    this.ended = true;
    this.started.value?.leave();
    this.started.end();
    this.sights.disconnect();
    this.middle.disconnect();
    this.spoken.end();
    for (const view of this.views.values()) view.end();
    for (const each of this.objects) each.end?.();
  }
}
