/** The interface between the page and its sections: the state, the answers to it, and the ways to change both. */

import type { LitElement } from "lit";
import type { LatestAttention } from "../attention/latest.js";
import type { SentenceAttention } from "../attention/sentence-attention.js";
import type { Reading } from "../attention/words.js";
import type { HeatmapFigure } from "../draw/heatmap-figure.js";
import type { Palette, Tone } from "../draw/palette.js";
import type { WeightArithmetic } from "../engine/api.js";
import type { Offered } from "../export/offered.js";
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

/** The weight of one cell, step by step. */
export interface CellArithmetic {
  readonly unscaled: WeightArithmetic;
  readonly scaled: WeightArithmetic;
}

export interface Page {
  readonly state: State;
  /** The state that links lead to: the last one that has settled. */
  readonly linked: State;
  readonly language: Language;
  readonly text: Text;
  readonly palette: Palette;
  readonly tone: Tone;
  readonly reading: Reading;
  readonly junk: readonly Junk[];
  /** Whether the page is laid out for paper, also outside the viewport. */
  readonly printing: boolean;
  /** The newest answer; null until the engine has answered for the first time. */
  readonly result: SentenceAttention | null;
  /** The answer that tables show: `result` once the reader has stopped changing the state. */
  readonly settled: SentenceAttention | null;
  /** The answer that the table of a figure shows: large tables are filled one after another. */
  tabled(name: FigureName): SentenceAttention | null;
  /** The same answers, and whether one is to come or has failed. */
  readonly attention: LatestAttention;
  /** The cell whose arithmetic is shown: pointed at, locked, or that of the finding. */
  readonly cell: Cell;
  readonly pointing: boolean;
  readonly arithmetic: CellArithmetic | null;
  /** The Share box. */
  readonly sharing: { open(): void; render(): unknown };
  /** Offers a figure in the Download menu. */
  offer(figure: Offered): void;
  /** Opens the Download menu for a figure; null: for the whole page. */
  take(id: string | null): void;
  /** Computes everything that was never in sight, then prints. */
  print(): void;
  /** How many experiments have ended of those that printing waits for; null while nothing is to be printed. */
  readonly preparing: { readonly ended: number; readonly all: number } | null;
  /** On a narrow page: whether all controls are shown. */
  readonly more: boolean;

  shows(part: Hideable): boolean;
  figure(name: FigureName): HeatmapFigure;
  draft(key: string): Draft | undefined;
  /** A typed text that is a value: it counts at once, and stays as typed. */
  draftRight(key: string, text: string, change: Partial<State>): void;
  /** A typed text that is no value: it stays with a sentence about it, and the last value goes on counting. */
  draftWrong(key: string, text: string, problem: string): void;
  /** Typing has ended: a text that is a value is replaced by the value as the page writes it. */
  commitDraft(key: string): void;
  set(change: Partial<State>): void;
  reset(): void;
  /** Tries again all that has failed. */
  retry(): void;
  dismissJunk(): void;
  toggleMore(): void;
}

/** The element, as its controllers see it. */
export type PageElement = LitElement &
  Page & {
    /** Whether the document is the element's own: it then takes its language from the browser, and starts at once. */
    readonly ownPage: boolean;
  };
