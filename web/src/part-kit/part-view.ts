/**
 * One part on one page, as it is rendered: its heading, its question, its words and its content.
 */
import { html, nothing, type TemplateResult } from "lit";
import { ref } from "lit/directives/ref.js";
import { requestOf } from "../attention/sentence-attention.js";
import type { Engine } from "../engine/api.js";
import { same } from "../memo.js";
import type { BarSettings } from "../page/bar-settings.js";
import { draws } from "../page/motion.js";
import type { Page } from "../page/page.js";
import { paragraphs, prose } from "../page/prose.js";
import { choiceGroup, isOpen, type Settled, showsQuestion } from "../questions/question.js";
import type { Language, LaterPart, State } from "../state/state.js";
import type { en } from "../text/en/part-kit.js";
import { unmarked } from "../text/typeset.js";
import { foreign, textsOf } from "../text/words.js";
import { displayFormulas, richText } from "../ui/rich.js";
import { Drawings } from "./drawings.js";
import {
  type ClosedFold,
  figureIn,
  findingBeside,
  type OpenFold,
  pieceIn,
} from "./figure-alone.js";
import { COMMON, type PartContext, type PartHost, type Words } from "./host.js";
import { foldsWithin, furtherFold, type SectionFolds } from "./open-folds.js";
import { PartAnswers } from "./part-answers.js";
import { PartControls } from "./part-controls.js";
import { PartFigures } from "./part-figures.js";
import { PartProgress } from "./part-progress.js";
import { PartTables } from "./part-tables.js";
import { empty, hueLegend } from "./pieces.js";
import { proseOf } from "./prose.js";
import { slideOf } from "./slides.js";

export type { PartHost, Shared, Sighted, Words } from "./host.js";
export type { Answer, Answered } from "./part-answers.js";
export * from "./pieces.js";
export * from "./prose.js";

/** The export `section` of parts/<part>/section.ts. */
export interface Section<W extends Words> extends SectionFolds {
  /** The formulas below the heading, by their names in formulas.json. */
  readonly formulas: readonly string[];
  /** The formulas of the further words. */
  readonly furtherFormulas?: readonly string[];
  readonly question?: Question<W>;
  /** Whether it follows the state also out of sight: its numbers take no longer than a frame. */
  readonly always?: boolean;
  /** Whether the content holds the words of the part, `view.wordingBelow`, after its picture. */
  readonly pictureFirst?: boolean;
  /** Fetches what the content shows at once, together with the chapter's script. */
  prefetch?(): Promise<unknown>;
  /** What moves the figures, where the words, the d and the seed of the page do not. */
  bar?(view: PartView<W>): BarSettings;
  /** What stands in a figure alone before its picture. */
  before?(view: PartView<W>): unknown;
  /** The content below the heading, the question and the words. */
  content(view: PartView<W>): unknown;
}

/** A question to the reader. Its words stand in the part's own. */
export interface Question<W extends Words> {
  /** The number of the right answer, where nothing has to be measured: its words tell why. */
  readonly right?: number;
  /** The values that its words name: the page goes there once it is answered. */
  readonly moves?: Partial<State>;
  /** The number of the right answer among `answers`, and why; null until it is measured. */
  settle?(view: PartView<W>): Settled | null;
  /** The whole group, in place of a choice. @param attach to be called with its element */
  group?(view: PartView<W>, attach: (element: Element | undefined) => void): TemplateResult;
}

/** What settles a question; null until it is measured. */
export const settled = <W extends Words>(view: PartView<W>, { right, settle }: Question<W>) =>
  right === undefined ? (settle?.(view) ?? null) : { right, why: view.text.question?.why ?? "" };

/** The template of a part, and all that it depends on. */
interface Rendering {
  readonly deps: readonly unknown[];
  readonly template: TemplateResult;
}

/**
 * A part on one page: what it knows of the page, and what its section is made with.
 * @template W its own words
 */
export class PartView<W extends Words = Words> implements PartContext<W> {
  readonly page: Page;
  readonly drawings: Drawings;
  readonly answers: PartAnswers;
  readonly tables: PartTables;
  readonly progress: PartProgress;
  readonly figures: PartFigures;
  readonly controls: PartControls;

