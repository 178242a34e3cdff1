/** What an embed makes of the page around it: which words name a theme, what is seen through layers, what can be read. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Rgb } from "../../web/src/draw/luminance.js";
import { channels, PALETTES } from "../../web/src/draw/palette.js";
import { composite, contrast, hexOf, isDark, readable } from "../../web/src/draw/readable.js";
import { paletteOn } from "../../web/src/element/host-theme.js";
import { toneOfAttribute, toneOfScheme } from "../../web/src/element/host-tone.js";

const channel = fc.integer({ min: 0, max: 255 });
const colors: fc.Arbitrary<Rgb> = fc.tuple(channel, channel, channel);
const NOTHING = { unscaled: null, scaled: null, text: null, ground: null, font: null, gap: null };

describe("what a site says of its theme", () => {
  it.each([
    ["class", "dark", "dark"],
    ["class", "no-js  theme-dark wide", "dark"],
    ["class", "post dark-mode", "dark"],
    ["class", "night", "dark"],
    ["class", "is-light", "light"],
    ["class", "VPNav DARK", "dark"],
    ["data-theme", "dark", "dark"],
    ["data-theme", "light", "light"],
    ["data-theme", "solarized-dark", "dark"],
    ["data-user-color-scheme", "dark", "dark"],
    ["data-color-scheme", "light", "light"],
    ["data-scheme", "dark", "dark"],
    ["data-bs-theme", "dark", "dark"],
    ["data-md-color-scheme", "slate", "dark"],
    ["data-mode", "night", "dark"],
    ["data-color-mode", "light", "light"],
    ["data-darkmode", "true", "dark"],
    ["data-darkmode", "false", "light"],
  ])("is read from %s=%j", (name, value, tone) => {
    expect(toneOfAttribute(name, value)).toBe(tone);
  });

  it.each([
    ["class", "bg-dark navbar-light text-dark"],
    ["class", "darkroom highlight twilight lightbox"],
    ["data-theme", "auto"],
    ["data-color-mode", "system"],
    ["data-mode", "edit"],
    ["title", "dark"],
    ["data-themes", "dark"],
    ["data-theme", ""],
  ])("is not read from %s=%j", (name, value) => {
    expect(toneOfAttribute(name, value)).toBeNull();
  });

  it("is in color-scheme where that leaves one, else what the system has", () => {
    expect(toneOfScheme("normal", true)).toBeNull();
    expect(toneOfScheme("dark", false)).toBe("dark");
    expect(toneOfScheme("only light", true)).toBe("light");
    expect(toneOfScheme("light dark", true)).toBe("dark");
    expect(toneOfScheme("light dark", false)).toBe("light");
  });
});

describe("layers", () => {
  it("are seen through as far as they are transparent", () => {
    const white: Rgb = [255, 255, 255];
    expect(composite([], white)).toEqual(white);
    expect(
      composite(
        [
          [1, 2, 3, 1],
          [9, 9, 9, 1],
        ],
        white,
      ),
    ).toEqual([1, 2, 3]);
    expect(
      composite(
        [
          [0, 0, 0, 0],
          [9, 9, 9, 1],
        ],
        white,
      ),
    ).toEqual([9, 9, 9]);
    expect(composite([[0, 0, 0, 0.6]], white)).toEqual([102, 102, 102]);
    // Front to back: a veil of white over black over white.
    expect(
      composite(
        [
          [255, 255, 255, 0.2],
          [0, 0, 0, 1],
        ],
        white,
      ),
    ).toEqual([51, 51, 51]);
  });

  it("are dark where white can be read better on them than black", () => {
    const property = (color: Rgb) => {
      const [white, black] = [contrast([255, 255, 255], color), contrast([0, 0, 0], color)];
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
        for (const color of [ink, muted, unscaled, scaled, wrong])
          expect(contrast(channels(color), ground)).toBeGreaterThan(4.4);
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
        ...{ paper: base.paper, ink: base.ink, muted: base.muted },
        ...{ unscaled: base.unscaled, scaled: base.scaled },
      });
    }
  });
});
