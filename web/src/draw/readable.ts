/** Colours mixed with each other, until they can be read. */
import { EVEN_LUMINANCE, luminance, mix, type Rgb } from "./luminance.js";

/** A colour with an alpha from 0 to 1. */
export type Rgba = readonly [...rgb: Rgb, alpha: number];

/** The colour of layers, the front one first, over an opaque ground. */
export const composite = (layers: readonly Rgba[], ground: Rgb): Rgb =>
  layers.reduceRight<Rgb>((below, [r, g, b, alpha]) => mix(below, [r, g, b], alpha), ground);

export const isDark = (color: Rgb): boolean => luminance(color) <= EVEN_LUMINANCE;

/** WCAG 2.2, from 1 to 21. */
export function contrast(a: Rgb, b: Rgb): number {
  const x = luminance(a);
  const y = luminance(b);
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}

/** What text needs by WCAG 2.2. */
const LEAST_CONTRAST = 4.5;

/**
 * The colour itself where it can be read on the ground, else moved towards black or white as far as
 * needed.
 */
export function readable(color: Rgb, ground: Rgb): Rgb {
  const end: Rgb = isDark(ground) ? [255, 255, 255] : [0, 0, 0];
  const steps = Array.from({ length: 21 }, (_, step) => mix(color, end, step / 20));
  return steps.find((each) => contrast(each, ground) >= LEAST_CONTRAST) ?? end;
}

/** A faint colour on the ground: of lines and boxes. */
export const faint = (ink: Rgb, ground: Rgb, share: number): Rgb => mix(ground, ink, share);