  private readonly words: Readonly<Record<Language, W>>;
  private rendering: Rendering | null = null;
  private element: Element | undefined;
  private shownContent: unknown = nothing;
  /**
   * Whether the reader has scrolled past the question, or uses the part: then it argues without an
   * answer.
   */
  private passed = false;
  private readonly questionSights = new IntersectionObserver((entries) => {
    const above = entries.some(
      ({ isIntersecting, boundingClientRect: { height, bottom } }) =>
        // An element that is not laid out has no height, and was not scrolled past.
        !isIntersecting && height > 0 && bottom <= 0,
    );
    if (above) this.pass();
  });

  constructor(
    readonly part: LaterPart,
    private readonly section: Section<W>,
    readonly host: PartHost,
  ) {
    this.page = host.page;
    this.words = textsOf<W>(part);
    this.drawings = new Drawings(this.page);
    this.answers = new PartAnswers(this);
    this.tables = new PartTables(this);
    this.progress = new PartProgress(this);
    this.figures = new PartFigures(this, this.drawings, this.answers, this.tables);
    this.controls = new PartControls(this);
  }

  get state(): State {
    return this.page.state;
  }

  get text(): W {
    return this.words[this.page.language];
  }

  get common(): typeof en {
    return COMMON[this.page.language];
  }

  get engine(): Engine | null {
    return this.host.engine;
  }

  get problem(): string | null {
    return this.host.problem;
  }

  get sentence(): readonly string[] {
    return this.page.attention.result?.request.words ?? [];
  }

  get dim(): number {
    return requestOf(this.state, this.sentence).dim;
  }

  get whole(): boolean {
    return this.host.everything || this.page.surroundings.printing;
  }

  get formulas(): readonly string[] {
    const { formulas, furtherFormulas = [] } = this.section;
    return [...formulas, ...furtherFormulas];
  }

  get before(): unknown {
    return this.state.figure === "" ? nothing : this.section.before?.(this);
  }

  get waits(): boolean {
    return this.section.question !== undefined && !this.passed && isOpen(this.page, this.part);
  }

  idOf(key: string): string {
    return `${this.part}-${key}`;
  }

  readonly changed = (): void => this.host.changed();

  /** Has the part rendered the next time also out of sight. */
  renderAnew(): void {
    this.rendering = null;
  }

  readonly changedAnew = (): void => {
    this.renderAnew();
    this.changed();
  };

  private pass(): void {
    this.passed = true;
    this.questionSights.disconnect();
    this.changedAnew();
  }

  /** The listener of clicks and input in the part. */
  private readonly used = ({ target }: Event): void => {
    if (this.waits && (target as Element).closest(".question") === null) this.pass();
  };

  /** The callback of Lit's ref directive on the group of the question. */
  private readonly attachQuestion = (element: Element | undefined): void => {
    this.questionSights.disconnect();
    if (element !== undefined && !this.passed) this.questionSights.observe(element);
  };

  /**
   * The part as it is now. Out of sight it is rendered only when its language, colours or visible
   * controls have changed.
   */
  render(): TemplateResult {
    const { palette, language, state, surroundings } = this.page;
    const { printing } = surroundings;
    // A new object is equal to none before: in sight the part is rendered each time.
    const sightKey = this.answers.sees || printing || this.section.always ? {} : null;
    const { hide, open, at, figure, lesson, asked, guess } = state;
    const { landed } = this.page;
    const pageDeps = [
      palette,
      printing,
      language,
      hide,
      open,
      at,
      landed,
      figure,
      lesson,
      asked,
      guess,
      this.page.asks,
    ];
    const deps = [...pageDeps, this.engine, this.problem, sightKey];
    if (this.rendering === null || !same(this.rendering.deps, deps)) {
      const template = figure === "" ? this.renderedWhole() : this.renderedAlone();
      this.rendering = { deps, template };
    }
    return this.rendering.template;
  }

  private renderedWhole(): TemplateResult {
    const { text, page, part, section } = this;
    const wordingAbove = section.pictureFirst ? nothing : this.wording;
    const content = draws(page, () => {
      this.shownContent = this.contentInView();
      return this.shownContent;
    });
    return html`<section
      class="part reason"
      lang=${foreign(part, page.language) ?? nothing}
      aria-label=${unmarked(text.heading)}
      ?data-waits=${this.waits}
      @click=${this.used}
      @input=${this.used}
      ${ref(this.watch)}
    >
      ${prose(page, part, text.heading, this.asking(), wordingAbove)}
      ${content}
      ${this.furtherWords}
    </section>`;
  }

  /** Whether the page shows a chapter, in which the content of the part stands in a fold. */
  private get isFolded(): boolean {
    return this.section.chapterFold !== undefined && this.state.view !== this.part;
  }

