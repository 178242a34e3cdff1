/**
 * What an embed makes of the page around it: which words name a theme, what is seen through layers,
 * what can be read.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hexOf, type Rgb } from "../../web/src/draw/luminance.js";
import { channels, PALETTES } from "../../web/src/draw/palette.js";
import { composite, contrast, isDark, type Rgba, readable } from "../../web/src/draw/readable.js";
import { paletteOn } from "../../web/src/element/host-theme.js";
import { toneOfAttribute, toneOfScheme } from "../../web/src/element/host-tone.js";

const channel = fc.integer({ min: 0, max: 255 });
const colors: fc.Arbitrary<Rgb> = fc.tuple(channel, channel, channel);
const NOTHING = { unscaled: null, scaled: null, text: null, ground: null, font: null, gap: null };

describe("what a site says of its theme", () => {
  const toneIn = (attribute: string) => {
    const [name = "", value = ""] = attribute.split("=");
    return toneOfAttribute(name, value);
  };

  it.each([
    "class=dark",
    "class=no-js  theme-dark wide",
    "class=post dark-mode",
    "class=night",
    "class=VPNav DARK",
    "data-theme=dark",
    "data-theme=solarized-dark",
    "data-scheme=dark",
    "data-user-color-scheme=dark",
    "data-bs-theme=dark",
    "data-md-color-scheme=slate",
    "data-mode=night",
    "data-darkmode=true",
  ])("is dark by %s", (attribute) => expect(toneIn(attribute)).toBe("dark"));

  it.each([
    "class=is-light",
    "data-theme=light",
    "data-color-scheme=light",
    "data-color-mode=light",
    "data-darkmode=false",
  ])("is light by %s", (attribute) => expect(toneIn(attribute)).toBe("light"));

  it.each([
    "class=bg-dark navbar-light text-dark",
    "class=darkroom highlight twilight lightbox",
    "data-theme=auto",
    "data-color-mode=system",
    "data-mode=edit",
    "title=dark",
    "data-themes=dark",
    "data-theme=",
  ])("is not read from %s", (attribute) => expect(toneIn(attribute)).toBeNull());

  it("is in color-scheme where that leaves one, else what the system has", () => {
    expect(toneOfScheme("normal", true)).toBeNull();
    expect(toneOfScheme("dark", false)).toBe("dark");
    expect(toneOfScheme("only light", true)).toBe("light");
    expect(toneOfScheme("light dark", true)).toBe("dark");
    expect(toneOfScheme("light dark", false)).toBe("light");
  });
});

describe("layers", () => {
  it.each<[readonly Rgba[], Rgb]>([
    [[], [255, 255, 255]],
    [
      [
        [1, 2, 3, 1],
        [9, 9, 9, 1],
      ],
      [1, 2, 3],
    ],
    [
      [
        [0, 0, 0, 0],
        [9, 9, 9, 1],
      ],
      [9, 9, 9],
    ],
    [[[0, 0, 0, 0.6]], [102, 102, 102]],
    // Front to back: a veil of white over black over white.
    [
      [
        [255, 255, 255, 0.2],
        [0, 0, 0, 1],
      ],
      [51, 51, 51],
    ],
  ])("are seen through as far as they are transparent: %j", (layers, seen) => {
    expect(composite(layers, [255, 255, 255])).toEqual(seen);
  });

  it("are dark where white can be read better on them than black", () => {
    const property = (color: Rgb) => {
      const white = contrast([255, 255, 255], color);
      const black = contrast([0, 0, 0], color);
      if (Math.abs(white - black) > 0.1) expect(isDark(color)).toBe(white > black);
    };
    fc.assert(fc.property(colors, property), { numRuns: 500 });
  });
});

describe("colours of text", () => {
  it("can be read on any ground, and stay what they are where they can", () => {
    const property = (color: Rgb, ground: Rgb) => {
      const shown = readable(color, ground);
      expect(contrast(shown, ground)).toBeGreaterThanOrEqual(4.5);
      if (contrast(color, ground) >= 4.5) expect(shown).toEqual(color);
    };
    fc.assert(fc.property(colors, colors, property), { numRuns: 500 });
  });

  it("of a whole palette can be read on any ground, also those that the page around asks for", () => {
    const property = (accent: Rgb, ground: Rgb) => {
      for (const looks of [
        NOTHING,
        { ...NOTHING, unscaled: [...accent, 1] as const, text: [...accent, 0.5] as const },
      ]) {
        const palette = paletteOn(PALETTES[isDark(ground) ? "dark" : "light"], ground, looks);
        // Whole channels are what a screen has.
        const { ink, muted, unscaled, scaled, wrong } = palette;
        for (const color of [ink, muted, unscaled, scaled, wrong]) {
          expect(contrast(channels(color), ground)).toBeGreaterThan(4.4);
        }
        expect(palette.paper).toBe(hexOf(ground));
      }
    };
    fc.assert(fc.property(colors, colors, property), { numRuns: 300 });
  });

  it("stay those of the page on its own paper", () => {
    for (const tone of ["light", "dark"] as const) {
      const base = PALETTES[tone];
      const { paper, ink, muted, unscaled, scaled } = paletteOn(
        base,
        channels(base.paper),
        NOTHING,
      );
      expect({ paper, ink, muted, unscaled, scaled }).toEqual({
        paper: base.paper,
        ink: base.ink,
        muted: base.muted,
        unscaled: base.unscaled,
        scaled: base.scaled,
      });
    }
  });
});
