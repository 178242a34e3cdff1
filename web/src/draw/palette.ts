/** Every colour of the page, in light and dark: paper and ink, a colour for each side of the comparison, two ramps. */
import { interpolateLab, piecewise } from "d3-interpolate";
import { EVEN_LUMINANCE, luminance } from "./luminance.js";

export type Tone = "light" | "dark";

/**
 * A ramp of 256 colours, kept in a table, because a matrix of 64 words needs 4,096 of them in a frame. An entry is computed when
 * it is first needed: the first screen needs a few dozen.
 */
export interface Ramp {
  /** The colour at t, which is clamped to 0 … 1. */
  at(t: number): string;
  /** Black or white, whichever has more contrast with at(t). */
  inkAt(t: number): string;
}

export interface Palette {
  /** The ground of what stands on the page itself. */
  readonly paper: string;
  readonly card: string;
  readonly ink: string;
  readonly muted: string;
  readonly hairline: string;
  /** The colour of all that is without the division: titles, bars, words in the text. */
  readonly unscaled: string;
  /** The colour of all that is with the division. */
  readonly scaled: string;
  /** Weights from 0 to 1: from paper to ink-blue, lightness falling (by night rising) all the way. */
  readonly weights: Ramp;
  /** Scores from −largest to +largest: purple, paper, green; told apart also by those who see no red or no green. */
  readonly scores: Ramp;
  /** The font of pictures; none: that of the language. */
  readonly font?: string;
}

const STEPS = 255;

export function channels(color: string): [number, number, number] {
  const hex = /^#(..)(..)(..)$/.exec(color);
  const parts = hex
    ? hex.slice(1).map((part) => Number.parseInt(part, 16))
    : color.match(/\d+/g)?.map(Number);
  return parts?.slice(0, 3) as [number, number, number];
}

function ramp(stops: readonly string[]): Ramp {
  let color: ((t: number) => string) | undefined;
  const table: string[] = [];
  const inks: string[] = [];
  const step = (t: number) => Math.round(Math.min(1, Math.max(0, t)) * STEPS);
  const at = (t: number) => {
    const index = step(t);
    color ??= piecewise(interpolateLab, [...stops]);
    table[index] ??= color(index / STEPS);
    return table[index];
  };
  const inkAt = (t: number) => {
    const index = step(t);
    inks[index] ??= luminance(channels(at(t))) > EVEN_LUMINANCE ? "#000000" : "#ffffff";
    return inks[index];
  };
  return { at, inkAt };
}

export const PALETTES: Record<Tone, Palette> = {
  light: {
    paper: "#fbfaf6",
    card: "#ffffff",
    ink: "#1c1a17",
    muted: "#676257",
    hairline: "#e3dfd6",
    unscaled: "#b8430f",
    scaled: "#126478",
    weights: ramp(["#f2eee5", "#ccd8d6", "#7ea8b1", "#3b6c85", "#122740"]),
    scores: ramp(["#5c2a83", "#a983c2", "#f2eee5", "#93b96d", "#35661f"]),
  },
  dark: {
    paper: "#161410",
    card: "#1e1b16",
    ink: "#ece6d9",
    muted: "#a59e90",
    hairline: "#36322a",
    unscaled: "#f58a55",
    scaled: "#5cbdd3",
    weights: ramp(["#26231d", "#2c424b", "#3f7a92", "#7fbdd2", "#eef8fb"]),
    scores: ramp(["#d9aef5", "#7d5598", "#26231d", "#54793a", "#aede86"]),
  },
};
