/**
 * The still picture of a figure for a post: as high as the live figure in the same column, so that
 * nothing moves when it comes.
 */
import { sansOf } from "../draw/fonts.js";
import { PALETTES, type Tone } from "../draw/palette.js";
import type { Scene } from "../draw/scene.js";
import { estimateWidth } from "../draw/svg.js";
import type { Offered } from "../page/inputs.js";
import { type Language, START } from "../state/state.js";
import { composed, type Dress, svgFile } from "./compose.js";
import heights from "./heights.json";
import { NARROW_WINDOW } from "./narrow-window.js";
import { captionLine, figureParameters } from "./parameters.js";
import { altOf, findingOf, runNote } from "./texts.js";

/** Columns of a post, in CSS pixels: of a usual one, and of one on a phone of 360. */
export const POST_WIDTHS = [700, 328] as const;

/**
 * What the caption of the picture takes, which the live figure does not have: a line, and two on a
 * phone.
 */
export const CAPTIONS = [30, 52] as const;

/**
 * The height of all that the live figure has around its picture, for each figure and each column:
 * in English, and in other languages where it differs. The entry under the name of a part holds for
 * those of its figures that are not named. `npm run heights` measures it.
 */
const AROUND: Readonly<Record<string, Partial<Record<Language, readonly number[]>>>> = heights;

interface StillOptions extends Pick<Dress, "measure" | "measureText"> {
  readonly width: number;
  readonly language: Language;
}

const columnOf = (width: number) => (width > NARROW_WINDOW ? 0 : 1);

export const pictureHeight = ({ exported }: Offered, width: number): number =>
  exported.scene(width, PALETTES.light, estimateWidth).height;

/** The height of the live figure alone, in a column of this width. */
export function liveHeight(offered: Offered, width: number, language: Language): number {
  const { id, part } = offered;
  const heightsAround = AROUND[id] ?? AROUND[part];
  const around = heightsAround?.[language] ?? heightsAround?.en;
  return Math.round(pictureHeight(offered, width) + (around?.[columnOf(width)] ?? 0));
}

export function stillScene(
  offered: Offered,
  options: StillOptions & Pick<Dress, "palette">,
): Scene {
  const { part, exported, inputs } = offered;
  const { width, palette, language, measure, measureText } = options;
  const parameters = captionLine(part, inputs.state, language);
  const note = runNote(inputs, language);
  return composed(exported, {
    palette,
    ground: true,
    measure,
    measureText,
    width,
    margin: 12,
    finding: findingOf(offered, language),
    lines: [note === null ? parameters : `${parameters}, ${note}`],
    height: liveHeight(offered, width, language) - CAPTIONS[columnOf(width)],
    centred: true,
  });
}

/** A still picture in the light of the reader's pages, or always in one. */
export type StillTone = Tone | "auto";

/** The file of a still picture. */
export function stillFile(offered: Offered, options: StillOptions, tone: StillTone) {
  const sceneIn = (one: Tone) => stillScene(offered, { ...options, palette: PALETTES[one] });
  const scene = sceneIn(tone === "dark" ? "dark" : "light");
  const darkScene = tone === "auto" ? sceneIn("dark") : undefined;
  const { language } = options;
  const { title } = offered.exported;
  const alt = altOf(offered, language);
  const svg = svgFile(scene, title, alt, sansOf(language), darkScene);
  return { svg, alt, width: options.width, height: scene.height };
}

/** Whether the build makes the picture: of the first chapter's weights at the start. */
export const isBuilt = ({ id, inputs }: Offered): boolean =>
  id === "weights" &&
  captionLine("matrices", inputs.state, "en") === captionLine("matrices", START, "en");

/** A file name that other figures and other states do not have. */
export function fileNameOf({ id, part, inputs }: Offered, language: Language): string {
  const text = `${language} ${JSON.stringify(figureParameters(part, inputs.state))}`;
  let hash = 0;
  for (const sign of text) hash = (Math.imul(hash, 31) + (sign.codePointAt(0) ?? 0)) >>> 0;
  return `still-${id}-${hash.toString(36)}.svg`;
}
