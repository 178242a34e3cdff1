/** A figure in the Download menu. */
import type { FigureExport } from "../draw/figure-export.js";
import type { PartName } from "../state/state.js";
import type { Rich } from "../text/rich.js";
import type { Inputs } from "./inputs.js";

/** What a part says above its figures. */
export interface Told {
  readonly heading: string;
  readonly text: readonly Rich[];
  /** The names of its formulas. */
  readonly formulas: readonly string[];
}

/** Its part of the page, its picture and tables, and the inputs they were computed from. */
export interface Offered {
  readonly id: string;
  readonly part: PartName;
  readonly exported: FigureExport;
  readonly inputs: Inputs;
  readonly told: Told;
}
