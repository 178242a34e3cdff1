/** How light a colour is, and which colours can be read on it. */

export type Rgb = readonly [red: number, green: number, blue: number];

/** Relative luminance of an sRGB colour, WCAG 2.2. */
export function luminance(rgb: Rgb): number {
  const [r, g, b] = rgb.map((channel) => {
    const c = channel / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** The colour at `share` of the way from one to another. */
export const mix = (from: Rgb, to: Rgb, share: number): Rgb =>
  from.map((channel, i) => channel + share * ((to[i] ?? 0) - channel)) as unknown as Rgb;

/** The luminance with which white and black have the same contrast. */
export const EVEN_LUMINANCE = 0.179;

export const hexOf = (color: Rgb): string =>
  `#${color.map((channel) => Math.round(channel).toString(16).padStart(2, "0")).join("")}`;
