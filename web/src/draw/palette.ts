/**
 * Every colour of the page, in light and dark: paper and ink, a colour for each side of the
 * comparison, two ramps.
 */
import ramps from "ramps";
import { EVEN_LUMINANCE, luminance, mix } from "./luminance.js";

export type Tone = "light" | "dark";

/**
 * A ramp of 256 colours, kept in a table, because a matrix of 64 words needs 4,096 of them in a
 * frame. An entry is computed when it is first needed: the first screen needs a few dozen.
 */
export interface Ramp {
  /** The colour at t, which is clamped to 0 … 1. */
  at(t: number): string;
  /** Black or white, whichever has more contrast with at(t). */
  inkAt(t: number): string;
}

const LAST_COLOR = 255;

export function channels(color: string): [number, number, number] {
  const hex = /^#(..)(..)(..)$/.exec(color);
  const parts = hex
    ? hex.slice(1).map((part) => Number.parseInt(part, 16))
    : color.match(/\d+/g)?.map(Number);
  return parts?.slice(0, 3) as [number, number, number];
}

/** @param colors at equal distances, each of six hexadecimals */
function ramp(colors: string): Ramp {
  const tabled = (make: (t: number) => string) => {
    const table: string[] = [];
    return (t: number) => {
      const index = Math.round(Math.min(1, Math.max(0, t)) * LAST_COLOR);
      table[index] ??= make(index / LAST_COLOR);
      return table[index];
    };
  };
  const last = colors.length / 6 - 1;
  const colorOf = (i: number) => channels(`#${colors.slice(6 * i, 6 * i + 6)}`);
  const colorAt = tabled((t) => {
    const from = Math.min(last - 1, Math.floor(t * last));
    const mixed = mix(colorOf(from), colorOf(from + 1), t * last - from);
    return `rgb(${mixed.map(Math.round).join(", ")})`;
  });
  const inkAt = tabled((t) =>
    luminance(channels(colorAt(t))) > EVEN_LUMINANCE ? "#000000" : "#ffffff",
  );
  return { at: colorAt, inkAt };
}

export const PALETTES = {
  light: {
    /** The ground of what stands on the page itself. */
    paper: "#fbfaf6",
    card: "#ffffff",
    ink: "#1c1a17",
    muted: "#676257",
    hairline: "#e3dfd6",
    /**
     * The colour of all that is without the division: titles, bars, words in the text; and of all
     * that is with it.
     */
    unscaled: "#b8430f",
    scaled: "#126478",
    /** The colour of sentences about input that is wrong, which is that of neither side. */
    wrong: "#8c0f2e",
    /**
     * Weights from 0 to 1: from paper to ink-blue, lightness falling (by night rising) all the way.
     */
    weights: ramp(ramps.light.weights),
    /**
     * Scores from −largest to +largest: purple, paper, green; told apart also by those who see no
     * red or no green.
     */
    scores: ramp(ramps.light.scores),
  },
  dark: {
    paper: "#161410",
    card: "#1e1b16",
    ink: "#ece6d9",
    muted: "#a59e90",
    hairline: "#36322a",
    unscaled: "#f58a55",
    scaled: "#5cbdd3",
    wrong: "#ffb3c6",
    weights: ramp(ramps.dark.weights),
    scores: ramp(ramps.dark.scores),
  },
};

/** The colours, and the font of pictures; without a font, that of the language. */
export type Palette = Readonly<(typeof PALETTES)[Tone]> & { readonly font?: string };

/**
 * A palette as custom properties, so that style sheets and canvases take their colours from one
 * place.
 */
export const properties = ({ weights, scores, font, ...colors }: Palette): string =>
  Object.entries(colors)
    .map(([name, color]) => `--${name}: ${color};`)
    .join(" ");

export const paletteCss = (): string =>
  `.page { ${properties(PALETTES.light)} color-scheme: light; }
   @media screen {
     .page[data-tone="dark"] { ${properties(PALETTES.dark)} color-scheme: dark; }
   }`;
