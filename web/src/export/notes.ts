/** What is said of a figure whose run is not complete. */

import type { Inputs } from "../page/inputs.js";
import type { Offered } from "../page/offered.js";
import type { Language } from "../state/state.js";
import { EXPORT_TEXTS } from "./texts.js";

/** A sentence about a run that is not complete; null for a complete one. */
export function noteOf({ run }: Inputs, language: Language): string | null {
  if (run === undefined) return null;
  const { done, total, what, stopped } = run;
  const text = EXPORT_TEXTS[language];
  if (total === null) return text.after(done, what);
  return text[stopped ? "stopped" : "soFar"](done, total, what);
}

/** The text alternative of the picture. */
export function altOf({ exported, inputs }: Offered, language: Language): string {
  const note = noteOf(inputs, language);
  return note === null ? exported.alt : `${exported.alt} (${note})`;
}
