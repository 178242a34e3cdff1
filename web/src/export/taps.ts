/**
 * Pictures of which one is seen, and taps that lead from each to the next step of its side or to
 * its other side, without a script and without an id.
 *
 * All pictures stand in a row, of which one is in view. An element that moves when it is tapped
 * keeps its place after that and cannot be moved a second time, so that the row is inside of many
 * groups, one in the other, each of which moves it once: the next one of those that are left.
 * Within a group stand the areas that are tapped for it. A tap on them moves this group and all
 * around it, which have moved already or are skipped by that, and none within it: how many of the
 * groups have moved, counted from the outermost, says which picture is in view.
 */

import { hexOf } from "../draw/luminance.js";
import { channels } from "../draw/palette.js";
import type { Box, CellsShape, Scene, Shape } from "../draw/scene.js";
import { shapesToSvg, toHundredths } from "../draw/svg.js";
import { entryOf } from "../memo.js";
import { inlineElement } from "./inline-svg.js";

/** An area over the whole width. */
export interface Band {
  readonly y: number;
  readonly height: number;
}

export interface TappedPictures {
  /** Of the first side the picture of each step, then of the second; all of one size. */
  readonly sides: readonly [readonly Scene[], readonly Scene[]];
  /** The step that is in view at first, on the first side. */
  readonly start: number;
  /** The picture after the last tap that can be counted. */
  readonly ended: Scene;
  /** What is tapped for the other side. */
  readonly sideArea: Band;
  /** What is tapped for each step, side by side and of one height; none where there is one step. */
  readonly stepBoxes: readonly Box[];
  /** What is tapped for the next step, as the box of the one in view is too. */
  readonly nextArea: Band;
}

interface TappedPicture {
  readonly scene: Scene;
  readonly side: number;
  readonly step: number;
}

/** The width of the text of an article in WeChat's editor. */
export const ARTICLE_WIDTH = 677;

/**
 * How often each picture can be in view: so many times two taps can change the side, and so many
 * times the steps can be gone through.
 */
export const ROUNDS = 10;

/** From one picture of the row to the next: no window is wide enough for two of them. */
const APART = 4000;

/** Cells from which on they are drawn as lines. */
const MANY_CELLS = 145;

/**
 * Cells as lines as thick as they are high, one path for each colour: as rectangles those of 64
 * words would be megabytes. Neighbours that touch and have the same colour are one line.
 */
function cellPaths({ x, y, pitch, size, rows, cols, fill }: CellsShape): string {
  const lines = new Map<string, string[]>();
  const touch = size === pitch;
  for (let row = 0; row < rows; row += 1) {
    const middle = toHundredths(y + row * pitch + size / 2);
    for (let col = 0; col < cols; ) {
      const color = fill(row, col);
      let end = col + 1;
      while (touch && end < cols && fill(row, end) === color) end += 1;
      const length = toHundredths((end - col - 1) * pitch + size);
      const line = `M${toHundredths(x + col * pitch)} ${middle}h${length}`;
      if (color !== undefined) entryOf(lines, color, () => []).push(line);
      col = end;
    }
  }
  return [...lines]
    .map(([color, parts]) => {
      const stroke = hexOf(channels(color));
      return inlineElement("path", { d: parts.join(""), stroke, "stroke-width": size });
    })
    .join("");
}

function shapeText(shape: Shape): string {
  if (shape.kind === "cells" && shape.rows * shape.cols >= MANY_CELLS) return cellPaths(shape);
  return shapesToSvg({ width: 0, height: 0, shapes: [shape] });
}

const drawn = ({ shapes }: Scene) => shapes.map(shapeText).join("");

const movedGroup = (x: number, content: string) =>
  inlineElement("g", { transform: `translate(${x} 0)` }, content);

/** An area that is seen through, moved by x. */
const clear = (box: Box, x = 0) => {
  const { y, width, height } = box;
  return inlineElement("rect", { x: box.x + x, y, width, height, fill: "#fff", opacity: 0 });
};

/** A group that a tap on itself moves by x, and that stays there. */
function tappedGroup(content: string, x: number): string {
  const place = `${x} 0`;
  const motion = { type: "translate", from: place, to: place, dur: "0.01s", begin: "click" };
  const move = inlineElement("animateTransform", {
    attributeName: "transform",
    ...motion,
    fill: "freeze",
  });
  return inlineElement("g", {}, content + move);
}

