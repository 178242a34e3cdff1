/**
 * The answers of a part: its experiments are run in studies, or here where that takes less than a
 * frame.
 */
import { type AttentionRequest, requestOf } from "../attention/sentence-attention.js";
import type { Engine } from "../engine/api.js";
import { type Experiment, endResult, type StudyRequest } from "../experiments/experiment.js";
import { type Study, studyOf } from "../experiments/study.js";
import { entryOf } from "../memo.js";
import { type Inputs, inputsOf } from "../page/inputs.js";
import { fittingValue, type State } from "../state/state.js";
import type { PartContext } from "./host.js";

export type AnyStudy = Study<unknown, unknown>;

/** What the numbers of a figure come from. */
export interface Source {
  /** What was asked, and the keys of the state in it. */
  readonly request: unknown;
  readonly keys: readonly (keyof StudyRequest)[];
  readonly result: unknown;
  /** Absent where the page has computed it. */
  readonly study: AnyStudy | undefined;
}

/** A result of an experiment, with the request that it answers. */
export interface Answered<E> extends Source {
  readonly request: E extends Experiment<infer Request, infer _> ? Request : never;
  readonly result: E extends Experiment<infer _, infer Result> ? Result : never;
}
/** An answer whose result is null until there is one. */
export type Answer<E> = Answered<E> | (Source & { readonly result: null });

/** What a figure shows besides the numbers of its source. */
export interface Shows {
  /** The request that numbers of the sentence answer, where the source's own request has none. */
  readonly attention?: AttentionRequest | null | undefined;
  /** Further keys of the state that the numbers depend on. */
  readonly requestedState?: Partial<State>;
  /** Further studies whose numbers it shows, by name. Their progress is not told. */
  readonly otherStudies?: readonly string[];
  /** Whether all its numbers are there, however far the study is. */
  readonly complete?: boolean;
  readonly moves?: Inputs["moves"];
}

const picked = <T, K extends keyof T>(from: T, keys: readonly K[]): Partial<Pick<T, K>> =>
  Object.fromEntries(keys.map((key) => [key, from[key]])) as Partial<Pick<T, K>>;

/** What one answer has shown: a result of the page or one of a study, whichever came last. */
class KeptAnswer {
  request: unknown;
  result: unknown = null;
  /** The result that the study had when it was looked at last. */
  studied: unknown = null;
  /** The page's own result, and what it was computed from. */
  private computed: unknown = null;
  private engine: Engine | null = null;
  private requestText = "";

  /**
   * The page's own result.
   * @param engine another engine than the last time has it computed again, as another request has
   */
  ofPage(engine: Engine | null, request: unknown, compute: () => unknown): unknown {
    const requestText = JSON.stringify(request);
    if (engine !== this.engine || requestText !== this.requestText) {
      this.computed = compute();
      this.engine = engine;
      this.requestText = requestText;
    }
    return this.computed;
  }
}

export class PartAnswers {
  private readonly studies = new Map<string, AnyStudy>();
  private readonly keptAnswers = new Map<string, KeptAnswer>();
  /** What the figures that are shown alone were made of; none where all are shown. */
  private alone: readonly Inputs[] = [];
  private inSight = false;

  constructor(private readonly context: PartContext) {}

  /**
   * The answer to an experiment: computed here where the work is small, else that of a study. Until
   * the study has one, it is the result before, whichever of the two it came from.
   * @param more of the request, besides the keys of the state or in place of them
   * @param name tells the answers of a part apart, which may be of the same experiment
   */
  to<Request, Result>(
    experiment: Experiment<Request, Result>,
    more: Partial<Request> = {},
    name = experiment.name.split("/")[1] ?? "",
    engine = this.context.engine,
  ): Answer<Experiment<Request, Result>> {
    const request = this.request(experiment, more);
    const keptAnswer = entryOf(this.keptAnswers, name, () => new KeptAnswer());
    let study: Study<Request, Result> | undefined;
    if (engine !== null && request !== undefined && experiment.quick?.(request)) {
      this.drop(name);
      // A later study has a result of its own again, also of a request that an earlier one has
      // answered.
      keptAnswer.studied = null;
      const compute = () => endResult(experiment, engine, request);
      keptAnswer.request = request;
      keptAnswer.result = keptAnswer.ofPage(this.context.engine, request, compute);
    } else {
      study = this.study(name, experiment, request);
      if (study.value !== keptAnswer.studied) {
        keptAnswer.request = study.answeredRequest;
        keptAnswer.result = study.value;
        keptAnswer.studied = study.value;
      }
    }
    return {
      keys: experiment.keys,
      request: keptAnswer.request,
      result: keptAnswer.result,
      study,
    } as Answer<Experiment<Request, Result>>;
  }

