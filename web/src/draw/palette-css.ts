/** The palettes as custom properties, so that style sheets and canvases take their colours from one place. */
import { PALETTES, type Palette } from "./palette.js";

export function properties(palette: Palette): string {
  const { paper, card, ink, muted, hairline, unscaled, scaled, wrong } = palette;
  const values = { paper, card, ink, muted, hairline, unscaled, scaled, wrong };
  return Object.entries(values)
    .map(([name, color]) => `--${name}: ${color};`)
    .join(" ");
}

export const paletteCss = (): string =>
  `.page { ${properties(PALETTES.light)} color-scheme: light; }
   @media screen {
     .page[data-tone="dark"] { ${properties(PALETTES.dark)} color-scheme: dark; }
   }`;
