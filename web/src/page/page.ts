/** What every section of the page is given: the state and its picture, and the ways to change them. */

import type { SentenceAttention } from "../attention/sentence-attention.js";
import type { Reading } from "../attention/words.js";
import type { HeatmapFigure } from "../draw/heatmap-figure.js";
import type { Palette, Tone } from "../draw/palette.js";
import type { WeightArithmetic } from "../engine/api.js";
import type { Offered, SharePieces } from "../export/index.js";
import type { Cell, Hideable, Junk, Language, State } from "../state/state.js";
import type { Text } from "../text/index.js";
import type { Draft } from "../ui/controls.js";

export const FIGURES = [
  "scores",
  "unscaled",
  "scaled",
  "x",
  "unscaledOutput",
  "scaledOutput",
] as const;
export type FigureName = (typeof FIGURES)[number];

export interface Page {
  readonly state: State;
  /** The state that links lead to: they follow when the hand rests. */
  readonly linked: State;
  readonly language: Language;
  readonly text: Text;
  readonly palette: Palette;
  readonly tone: Tone;
  readonly reading: Reading;
  readonly junk: readonly Junk[];
  /** Painted for paper: also what is out of sight. */
  readonly printing: boolean;
  /** The newest picture; null until the engine has answered for the first time. */
  readonly result: SentenceAttention | null;
  /** The picture of the tables, which follow when the hand rests. */
  readonly settled: SentenceAttention | null;
  /** The picture of the table of a figure: large tables follow one after the other. */
  tabled(name: FigureName): SentenceAttention | null;
  /** Why there is no engine, in a sentence. */
  readonly failure: string | null;
  /** Why the last request had no answer. */
  readonly computeProblem: string | null;
  readonly computing: boolean;
  /** The cell whose arithmetic stands below: pointed at, locked, or the finding's. */
  readonly cell: Cell;
  readonly pointing: boolean;
  readonly arithmetic: {
    readonly unscaled: WeightArithmetic;
    readonly scaled: WeightArithmetic;
  } | null;
  readonly shareLink: string | null;
  readonly shareCopied: boolean;
  /** What a blogger pastes for this state, once it has come. */
  readonly pieces: SharePieces | null;
  /** Why that has not come. */
  readonly piecesProblem: string | null;
  /** Offers a figure to be taken away. */
  offer(figure: Offered): void;
  /** Opens the menu for it. */
  take(id: string | null): void;
  /** Prints once everything is computed that was never in sight. */
  print(): void;
  /** How many experiments have ended of those that printing waits for; null where nothing is to be printed. */
  readonly preparing: { readonly ended: number; readonly all: number } | null;
  /** On a narrow page: whether all controls are shown. */
  readonly more: boolean;

  shows(part: Hideable): boolean;
  figure(name: FigureName): HeatmapFigure;
  draft(key: string): Draft | undefined;
  /** The reader typed something that is a value: it counts at once, and stays as typed. */
  draftRight(key: string, text: string, change: Partial<State>): void;
  /** The reader typed something that is none: it stays, with a sentence, and the last value goes on counting. */
  draftWrong(key: string, text: string, problem: string): void;
  /** The reader is done typing: what was right is now written as the page writes it. */
  commitDraft(key: string): void;
  set(change: Partial<State>): void;
  resample(): void;
  reset(): void;
  share(): void;
  closeShare(): void;
  /** Tries again whatever has failed. */
  retry(): void;
  dismissJunk(): void;
  toggleMore(): void;
}
