/** Pictures with many words or little width: no text stands on another one. */
import { expect, it } from "vitest";
import { PALETTES } from "../../web/src/draw/palette.js";
import type { PictureMaker } from "../../web/src/draw/picture-figure.js";
import type { Scene, Shape } from "../../web/src/draw/scene.js";
import { estimateWidth } from "../../web/src/draw/svg.js";
import { loadModels } from "../../web/src/parts/atlas/models.js";
import { dotsOf, scatterPicture } from "../../web/src/parts/atlas/scatter.js";
import { weightsPair } from "../../web/src/parts/bugs/weights-pair.js";
import { en } from "../../web/src/text/en/atlas.js";
import { engine } from "../loaded-engine.js";

type Text = Extract<Shape, { readonly kind: "text" }>;

const SHARES = { left: 0, center: 0.5, right: 1 };

/** The room of a text, a little less than its line. */
function boxOf({ text, x, y, size, align = "left" }: Text) {
  const wide = estimateWidth(text, size);
  const left = x - SHARES[align] * wide;
  return { text, left, right: left + wide, top: y - 0.7 * size, bottom: y + 0.1 * size };
}

/** The pairs of texts of which one stands on the other. */
function overlapsOf({ shapes }: Scene): string[] {
  const boxes = shapes.filter((shape) => shape.kind === "text").map(boxOf);
  return boxes.flatMap((one, i) =>
    boxes
      .slice(i + 1)
      .filter(
        (other) =>
          one.left < other.right &&
          other.left < one.right &&
          one.top < other.bottom &&
          other.top < one.bottom,
      )
      .map((other) => `${one.text} on ${other.text}`),
  );
}

/** A frame of 200 pixels, a phone, and a wide window, less the page's margins. */
const WIDTHS = [168, 328, 920];

const overlaps = (picture: PictureMaker) =>
  WIDTHS.flatMap((width) => overlapsOf(picture(width, PALETTES.light, estimateWidth)));

it.each([3, 7, 10, 12, 30])(
  "weights of %i words under two rules leave room for every text",
  (n) => {
    const weights = engine.softmax(engine.randomNormal({ seed: n, rows: n, cols: n }));
    const words = Array.from({ length: n }, (_, i) => `w${i}`);
    const numbers = words.map(() => 1);
    for (const title of ["T5 small", "AlphaFold 2, rows of the Evoformer"]) {
      const sides = [
        { title, color: "ink", weights, numbers },
        { title: "the plain root", color: "scaled", weights, numbers },
      ] as const;
      expect(overlaps(weightsPair(words, sides, "max"))).toEqual([]);
    }
  },
);

it("the years of the models leave room for each other", async () => {
  const models = await loadModels();
  const picture = scatterPicture({
    dots: dotsOf(models),
    shown: new Set(models),
    lit: "alphafold-2-structure",
    asked: null,
    kinds: en.kinds,
    axis: "factor",
  });
  expect(overlaps(picture)).toEqual([]);
});
