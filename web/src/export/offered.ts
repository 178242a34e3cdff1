import type { Take } from "../draw/take.js";
import type { Language, PartName } from "../state/state.js";
import type { Inputs } from "./inputs.js";
import { TAKE_AWAY_TEXTS } from "./texts.js";

/** A figure in the Download menu: its part of the page, its picture and tables, and the inputs they were computed from. */
export interface Offered {
  readonly id: string;
  readonly part: PartName;
  readonly take: Take;
  readonly inputs: Inputs;
}

/** A sentence about a run that is not complete; null for a complete one. */
export function noteOf({ run }: Inputs, language: Language): string | null {
  if (run === undefined) return null;
  const { done, total, what, stopped } = run;
  const text = TAKE_AWAY_TEXTS[language];
  if (total === null) return text.after(done, what);
  return text[stopped ? "stopped" : "soFar"](done, total, what);
}

/** The text alternative of the picture. */
export function altOf({ take, inputs }: Offered, language: Language): string {
  const note = noteOf(inputs, language);
  return note === null ? take.alt : `${take.alt} (${note})`;
}
