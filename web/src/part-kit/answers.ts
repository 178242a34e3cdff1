/**
 * The answers of a part: its experiments are run in studies, or here where that takes less than a
 * frame.
 */
import { type AttentionRequest, requestOf } from "../attention/sentence-attention.js";
import { type Columns, type MatrixTable, tableOf } from "../draw/table.js";
import type { DrawSummaries, Engine } from "../engine/api.js";
import { type Asked, type Experiment, resultOf } from "../experiments/experiment.js";
import { Study } from "../experiments/study.js";
import { type Inputs, inputsOf } from "../page/inputs.js";
import type { Page } from "../page/page.js";
import { fittingValue, type LaterPart, type State } from "../state/state.js";
import type { en } from "../text/en/part-kit.js";
import { wordsOf } from "../text/words.js";
import { Drawings } from "./drawings.js";
import { COMMON, type PartHost, type Words } from "./host.js";

export type AnyStudy = Study<unknown, unknown>;

/** What the numbers of a figure come from. */
export interface Source {
  /** What was asked, and the keys of the state in it. */
  readonly request: unknown;
  readonly keys: readonly (keyof Asked)[];
  readonly result: unknown;
  /** Absent where the page has computed it. */
  readonly study: AnyStudy | undefined;
}

/** A result of an experiment, with the request that it answers. */
export interface Shown<E> extends Source {
  readonly request: E extends Experiment<infer Request, infer _> ? Request : never;
  readonly result: E extends Experiment<infer _, infer Result> ? Result : never;
}
/** Its result is null until there is one. */
export type Answer<E> = Shown<E> | (Source & { readonly result: null });

/** What a figure shows besides the numbers of its source. */
export interface Shows {
  /** The request that numbers of the sentence answer, where the source's own request has none. */
  readonly attention?: AttentionRequest | null | undefined;
  /** Further keys of the state that the numbers depend on. */
  readonly asked?: Partial<State>;
  /** Further studies whose numbers it shows, by name. Their progress is not told. */
  readonly others?: readonly string[];
  /** Whether all its numbers are there, however far the study is. */
  readonly complete?: boolean;
  readonly moves?: Inputs["moves"];
}

const picked = <T, K extends keyof T>(from: T, keys: readonly K[]): Partial<Pick<T, K>> =>
  Object.fromEntries(keys.map((key) => [key, from[key]])) as Partial<Pick<T, K>>;

type Statistics = (typeof en)["statistics"];

export abstract class Answers<W extends Words> extends Drawings {
  readonly page: Page = this.host.page;
  protected readonly studies = new Map<string, AnyStudy>();
  /** Where the state has a figure alone: that figure, once it has numbers. */
  protected alone: { readonly template: unknown; readonly inputs: Inputs } | null = null;
  private inSight = false;
  private readonly words = wordsOf<W>(this.part);

