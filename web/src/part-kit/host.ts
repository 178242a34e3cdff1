/** What a part has of its page, and the words of parts. */
import type { Engine } from "../engine/api.js";
import type { Laboratory } from "../experiments/laboratory.js";
import type { Page } from "../page/page.js";
import type { ChoiceWords } from "../questions/question.js";
import type { en } from "../text/en/part-kit.js";
import { wordsOf } from "../text/words.js";

/** Words that all parts share. */
export const COMMON = wordsOf<typeof en>("part-kit");

/** The words that every part has. */
export interface Words {
  readonly heading: string;
  readonly text: readonly string[];
  readonly try: string;
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
export interface Seen {
  see(inSight: boolean): void;
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
  /** To be called when something is to be rendered anew. */
  changed(): void;
  /** Calls `view.see` when the element comes into sight or leaves it. */
  watch(element: Element, view: Seen): void;
  unwatch(element: Element): void;
  /** An object for several parts, made at the first call and ended with the page's element. */
  shared<T extends object & Shared>(name: string, make: () => T): T;
}
