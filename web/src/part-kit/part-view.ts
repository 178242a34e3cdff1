/** One part on one page: its words, experiments, charts and tables. */
import { html, nothing, type TemplateResult } from "lit";
import { ref } from "lit/directives/ref.js";
import type { Hue } from "../draw/figure-export.js";
import { type Columns, type MatrixTable, tableOf } from "../draw/table.js";
import type { Engine } from "../engine/api.js";
import type { Laboratory } from "../experiments/laboratory.js";
import type { Inputs } from "../page/inputs.js";
import type { Page } from "../page/page.js";
import { paragraphs, prose } from "../page/prose.js";
import { type ChoiceWords, choiceGroup, type Settled } from "../questions/question.js";
import type { LaterPart } from "../state/state.js";
import type { en } from "../text/en/part-kit.js";
import type { Rich } from "../text/rich.js";
import { foreign, wordsOf } from "../text/words.js";
import { displayFormulas, richText } from "../ui/rich.js";
import { Answers, type AnyStudy } from "./answers.js";
import type { Drawing } from "./drawings.js";
import { PartQuestion } from "./part-question.js";

/** Words that all parts share. */
export const COMMON = wordsOf<typeof en>("part-kit");

/** The words that every part has. */
export interface Words {
  readonly heading: string;
  readonly text: readonly Rich[];
  readonly try: Rich;
  /** The unit in which the progress of each study is counted. */
  readonly counted?: Readonly<Record<string, string>>;
  /** What the part asks its reader, where it does so by a choice, and why the right answer is right. */
  readonly question?: ChoiceWords & { readonly why?: unknown };
}

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
export const settled = <W extends Words>(
  view: PartView<W>,
  { right, settle }: Question<W>,
): Settled | null =>
  right === undefined ? (settle?.(view) ?? null) : { right, why: view.text.question?.why as Rich };

/** An object for several parts. */
export interface Shared {
  /** Whether it has the answer to the present state; absent where it gives none. */
  readonly answered?: boolean;
  /** Trains for so many steps; absent where nothing trains. @throws Error where it cannot go on */
  train?(steps: number): Promise<void>;
  /** Tries again what has failed. */
  retry?(): void;
  /** Called when the page's element goes. */
  end?(): void;
}

/** Shared by all parts of a page, which Sections implements. */
export interface PartHost {
  readonly page: Page;
  /** For calls that take less than a frame; null until it has started. */
  readonly engine: Engine | null;
  /** Why the engine did not start. */
  readonly problem: string | null;
  /** Whether also what is out of sight is computed, for paper. */
  readonly everything: boolean;
  laboratory(): Promise<Laboratory>;
  /** The figure of a part that is shown alone, with the progress of its study. */
  alone(view: PartView<Words>, study?: AnyStudy): TemplateResult;
  /** To be called when something is to be rendered anew. */
  changed(): void;
  /** Calls `view.see` when the element comes into sight or leaves it. */
  watch(element: Element, view: PartView<Words>): void;
  unwatch(element: Element): void;
  /** An object for several parts, made at the first call and ended with the page's element. */
  shared<T extends object & Shared>(name: string, make: () => T): T;
}

export class PartView<W extends Words> extends Answers {
  private element: Element | undefined;
  /** Where the state has a figure alone: that figure, once it has numbers. Written by `figure` of figure.ts. */
  alone: {
    readonly template: TemplateResult;
    readonly inputs: Inputs;
    readonly hues: readonly Hue[];
  } | null = null;
  /** The legend of the figures that follow. Written by `hueLegend` of figure.ts. */
  hues: readonly Hue[] = [];
  private inSight = false;
  private readonly place = new PartQuestion(this);
  private readonly words = wordsOf<W>(this.part);

  constructor(
    readonly part: LaterPart,
    private readonly section: Section<W>,
    private readonly host: PartHost,
  ) {
    super();
  }

