/** What a part has of its page, and the words of parts. */
import type { Engine } from "../engine/api.js";
import type { Laboratory } from "../experiments/laboratory.js";
import type { BarSettings } from "../page/bar-settings.js";
import type { Page } from "../page/page.js";
import type { ChoiceWords } from "../questions/question.js";
import type { Fold, LaterPart, State } from "../state/state.js";
import type { en } from "../text/en/part-kit.js";
import { textsOf } from "../text/words.js";

/** Words that all parts share. */
export const COMMON = textsOf<typeof en>("part-kit");

/** The words that every part has. */
export interface Words {
  readonly heading: string;
  /** What is read before the figure. */
  readonly text: readonly string[];
  /**
   * What goes further, in a fold below the figure: its title says what is found in it. Without one
   * the words stand in a fold of the content: `view.furtherWording`.
   */
  readonly further?: { readonly title?: string; readonly text: readonly string[] };
  readonly try: string;
  /** The label of the fold that holds the content of the part in its chapter, where it has one. */
  readonly fold?: string;
  /** The unit in which the progress of each study is counted. */
  readonly counted?: Readonly<Record<string, string>>;
  /**
   * What the part asks its reader, where it does so by a choice, and why the right answer is right.
   */
  readonly question?: ChoiceWords & { readonly why?: string };
}

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

/** What comes into sight and leaves it. */
export interface Sighted {
  see(inSight: boolean): void;
  /** What the bar that follows the reader holds at the part. */
  readonly bar: BarSettings;
}

/** Shared by all parts of a page, which Sections implements. */
export interface PartHost {
  readonly page: Page;
  /** The engine for calls that take less than a frame; null until it has started. */
  readonly engine: Engine | null;
  /** Why the engine did not start. */
  readonly problem: string | null;
  /** Whether also what is out of sight is computed, for paper. */
  readonly everything: boolean;
  /** The folds that are open: see open-folds.ts. */
  readonly openFolds: ReadonlySet<Fold>;
  laboratory(): Promise<Laboratory>;
  /** Asks for a new rendering. */
  readonly changed: () => void;
  /** Calls `view.see` when the element comes into sight or leaves it. */
  watch(element: Element, view: Sighted): void;
  unwatch(element: Element): void;
  /** Keeps an object for several parts, which ends with the page's element: see shared.ts. */
  keep(object: Shared): void;
}

/** A part on its page: what its answers, figures and controls know of it. */
export interface PartContext<W extends Words = Words> {
  readonly part: LaterPart;
  readonly host: PartHost;
  readonly page: Page;
  readonly state: State;
  /** The words of the part. */
  readonly text: W;
  /** The words that all parts share. */
  readonly common: typeof en;
  readonly engine: Engine | null;
  /** Why the engine did not start. */
  readonly problem: string | null;
  /** The words of the sentence on screen. */
  readonly sentence: readonly string[];
  /** d, which the worked example has of its own. */
  readonly dim: number;
  /** Whether all is to be shown, for paper. */
  readonly whole: boolean;
  /** The names of its formulas, those of its further words last. */
  readonly formulas: readonly string[];
  /** Whether the finding, and the curve that the part asks about, wait for the reader's answer. */
  readonly waits: boolean;
  /** The finding that it shows beside a figure, for pictures that are taken away. */
  findingBeside(figure: string): string | undefined;
  /** What stands in a figure before its picture: something only in one that is shown alone. */
  readonly before: unknown;
  /** The id of the control of a key: other parts may have a control of the same key. */
  idOf(key: string): string;
  /** Asks for a new rendering. */
  readonly changed: () => void;
  /** Has the part rendered now, also out of sight. */
  readonly changedAnew: () => void;
}
