import { interpolateLab, piecewise } from "d3-interpolate";
import { describe, expect, it } from "vitest";
import { channels, PALETTES, type Palette, type Tone } from "../../web/src/draw/palette.js";
import STOPS from "../../web/src/draw/ramps.json" with { type: "json" };
import { ALL_EYES, contrast, difference, lightness } from "./colors.js";

/** WCAG 2.2, AA, for text of any size. */
const READABLE = 4.5;
/** ΔE 2.3 is just noticeable side by side; these stand apart, and are small. */
const APART = 25;

const STEPS = Array.from({ length: 256 }, (_, step) => step / 255);

/** The difference in lightness between each colour and the one so many steps on. */
function moves(colors: readonly string[], by: number): number[] {
  const values = colors.map(lightness);
  return values.slice(by).map((value, index) => value - (values[index] as number));
}

describe.each<[Tone, Palette]>([
  ["light", PALETTES.light],
  ["dark", PALETTES.dark],
])("the %s palette", (tone, palette) => {
  const { weights, scores } = palette;
  /**
   * The direction of lightness away from the ground of the page: darker by day, lighter by night.
   */
  const away = tone === "light" ? -1 : 1;

  it.each(["ink", "muted", "unscaled", "scaled", "wrong"] as const)("has a readable %s", (name) => {
    for (const ground of [palette.paper, palette.card]) {
      expect(contrast(palette[name], ground)).toBeGreaterThanOrEqual(READABLE);
    }
  });

  it("has a readable ink for every step of both ramps", () => {
    for (const ramp of [weights, scores]) {
      const worst = Math.min(...STEPS.map((t) => contrast(ramp.at(t), ramp.inkAt(t))));
      expect(worst).toBeGreaterThanOrEqual(READABLE);
    }
  });

  it("shows a larger weight further from the ground, step by step", () => {
    const colors = STEPS.map((t) => weights.at(t));
    // Whole numbers of red, green and blue leave some neighbours equal, but no two in a row.
    expect(Math.min(...moves(colors, 1).map((move) => away * move))).toBeGreaterThanOrEqual(0);
    expect(Math.min(...moves(colors, 2).map((move) => away * move))).toBeGreaterThan(0);
  });

  it.each(["weights", "scores"] as const)("has the ramp %s as Lab gives it", (name) => {
    const color = piecewise(interpolateLab, STOPS[tone][name]);
    for (const t of STEPS) {
      const expected = channels(color(t));
      for (const [i, channel] of channels(palette[name].at(t)).entries()) {
        expect(Math.abs(channel - (expected[i] as number))).toBeLessThanOrEqual(2);
      }
    }
  });

  it("shows no step of a weight as an edge", () => {
    for (const [index, t] of STEPS.slice(1).entries()) {
      const before = weights.at(STEPS[index] as number);
      expect(difference(before, weights.at(t), "all three cones")).toBeLessThan(2.3);
    }
  });

  it("shows a larger score, either way, further from the ground, step by step", () => {
    const colors = STEPS.map((t) => scores.at(t));
    for (const side of [colors.slice(128), colors.slice(0, 128).reverse()]) {
      expect(Math.min(...moves(side, 1).map((move) => away * move))).toBeGreaterThan(0);
    }
  });

  it("shows opposite scores about equally strongly", () => {
    const apart = STEPS.map((t) => Math.abs(lightness(scores.at(t)) - lightness(scores.at(1 - t))));
    expect(Math.max(...apart)).toBeLessThan(11);
  });

  it.each(ALL_EYES)("tells positive from negative and with from without, seen with %s", (eyes) => {
    expect(difference(scores.at(0), scores.at(1), eyes)).toBeGreaterThan(APART);
    expect(difference(scores.at(0.25), scores.at(0.75), eyes)).toBeGreaterThan(APART);
    expect(difference(palette.unscaled, palette.scaled, eyes)).toBeGreaterThan(APART);
    // Beside a field a difference that is seen is enough: its sentence says what is wrong.
    expect(difference(palette.wrong, palette.unscaled, eyes)).toBeGreaterThan(APART / 2);
  });

  it("takes what lies outside a ramp for its end", () => {
    for (const ramp of [weights, scores]) {
      expect([ramp.at(-1), ramp.at(2)]).toEqual([ramp.at(0), ramp.at(1)]);
      expect([ramp.inkAt(-1), ramp.inkAt(2)]).toEqual([ramp.inkAt(0), ramp.inkAt(1)]);
    }
  });
});