  /**
   * What an experiment asks of the page now, with the values of its keys that fit the sentence.
   * Undefined while there is no sentence that it could ask about.
   */
  private request<Request>(
    { keys }: Experiment<Request, unknown>,
    more: Partial<Request>,
  ): Request | undefined {
    const { state, sentence } = this.context;
    if (keys.includes("attention") && sentence.length === 0) return undefined;
    const attention = requestOf(state, sentence);
    const values = keys.map((key) =>
      key === "attention" ? [key, attention] : [key, fittingValue(key, state, attention)],
    );
    return { ...Object.fromEntries(values), ...more } as Request;
  }

  private study<Request, Result>(
    name: string,
    experiment: Experiment<Request, Result>,
    request: Request | undefined,
  ): Study<Request, Result> {
    let study = this.studies.get(name) as Study<Request, Result> | undefined;
    if (study === undefined) {
      const { host } = this.context;
      study = studyOf(name, experiment, () => host.laboratory(), host.changed);
      this.studies.set(name, study as AnyStudy);
      study.see(this.sees && this.wants(name));
    }
    if (request !== undefined) study.start(request);
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

  /** Whether the part is in sight, or everything is to be computed. */
  get sees(): boolean {
    return this.context.host.everything || this.inSight;
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
    this.context.changedAnew();
  }

  /**
   * Has only the studies of some figures run.
   * @param inputs what the figures were made of; none: until the first numbers come, any may run
   */
  showAlone(inputs: readonly Inputs[]): void {
    this.alone = inputs;
    this.followSight();
  }

  private followSight(): void {
    for (const study of this.studies.values()) study.see(this.sees && this.wants(study.name));
  }

  /** Whether a study is to run in sight: of a figure alone only its own are. */
  private wants(name: string): boolean {
    const { alone, context } = this;
    if (context.state.figure === "" || alone.length === 0) return true;
    return alone.some(
      ({ study, otherStudies = [] }) => name === study || otherStudies.includes(name),
    );
  }

  /** The studies that are to run. */
  get studied(): readonly AnyStudy[] {
    return [...this.studies.values()].filter(({ name }) => this.wants(name));
  }

  studyOf(name = ""): AnyStudy | undefined {
    return this.studies.get(name);
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
   * @param requestedState the keys of the state in the study's request, with their values there
   * @param study the study that the figure shows; its progress is told where its result is not
   *   complete
   * @param otherStudies the names of further studies that the figure shows
   */
  inputs(
    attention: AttentionRequest | null,
    requestedState: Partial<State>,
    study?: AnyStudy,
    otherStudies: readonly string[] = [],
  ): Inputs {
    const { page, text } = this.context;
    const { done, total, stopped } = study?.valueRun ?? { done: 0, total: 0, stopped: false };
    const unit = text.counted?.[study?.name ?? ""] ?? "";
    const run = done < total ? { done, total, stopped, unit } : undefined;
    return { ...inputsOf(page, attention, requestedState, run), study: study?.name, otherStudies };
  }

  /** The same of a result. */
  inputsOf({ request, keys, study }: Source, shows: Shows = {}): Inputs {
    const { attention = null, ...requestedState } = picked(request as Partial<StudyRequest>, keys);
    const { otherStudies = [], complete = false } = shows;
    const studies = complete && study !== undefined ? [study.name, ...otherStudies] : otherStudies;
    const incompleteStudy = complete ? undefined : study;
    const sentence = shows.attention ?? attention;
    const inputs = this.inputs(
      sentence,
      { ...requestedState, ...shows.requestedState },
      incompleteStudy,
      studies,
    );
    return shows.moves === undefined ? inputs : { ...inputs, moves: shows.moves };
  }
}
