/** The palettes as custom properties, so that style sheets and canvases take their colours from one place. */
import { PALETTES, type Palette } from "./palette.js";

export const properties = ({ weights, scores, font, ...colors }: Palette): string =>
  Object.entries(colors)
    .map(([name, color]) => `--${name}: ${color};`)
    .join(" ");

export const paletteCss = (): string =>
  `.page { ${properties(PALETTES.light)} color-scheme: light; }
   @media screen {
     .page[data-tone="dark"] { ${properties(PALETTES.dark)} color-scheme: dark; }
   }`;
