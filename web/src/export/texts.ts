/** The texts of the Download menu, and what is said of a figure whose run is not complete. */
import type { Inputs, Offered } from "../page/inputs.js";
import type { Language } from "../state/state.js";
import type { ExportText } from "../text/en/export.js";
import { say } from "../text/rich.js";
import { unmarked } from "../text/typeset.js";
import { textsOf } from "../text/words.js";

export type { ExportText } from "../text/en/export.js";

export const EXPORT_TEXTS = textsOf<ExportText>("export");

/** A sentence about a run that is not complete; null for a complete one. */
export function runNote({ run }: Inputs, language: Language): string | null {
  if (run === undefined) return null;
  const { done, total, unit, stopped } = run;
  const text = EXPORT_TEXTS[language];
  if (total === null) return say(text.after, { done, what: unit });
  return say(text[stopped ? "stopped" : "soFar"], { done, total, what: unit });
}

/** A text with that sentence, if there is one. */
export const noted = (text: string, note?: string | null): string =>
  note ? `${text} (${note})` : text;

/** The text alternative of the picture, in which no mathematics is set. */
export const altOf = ({ exported, inputs }: Offered, language: Language): string =>
  unmarked(noted(exported.alt, runNote(inputs, language)));

/**
 * The sentence below the picture: what the page finds there, or else what the picture shows, where
 * that says more than its title.
 */
export function findingOf({ exported, inputs }: Offered, language: Language): string {
  const { finding, alt, title } = exported;
  if (finding !== undefined) return finding;
  return alt === title ? "" : noted(alt, runNote(inputs, language));
}