/** The row of pictures inside of all groups that move it. */
function tappedRow(tapped: TappedPictures): string {
  const { sides, start, ended, sideArea, stepBoxes, nextArea } = tapped;
  const pictures = sides.flatMap((scenes, side) =>
    scenes.map((scene, step): TappedPicture => ({ scene, side, step })),
  );
  const count = pictures.length;
  const steps = sides[0].length;
  /** Where a picture stands in the row, which begins with the first one in view. */
  const placeOf = (index: number) => ((index - start + count) % count) * APART;
  const bandOf = ({ y, height }: Band): Box => ({ x: 0, y, width: ended.width, height });
  /** The boxes in one picture that are tapped for another one. */
  const boxesFor = (from: TappedPicture, to: TappedPicture): readonly (Box | undefined)[] => {
    if (from.side !== to.side) return from.step === to.step ? [bandOf(sideArea)] : [];
    if (from.step === to.step) return [];
    const isNext = to.step === (from.step + 1) % steps;
    const next = isNext ? [stepBoxes[from.step], bandOf(nextArea)] : [];
    return [stepBoxes[to.step], ...next];
  };
  const targets = (boxes: (from: TappedPicture) => readonly (Box | undefined)[]) =>
    pictures
      .flatMap((from, i) => boxes(from).map((box) => (box ? clear(box, placeOf(i)) : "")))
      .join("");

  const all = pictures.map(({ scene }, i) => movedGroup(placeOf(i), drawn(scene)));
  const last = movedGroup(count * APART, drawn(ended));
  const areas = [bandOf(sideArea), ...stepBoxes, ...(steps > 1 ? [bandOf(nextArea)] : [])];
  // The innermost group leads from every picture to the last one.
  const content = [...all, last, targets(() => areas)].join("");
  let row = tappedGroup(content, -count * APART);
  for (let moved = ROUNDS * count; moved > 0; moved -= 1) {
    const reached = pictures[(start + moved) % count] as TappedPicture;
    const back = moved % count === 0;
    row = tappedGroup(
      row + targets((from) => boxesFor(from, reached)),
      back ? (count - 1) * APART : -APART,
    );
  }
  return row;
}

/** What lies before, between and after spans [begin, end] of a length. */
function remainder(spans: readonly (readonly [begin: number, end: number])[], length: number) {
  const begins = [0, ...spans.map(([, end]) => end)];
  const ends = [...spans.map(([begin]) => begin), length];
  return begins.map((from, i) => ({ from, size: Math.max(0, (ends[i] ?? length) - from) }));
}

/** What is no area to be tapped, covered: a tap on it would reach all groups. */
function covers({ ended, sideArea, stepBoxes, nextArea }: TappedPictures): string {
  const { width, height } = ended;
  const [first] = stepBoxes;
  const bands = first === undefined ? [sideArea] : [sideArea, first, nextArea];
  const between = remainder(
    bands.map((band) => [band.y, band.y + band.height] as const),
    height,
  ).map(({ from, size }) => clear({ x: 0, y: from, width, height: size }));
  if (first === undefined) return between.join("");
  const beside = remainder(
    stepBoxes.map((box) => [box.x, box.x + box.width] as const),
    width,
  ).map(({ from, size }) => clear({ ...first, x: from, width: size }));
  return [...between, ...beside].join("");
}

/**
 * The SVG, as wide as its place.
 * @param alt what it shows, for readers who cannot see it
 */
export function tappedSvg(pictures: TappedPictures, alt: string, family: string): string {
  const { width, height } = pictures.ended;
  const scale = ARTICLE_WIDTH / width;
  const content = inlineElement(
    "g",
    { transform: `scale(${scale.toFixed(4)})` },
    inlineElement("g", { cursor: "pointer" }, tappedRow(pictures)) + covers(pictures),
  );
  const attributes = {
    xmlns: "http://www.w3.org/2000/svg",
    viewBox: `0 0 ${ARTICLE_WIDTH} ${Math.ceil(height * scale)}`,
    width: "100%",
    overflow: "hidden",
    role: "img",
    "aria-label": alt,
    "font-family": family,
  };
  return `${inlineElement("svg", attributes, content)}\n`;
}
