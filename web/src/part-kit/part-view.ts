/**
 * One part on one page, as it is rendered: its heading, its question, its words and its content.
 */
import { html, nothing, type TemplateResult } from "lit";
import { ref } from "lit/directives/ref.js";
import { paragraphs, prose } from "../page/prose.js";
import { choiceGroup, isOpen, type Settled, showsQuestion } from "../questions/question.js";
import type { LaterPart } from "../state/state.js";
import { unmarked } from "../text/typeset.js";
import { foreign } from "../text/words.js";
import { displayFormulas, richText } from "../ui/rich.js";
import { Controls } from "./controls.js";
import type { PartHost, Words } from "./host.js";

export type { Answer, Shown } from "./answers.js";
export type { PartHost, Seen, Shared, Words } from "./host.js";
export * from "./pieces.js";

/** The export `section` of parts/<part>/section.ts. */
export interface Section<W extends Words> {
  /** The formulas below the heading, by their names in formulas.json. */
  readonly formulas: readonly string[];
  readonly question?: Question<W>;
  /** Whether it follows the state also out of sight: its numbers take no longer than a frame. */
  readonly always?: boolean;
  /** Whether the content itself holds the words of the part, `view.told`, after its picture. */
  readonly pictureFirst?: boolean;
  /** What stands in a figure alone before its picture. */
  before?(view: PartView<W>): unknown;
  /** The content below the heading, the question and the words. */
  content(view: PartView<W>): unknown;
}

/** A question to the reader. Its words stand in the part's own. */
export interface Question<W extends Words> {
  /** The number of the right answer, where nothing has to be measured: its words tell why. */
  readonly right?: number;
  /** The number of the right answer among `answers`, and why; null until it is measured. */
  settle?(view: PartView<W>): Settled | null;
  /** The whole group, in place of a choice. @param attach to be called with its element */
  group?(view: PartView<W>, attach: (element: Element | undefined) => void): TemplateResult;
}

/** What settles a question; null until it is measured. */
export const settled = <W extends Words>(view: PartView<W>, { right, settle }: Question<W>) =>
  right === undefined ? (settle?.(view) ?? null) : { right, why: view.text.question?.why ?? "" };

/** A part on one page. @template W its own words */
export class PartView<W extends Words = Words> extends Controls<W> {
  private element: Element | undefined;
  /**
   * Whether the reader has scrolled past the question, or uses the part: then it argues without an
   * answer.
   */
  private passed = false;
  private readonly questionSights = new IntersectionObserver((entries) => {
    const above = entries.some(
      ({ isIntersecting, boundingClientRect: { height, bottom } }) =>
        !isIntersecting && height > 0 && bottom <= 0,
    );
    if (above) this.pass();
  });

  constructor(
    part: LaterPart,
    private readonly section: Section<W>,
    host: PartHost,
  ) {
    super(part, host);
  }

  protected get formulas(): readonly string[] {
    return this.section.formulas;
  }

  get before(): unknown {
    return this.state.figure === "" ? nothing : this.section.before?.(this);
  }

  get waits(): boolean {
    return this.section.question !== undefined && !this.passed && isOpen(this.page, this.part);
  }

  private pass(): void {
    this.passed = true;
    this.questionSights.disconnect();
    this.changedAnew();
  }

  /** To be called with clicks and input in the part. */
  private readonly used = ({ target }: Event): void => {
    if (this.waits && (target as Element).closest(".question") === null) this.pass();
  };

  /** For Lit's ref directive, on the group of the question. */
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
    const seen = this.sees || printing || this.section.always ? {} : null;
    const { hide, open, figure, asked, guess } = state;
    const shown = [palette, printing, language, hide, open, figure, asked, guess, this.page.asks];
    const deps = [...shown, this.engine, this.problem, seen];
    return this.memo("rendered", deps, () => this.rendered());
  }

  private rendered(): TemplateResult {
    const { text, page, part, section, state } = this;
    const told = section.pictureFirst ? nothing : this.wording;
    this.hues = [];
    if (state.figure !== "") return this.renderedAlone();
    return html`<section
      class="part reason"
      lang=${foreign(part, page.language) ?? nothing}
      aria-label=${unmarked(text.heading)}
      ?data-waits=${this.waits}
      @click=${this.used}
      @input=${this.used}
      ${ref(this.watch)}
    >
      ${prose(page, part, text.heading, this.asking(), told)}
      ${section.content(this)}
    </section>`;
  }

  private get wording(): TemplateResult {
    const { text, section, common } = this;
    return html`<div class="told">${paragraphs(text.text)}</div>
      <div class="told">
        ${displayFormulas(...section.formulas)}
        <p class="try"><strong>${common.tryThis}</strong> ${richText(text.try)}</p>
      </div>`;
  }

  /** The words and formulas of a part whose picture comes first. */
  get told(): TemplateResult | typeof nothing {
    return this.page.shows("text") ? html`<div class="prose">${this.wording}</div>` : nothing;
  }

  /** The question of the part, below its heading. */
  private asking(): TemplateResult | typeof nothing {
    const { text, page, part, attachQuestion } = this;
    const { question } = this.section;
    if (question === undefined || !showsQuestion(page, part)) return nothing;
    if (question.group !== undefined) return question.group(this, attachQuestion);
    if (text.question === undefined) throw new Error(`The words of ${part} have no question.`);
    const settle = () => settled(this, question);
    return choiceGroup(page, part, text.question, settle, attachQuestion);
  }

  /** The part with the figure of the state alone. */
  private renderedAlone(): TemplateResult {
    this.alone = null;
    this.section.content(this);
    this.followSight();
    return html`<section class="part reason" aria-label=${unmarked(this.text.heading)} ${ref(this.watch)}>
      ${this.figureAlone()}
    </section>`;
  }

  override end(): void {
    super.end();
    this.questionSights.disconnect();
  }

  private readonly watch = (element: Element | undefined): void => {
    if (this.element !== undefined) this.host.unwatch(this.element);
    this.element = element;
    if (element === undefined) this.see(false);
    else this.host.watch(element, this);
  };
}
