/** The name of a lane in a text, in its colour where it has one of the two. */
import { scaled, strong, unscaled } from "./rich.js";

/** A lane and how it is called. */
export interface Called {
  readonly lane: string;
  readonly name: string;
}

export const laneWord = ({ lane: of, name }: Called) =>
  of === "scaled" ? scaled(name) : of === "unscaled" ? unscaled(name) : strong(name);
