/**
 * The interface between the page and its sections: the state, the answers to it, and the ways to
 * change both.
 */

import type { LitElement } from "lit";
import { SIDES } from "../attention/sides.js";
import type { Highlight } from "../draw/heatmap.js";
import type { HeatmapFigure } from "../draw/heatmap-figure.js";
import type { Palette, Tone } from "../draw/palette.js";
import type { FigureEvents } from "../draw/scene-figure.js";
import type { MatrixTable } from "../draw/table.js";
import type { Cell, Hideable, Junk, Language, State } from "../state/state.js";
import type { Reading } from "../state/words.js";
import type { Text } from "../text/index.js";
import type { FieldDrafts } from "./field-drafts.js";
import type { Offered } from "./inputs.js";
import type { LatestAttention } from "./latest-attention.js";
import type { Motion } from "./motion.js";

/**
 * Figures whose cells are pairs of words; those of the others, X and Z, have coordinates for
 * columns.
 */
const PAIRS = ["scores", ...SIDES] as const;
export const FIRST_FIGURES = [...PAIRS, "x", "unscaledOutput", "scaledOutput"] as const;
/** Where the page is narrow, the numbers of the weights' rows have figures of their own. */
export const ROW_FIGURES = ["unscaledRows", "scaledRows"] as const;
export type FigureName = (typeof FIRST_FIGURES | typeof ROW_FIGURES)[number];

export const isPair = (name: string): name is (typeof PAIRS)[number] =>
  PAIRS.some((pair) => pair === name);

export interface Page {
  readonly state: State;
  readonly junk: readonly Junk[];
  /** Whether all controls are shown. */
  readonly more: boolean;
  readonly language: Language;
  readonly text: Text;
  readonly palette: Palette;
  /** `printing`: whether the page is laid out for paper, also outside the viewport. */
  readonly surroundings: { readonly tone: Tone; readonly printing: boolean };
  /** The answers of the engine, and whether one is to come or has failed. */
  readonly attention: LatestAttention;
  /**
   * The sentence as it is read, and the state that links lead to: the last one that has settled.
   */
  readonly answers: { readonly reading: Reading; readonly linked: State };
  /**
   * The cell whose arithmetic is shown, and whether it is pointed at, locked, or that of the
   * finding.
   */
  readonly pointer: FigureEvents<Cell> & { readonly highlight: Highlight };
  readonly figures: { of(name: FigureName): HeatmapFigure };
  readonly tables: {
    /**
     * The table that a figure shows now, which may be an older one: large tables are filled one
     * after another.
     */
    of(name: FigureName, table: MatrixTable): MatrixTable | null;
    /** Whether figures and tables answer the last request. */
    readonly complete: boolean;
    /** Whether those answer it that are not the page's own. */
    laterComplete: () => boolean;
  };
  /** What is rendered while a number is dragged. */
  readonly motion: Motion;
  /** The texts that are typed into fields. */
  readonly drafts: FieldDrafts;
  /** The Share button with its popover. */
  readonly sharing: { render(): unknown };
  readonly download: {
    /** Offers a figure in the Download menu. */
    offer(figure: Offered): void;
    /** The figures that are offered. */
    readonly figures: readonly Offered[];
    /** Opens the Download menu for a figure; null: for the whole page. */
    open(id: string | null): void;
    close(): void;
    /** Computes everything that was never in sight, then prints. */
    print(): void;
    /**
     * How many experiments have ended of those that printing waits for; null while nothing is to be
     * printed.
     */
    readonly preparing: { readonly ended: number; readonly all: number } | null;
  };

  /**
   * Whether the document is the element's own: it then takes its language from the browser, and
   * starts at once.
   */
  readonly ownPage: boolean;
  /** Whether what is rendered is on screen: a page of its own renders first, then shows it. */
  readonly seen: boolean;
  /** The tensors that the view `own` opens with, where somebody hands them over. */
  readonly tensors: unknown;
  /** What a chapter starts with that has no sentence of its own: see chapters.ts. */
  readonly firstSentence: string;
  /** Whether each chapter is a document beside this one, as on the hosted site. */
  readonly hosted: boolean;

  /**
   * Whether the parts ask questions where the state does not say so; stays true after all answers
   * were shown.
   */
  asks: boolean;

  /** The address of a state on the whole page. */
  addressOf(state: State): string;
  shows(part: Hideable): boolean;
  /** Shows a figure alone over the whole screen. */
  enlarge(figure: string): void;
  /** The state that a link or an attribute has led to last, or a link to a section of the page. */
  readonly landed: State;
  /** Asks the browser for the whole screen, where it gives it. */
  fillScreen(): Promise<void>;
  /** The state before that, to which it returns; null where a link has led to the figure. */
  readonly origin: State | null;
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
    /** The light and the language of the page around; null where there is none. */
    readonly hostTheme: { readonly tone: Tone | null; readonly language: string | null } | null;
    landed: State;
    /** Shows another state, and tells what was not understood in it. */
    restore(state: State, junk: readonly Junk[]): void;
    /** Tells of a value that was not understood, in place of what it has told of that key. */
    report(wrong: Junk): void;
  };