  get page(): Page {
    return this.host.page;
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

  /** The id of the control of a key: other parts may have a control of the same key. */
  idOf(key: string): string {
    return `${this.part}-${key}`;
  }

  /** An object for several parts, made at the first call and ended with the page's element. */
  readonly shared: PartHost["shared"] = (name, make) => this.host.shared(name, make);

  readonly changed = (): void => this.host.changed();

  protected laboratory(): Promise<Laboratory> {
    return this.host.laboratory();
  }

  /** What stands in a figure before its picture: something only in one that is shown alone. */
  get before(): unknown {
    return this.state.figure === "" ? nothing : this.section.before?.(this);
  }

  /** Whether the finding, and the curve that the part asks about, wait for the reader's answer. */
  get waits(): boolean {
    return this.section.question !== undefined && this.place.waits;
  }

  /** Whether all is to be shown, for paper. */
  get whole(): boolean {
    return this.host.everything || this.page.surroundings.printing;
  }

  // ---- rendering ----

  /** The part as it is now. Out of sight it is rendered only when its language, colours or visible controls have changed. */
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
    return html`<section class="part reason" lang=${foreign(part, page.language) ?? nothing} aria-label=${text.heading} ?data-waits=${this.waits} @click=${this.place.used} @input=${this.place.used} ${ref(this.watch)}>
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
    const { text, page, part, place } = this;
    const { question } = this.section;
    if (question === undefined || !place.shown) return nothing;
    if (question.group !== undefined) return question.group(this, place.attach);
    if (text.question === undefined) throw new Error(`The words of ${part} have no question.`);
    const settle = () => settled(this, question);
    return choiceGroup(page, part, text.question, settle, place.attach);
  }

  /** The part with the figure of the state alone. */
  private renderedAlone(): TemplateResult {
    this.alone = null;
    this.section.content(this);
    const alone = this.alone as PartView<W>["alone"];
    for (const study of this.studies.values()) study.see(this.seesStudy(study.name));
    const study = this.studies.get(alone?.inputs.study ?? "");
    return html`<section class="part reason" aria-label=${this.text.heading} ${ref(this.watch)}>
      ${this.host.alone(this, study)}
    </section>`;
  }

  /** Has the part rendered the next time also out of sight. */
  renderAnew(): void {
    this.forget("rendered");
  }

  /** Has the part rendered now, also out of sight. */
  readonly changedAnew = (): void => {
    this.renderAnew();
    this.changed();
  };

  override end(): void {
    super.end();
    this.place.end();
  }

  // ---- sight ----

  private readonly watch = (element: Element | undefined): void => {
    if (this.element !== undefined) this.host.unwatch(this.element);
    this.element = element;
    if (element === undefined) this.see(false);
    else this.host.watch(element, this);
  };

  private get sees(): boolean {
    return this.host.everything || this.inSight;
  }

  /** Whether a study is to run in sight. Of a figure alone only its own are; until its first numbers come, any may be. */
  protected wants(name: string): boolean {
    const { alone, state } = this;
    if (state.figure === "" || alone === null) return true;
    const { study, others = [] } = alone.inputs;
    return name === study || others.includes(name);
  }

  protected seesStudy(name: string): boolean {
    return this.sees && this.wants(name);
  }

  /** Tells whether the part is in sight. */
  see(inSight: boolean): void {
    if (inSight === this.inSight) return;
    this.inSight = inSight;
    this.seeStudies();
  }

  /** Tells the studies whether they are in sight, and has the part rendered with their progress then. */
  seeStudies(): void {
    for (const study of this.studies.values()) study.see(this.seesStudy(study.name));
    this.changedAnew();
  }

  // ---- tables ----

  /** A table of numbers, made again when one of `deps` or the language has changed. */
  table(name: string, deps: readonly unknown[], make: () => Columns): MatrixTable {
    return this.memo(`table ${name}`, [this.page.language, ...deps], () => tableOf(name, make()));
  }

  // ---- export ----

  /** Offers a figure for export under its title. @returns its id */
  offer(
    title: string,
    { name, alt, scene }: Drawing,
    tables: readonly MatrixTable[],
    inputs: Inputs,
    hues: readonly Hue[],
  ): string {
    const { part, text: words, section } = this;
    const id = `${part}-${name}`;
    const exported = { title, hues, alt, tables, scene };
    const told = { heading: words.heading, text: words.text, formulas: section.formulas };
    this.page.download.offer({ id, part, inputs, exported, told });
    return id;
  }
}
