/** The palettes as custom properties, so that style sheets and canvases take their colours from one place. */
import { PALETTES, type Tone } from "./palette.js";

function properties(tone: Tone): string {
  const { paper, card, ink, muted, hairline, unscaled, scaled } = PALETTES[tone];
  const values = { paper, card, ink, muted, hairline, unscaled, scaled };
  return Object.entries(values)
    .map(([name, color]) => `--${name}: ${color};`)
    .join(" ");
}

export const paletteCss = (): string =>
  `.page { ${properties("light")} color-scheme: light; }
   @media screen {
     .page[data-tone="dark"] { ${properties("dark")} color-scheme: dark; }
   }`;