  constructor(
    readonly part: LaterPart,
    protected readonly host: PartHost,
  ) {
    super();
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

  /** Whether all is to be shown, for paper. */
  get whole(): boolean {
    return this.host.everything || this.page.surroundings.printing;
  }

  get state(): State {
    return this.page.state;
  }

  /** The words of the sentence on screen. */
  get sentence(): readonly string[] {
    return this.page.attention.result?.request.words ?? [];
  }

  /** d, which the worked example has of its own. */
  get dim(): number {
    return requestOf(this.state, this.sentence).dim;
  }

  private study<Request, Result>(
    name: string,
    experiment: Experiment<Request, Result>,
    request: Request | undefined,
  ): Study<Request, Result> {
    let study = this.studies.get(name) as Study<Request, Result> | undefined;
    if (study === undefined) {
      study = new Study(name, experiment, () => this.host.laboratory(), this.changed);
      this.studies.set(name, study as AnyStudy);
      study.see(this.sees && this.wants(name));
    }
    if (request !== undefined) study.ask(request);
    return study;
  }

  /**
   * Ends a study whose place the page's own answer takes: nobody sees its progress any more, or
   * could stop it.
   */
  private drop(name: string): void {
    this.studies.get(name)?.end();
    this.studies.delete(name);
  }

  /**
   * What an experiment asks of the page now, with the values of its keys that fit the sentence.
   * Undefined while there is no sentence that it could ask about.
   */
  private request<Request>({ keys }: Experiment<Request, unknown>, more: Partial<Request>) {
    const { state, sentence } = this;
    if (keys.includes("attention") && sentence.length === 0) return undefined;
    const attention = requestOf(state, sentence);
    const asked = keys.map((key) =>
      key === "attention" ? [key, attention] : [key, fittingValue(key, state, attention)],
    );
    return { ...Object.fromEntries(asked), ...more } as Request;
  }

  /**
   * The result of an experiment: computed here where the work is small, else that of a study. Until
   * the study has one, it is the result before, whichever of the two it came from.
   * @param more of the request, besides the keys of the state or in place of them
   * @param name tells the answers of a part apart, which may be of the same experiment
   */
  answer<Request, Result>(
    experiment: Experiment<Request, Result>,
    more: Partial<Request> = {},
    name = experiment.name.split("/")[1] ?? "",
    engine = this.engine,
  ): Answer<Experiment<Request, Result>> {
    const { keys, quick } = experiment;
    const request = this.request(experiment, more);
    const last = this.memo<{ shown: unknown; studied: unknown }>(`answer ${name}`, [], () => ({
      shown: { keys, request: undefined, result: null },
      studied: null,
    }));
    let study: Study<Request, Result> | undefined;
    if (engine !== null && request !== undefined && quick?.(request)) {
      this.drop(name);
      // A later study has a result of its own again, also of a request that an earlier one has
      // answered.
      last.studied = null;
      const deps = [this.engine, JSON.stringify(request)];
      const result = this.memo(name, deps, () => resultOf(experiment, engine, request));
      last.shown = { keys, request, result };
    } else {
      study = this.study(name, experiment, request);
      const { result, answered } = study;
      if (result !== last.studied) last.shown = { keys, request: answered, result };
      last.studied = result;
    }
    return { ...(last.shown as object), study } as Answer<Experiment<Request, Result>>;
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

  protected get sees(): boolean {
    return this.host.everything || this.inSight;
  }

  /**
   * Whether a study is to run in sight. Of a figure alone only its own are; until its first numbers
   * come, any may be.
   */
  private wants(name: string): boolean {
    const { alone, state } = this;
    if (state.figure === "" || alone === null) return true;
    const { study, others = [] } = alone.inputs;
    return name === study || others.includes(name);
  }

  /** Tells whether the part is in sight. */
  see(inSight: boolean): void {
    if (inSight === this.inSight) return;
    this.inSight = inSight;
    this.seeStudies();
  }

  /**
   * Tells the studies whether they are in sight, and has the part rendered with their progress
   * then.
   */
  seeStudies(): void {
    this.followSight();
    this.changedAnew();
  }

  protected followSight(): void {
    for (const study of this.studies.values()) study.see(this.sees && this.wants(study.name));
  }

  /**
   * A table of numbers, made again when its name, one of `deps` or the language has changed.
   * @param key tells the tables of the part apart; a name may hold numbers, and be another in each
   *   frame
   */
  table(key: string, name: string, deps: readonly unknown[], make: () => Columns): MatrixTable {
    const all = [this.page.language, name, ...deps];
    return this.memo(`table ${key}`, all, () => tableOf(name, make()));
  }

  /** The names of columns: for each of the names one a statistic. */
  columnNames(names: readonly string[], of: readonly (keyof Statistics)[]): string[] {
    const { signs, statistics } = this.common;
    return names.flatMap((name) => of.map((each) => `${name}${signs.colon}${statistics[each]}`));
  }

  /**
   * For each of the names some statistics of its summaries: the names of the columns, and their
   * numbers.
   */
  summaryColumns(
    names: readonly string[],
    of: readonly DrawSummaries[],
    wanted: readonly (keyof Statistics & keyof DrawSummaries)[],
  ): Pick<Columns, "columns" | "values"> {
    return {
      columns: this.columnNames(names, wanted),
      values: of.flatMap((summaries) => wanted.map((one) => summaries[one])),
    };
  }

  /** The studies that are to run. */
  get studied(): readonly AnyStudy[] {
    return [...this.studies.values()].filter(({ name }) => this.wants(name));
  }

  retry(): void {
    for (const study of this.studies.values()) study.retry();
  }

  end(): void {
    for (const study of this.studies.values()) study.end();
    this.studies.clear();
  }

  /**
   * What the numbers of a figure were computed from.
   * @param attention the request that the numbers of the sentence answer; null where the figure
   *   holds none
   * @param asked the keys of the state in the study's request, with their values there
   * @param study the study that the figure shows; its progress is told where its result is not
   *   complete
   * @param others the names of further studies that the figure shows
   */
  inputs(
    attention: AttentionRequest | null,
    asked: Partial<State>,
    study?: AnyStudy,
    others: readonly string[] = [],
  ): Inputs {
    const { done, total, stopped } = study?.held ?? { done: 0, total: 0, stopped: false };
    const what = this.text.counted?.[study?.name ?? ""] ?? "";
    const run = done < total ? { done, total, stopped, what } : undefined;
    return { ...inputsOf(this.page, attention, asked, run), study: study?.name, others };
  }

  /** The same of a result. */
  inputsOf({ request, keys, study }: Source, shows: Shows = {}): Inputs {
    const { attention = null, ...asked } = picked(request as Partial<Asked>, keys);
    const { others = [], complete = false } = shows;
    const all = complete && study !== undefined ? [study.name, ...others] : others;
    const told = complete ? undefined : study;
    const sentence = shows.attention ?? attention;
    const inputs = this.inputs(sentence, { ...asked, ...shows.asked }, told, all);
    return shows.moves === undefined ? inputs : { ...inputs, moves: shows.moves };
  }
}
