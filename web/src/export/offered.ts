import type { Take } from "../draw/take.js";
import type { Inputs } from "./inputs.js";
import type { Part } from "./parameters.js";

/** A figure in the Download menu: its part of the page, its picture and tables, and the inputs they were computed from. */
export interface Offered {
  readonly id: string;
  readonly part: Part;
  readonly take: Take;
  readonly inputs: Inputs;
}
