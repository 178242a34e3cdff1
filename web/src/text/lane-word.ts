/** The name of a lane in a text, in its colour where it has one of the two. */
import type { Span } from "./rich.js";

export const laneWord = (lane: string, text: string): Span => ({
  kind: lane === "scaled" || lane === "unscaled" ? lane : "strong",
  text,
});