  /** The content, in a chapter in its fold where it has one: what is to be tried stands there too. */
  private contentInView(): unknown {
    const { section, part, text, page, figures } = this;
    const { chapterFold } = section;
    if (chapterFold === undefined || !this.isFolded) return section.content(this);
    const content = () => [proseOf(page, this.trying), section.content(this)];
    const within = foldsWithin(part, chapterFold);
    return figures.fold(chapterFold, text.fold ?? text.heading, content, within);
  }

  private get trying(): TemplateResult {
    const { text, common } = this;
    return html`<p class="try"><strong>${common.tryThis}</strong> ${richText(text.try)}</p>`;
  }

  private get wording(): TemplateResult {
    const { text, section } = this;
    const told = html`<div class="told">${paragraphs(text.text)}</div>`;
    const formulas = displayFormulas(...section.formulas);
    if (this.isFolded) return html`${told} ${formulas}`;
    return html`${told}
      <div class="told">${formulas} ${this.trying}</div>`;
  }

  /** The words and formulas of a part whose picture comes first. */
  get wordingBelow(): TemplateResult | typeof nothing {
    return this.page.shows("text") ? html`<div class="prose">${this.wording}</div>` : nothing;
  }

  /** The words and formulas that go further than those before the figure. */
  get furtherWording(): TemplateResult | typeof nothing {
    const { page, text, section } = this;
    if (text.further === undefined || !page.shows("text")) return nothing;
    return html`<div class="prose">
      <div class="told">${paragraphs(text.further.text)}</div>
      <div class="told">${displayFormulas(...(section.furtherFormulas ?? []))}</div>
    </div>`;
  }

  /** The further words in a fold of their own, where they have a title for it. */
  private get furtherWords(): OpenFold | ClosedFold | typeof nothing {
    const { page, part, text, figures } = this;
    const title = text.further?.title;
    if (title === undefined || !page.shows("text")) return nothing;
    return figures.fold(furtherFold(part), title, () => this.furtherWording);
  }

  findingBeside(figure: string): string | undefined {
    return this.waits ? undefined : findingBeside(this.shownContent, figure);
  }

  /** The question of the part, below its heading. */
  private asking(): TemplateResult | typeof nothing {
    const { text, page, part, attachQuestion } = this;
    const { question } = this.section;
    if (question === undefined || !showsQuestion(page, part)) return nothing;
    if (question.group !== undefined) return question.group(this, attachQuestion);
    if (text.question === undefined) throw new Error(`The words of ${part} have no question.`);
    const settle = () => settled(this, question);
    const { moves } = question;
    return choiceGroup(page, part, text.question, settle, attachQuestion, moves);
  }

  /**
   * The part with the figure of the state alone, or with what a slide holds of it. Until it has
   * numbers, what the author put into the element stays.
   */
  private renderedAlone(): TemplateResult {
    const { answers, problem, progress } = this;
    const { figures: ids, below = [] } = slideOf(this.state);
    const content = this.section.content(this);
    this.shownContent = content;
    const figures = ids.flatMap((id) => figureIn(content, id) ?? []);
    const made = figures.map((figure) => figure.made);
    answers.showAlone(made.map(({ inputs }) => inputs));
    const waiting = problem === null ? html`<slot>${empty()}</slot>` : progress.withoutEngine();
    const [legend] = made.map((figure) => figure.legend).filter(({ length }) => length > 0);
    const study = answers.studyOf(made[0]?.inputs.study);
    return html`<section class="part reason" aria-label=${unmarked(this.text.heading)} ${ref(this.watch)}>
      ${figures.length > 1 ? html`<div class="side-by-side">${figures}</div>` : (figures[0] ?? waiting)}
      ${legend === undefined ? nothing : hueLegend(legend)}
      ${study?.progress === "done" ? nothing : progress.of(study)}
      ${
        below.length === 0
          ? nothing
          : html`<div class="below-figures">${below.map((name) => pieceIn(content, name) ?? nothing)}</div>`
      }
    </section>`;
  }

  get bar(): BarSettings {
    return this.section.bar?.(this) ?? {};
  }

  /** Tells whether the part is in sight. */
  see(inSight: boolean): void {
    this.answers.see(inSight);
  }

  end(): void {
    this.answers.end();
    this.questionSights.disconnect();
  }

  private readonly watch = (element: Element | undefined): void => {
    if (this.element !== undefined) this.host.unwatch(this.element);
    this.element = element;
    if (element === undefined) this.see(false);
    else this.host.watch(element, this);
  };
}
