/** Texts typed into fields, kept until typing has ended. */
import type { State } from "../state/state.js";

/** `problem`: a sentence that tells what is allowed; null where the text is. */
type Draft = Readonly<{ text: string; problem: string | null }>;

export class FieldDrafts extends Map<string, Draft> {
  constructor(
    private readonly page: { change(change: Partial<State>): void; requestUpdate(): void },
  ) {
    super();
  }

  /**
   * Keeps a text as it is typed.
   * @param read the change that it makes, which counts at once; or a sentence about a text that is
   *   no value: the last value then goes on counting
   */
  type(key: string, text: string, read: Partial<State> | string): void {
    const problem = typeof read === "string" ? read : null;
    this.set(key, { text, problem });
    if (typeof read === "string") this.page.requestUpdate();
    else this.page.change(read);
  }

  /** Typing has ended: a text that is a value is replaced by the value as the page writes it. */
  commit(key: string): void {
    if (this.get(key)?.problem === null) this.delete(key);
    this.page.requestUpdate();
  }

  /** Drops the text of a key of the state; of `x`, those of all its cells. */
  drop(key: string): void {
    for (const field of this.keys()) {
      if (field === key || (key === "x" && field.startsWith("x"))) this.delete(field);
    }
  }
}

/**
 * What a field shows of a draft, and how it changes it.
 * @param value as the page writes it
 * @param read as FieldDrafts.type takes it
 */
export function drafted(
  { drafts }: { readonly drafts: FieldDrafts },
  key: string,
  value: string,
  read: (text: string) => Partial<State> | string,
) {
  const { text = value, problem = null } = drafts.get(key) ?? {};
  return {
    value: text,
    wrong: problem,
    input: (typed: string) => drafts.type(key, typed, read(typed)),
    change: () => drafts.commit(key),
  };
}
