/** Perception of colours: lightness, contrast, difference, and colour blindness. */
import { channels } from "../../web/src/draw/palette.js";
import { contrast as contrastOf } from "../../web/src/draw/readable.js";

export type Rgb = readonly [number, number, number];

/** L* of CIELAB, 0 to 100. */
export function lightness(color: string): number {
  return lab(linear(channels(color)))[0];
}

/** WCAG 2.2, from 1 to 21. */
export const contrast = (a: string, b: string): number => contrastOf(channels(a), channels(b));

const linear = (rgb: Rgb): Rgb =>
  rgb.map((channel) => {
    const c = channel / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  }) as unknown as Rgb;

type Matrix3 = readonly [Rgb, Rgb, Rgb];

const times = (matrix: Matrix3, [x, y, z]: Rgb): Rgb =>
  matrix.map(([a, b, c]) => a * x + b * y + c * z) as unknown as Rgb;

/** Linear sRGB to XYZ, as shares of the white point D65. */
const TO_XYZ: Matrix3 = [
  [0.4124564 / 0.95047, 0.3575761 / 0.95047, 0.1804375 / 0.95047],
  [0.2126729, 0.7151522, 0.072175],
  [0.0193339 / 1.08883, 0.119192 / 1.08883, 0.9503041 / 1.08883],
];

function lab(rgb: Rgb): Rgb {
  const [x, y, z] = times(TO_XYZ, rgb).map((share) =>
    share > (6 / 29) ** 3 ? Math.cbrt(share) : share / (3 * (6 / 29) ** 2) + 4 / 29,
  ) as unknown as Rgb;
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/** Machado, Oliveira and Fernandes, 2009, severity 1, for linear sRGB. */
const EYES = {
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
  "all three cones": [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
} as const satisfies Record<string, Matrix3>;

type Eyes = keyof typeof EYES;
export const ALL_EYES = Object.keys(EYES) as Eyes[];

const seen = (color: string, eyes: Eyes) =>
  lab(
    times(EYES[eyes], linear(channels(color))).map((share) =>
      Math.min(1, Math.max(0, share)),
    ) as unknown as Rgb,
  );

/** ΔE of 1976 as these eyes see it: 2.3 is just noticeable side by side. */
export function difference(a: string, b: string, eyes: Eyes): number {
  const p = seen(a, eyes);
  const q = seen(b, eyes);
  return Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
}
