/** What the Download menu has to know of a part's program: parts/<part>/program.ts, where needed. */
import type { PartName, State } from "../state/state.js";

export interface ProgramNote {
  /** The part whose program prints the numbers of this one too. */
  readonly sharedWith?: PartName;
  /**
   * Set where the program needs PyTorch: the key of the sentence in the Download menu that says
   * what the program does (`torch` in text/<language>/export.ts).
   */
  readonly torch?: "about" | "model";
  /** The program's parameter that holds how far a stopped run had come; default `draws`. */
  readonly counted?: string;
  /** The values of parameters that no key of the state has. */
  readonly values?: (state: State) => Promise<Readonly<Record<string, unknown>>>;
  /** The figures whose numbers the program does not print, without the part's name. */
  readonly without?: readonly string[];
}
