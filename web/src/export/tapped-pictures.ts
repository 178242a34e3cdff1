/**
 * The pictures that taps lead through: the weights of a sentence without the division and with it,
 * for each dimension, laid out for the column of a phone.
 */
import type { SentenceAttention } from "../attention/sentence-attention.js";
import { SIDES, type Side } from "../attention/sides.js";
import { heatmapScene, layoutHeatmap } from "../draw/heatmap.js";
import { PALETTES } from "../draw/palette.js";
import { type Box, movedBy, type Scene, type Shape, type TextWidth } from "../draw/scene.js";
import { typesetShapes, typesetWidth } from "../draw/typeset.js";
import { weightsHeatmap } from "../parts/matrices/heatmaps.js";
import type { Text } from "../text/index.js";
import { powerText } from "../text/numbers.js";
import { say } from "../text/rich.js";
import { wrap } from "./compose.js";
import type { Band, TappedPictures } from "./taps.js";
import type { ExportText } from "./texts.js";

/** What the pictures show and say. */
export interface TappedContent {
  /** An answer for each dimension, and the sentence that the page finds there. */
  readonly steps: readonly { readonly result: SentenceAttention; readonly finding: string }[];
  /** The step that is seen first. */
  readonly start: number;
  readonly title: string;
  /** The parameters and the link. */
  readonly small: readonly string[];
}

/** Sizes in CSS pixels of a phone's column, a little enlarged. */
const WIDTH = 376;
const MARGIN = 14;
const INNER = WIDTH - 2 * MARGIN;
const BUTTON = 36;
const GAP = 8;

/** A style of texts: the font size, and the distance of lines. */
interface Style {
  readonly size: number;
  readonly pitch: number;
  readonly bold?: boolean;
}
const TITLE: Style = { size: 18, pitch: 24, bold: true };
const LABEL: Style = { size: 15, pitch: BUTTON, bold: true };
const HINT: Style = { size: 12.5, pitch: 17 };
const FINDING: Style = { size: 16, pitch: 23 };
const SMALL: Style = { size: 12, pitch: 16 };

const STEPS_LABEL = "$d$ =";

/** The font of a reader's phone may be wider than the one that is measured. */
const SPARE = 1.05;

/** Lines of text, and where their first one begins. */
interface Block {
  readonly lines: readonly string[];
  readonly style: Style;
  readonly y: number;
}
const endOf = ({ lines, style, y }: Block) => y + lines.length * style.pitch;

/** Where all stands that is the same in each picture, from above to below. */
interface Places {
  readonly title: Block;
  readonly sidesAt: number;
  readonly sideHint: Block;
  readonly mapAt: number;
  readonly stepsAt: number;
  readonly stepHint: Block;
  readonly findingAt: number;
  readonly small: Block;
  readonly height: number;
}

export class TappedLayout {
  private readonly palette = PALETTES.light;
  private readonly findings: readonly (readonly string[])[];
  private readonly endedHint: readonly string[];
  private readonly places: Places;

  /** @param textWidth in the font of the pictures */
  constructor(
    private readonly content: TappedContent,
    private readonly text: Text,
    private readonly hints: ExportText["taps"],
    private readonly textWidth: TextWidth,
  ) {
    this.findings = content.steps.map(({ finding }) => this.wrapped(finding, FINDING));
    this.endedHint = this.wrapped(hints.ended, HINT);
    this.places = this.placed();
  }

  private wrapped(words: string, { size, bold }: Style): readonly string[] {
    const widthOf = typesetWidth(this.textWidth);
    return wrap(words, INNER, size, (line, of) => SPARE * widthOf(line, of, bold));
  }

  private get hasSteps(): boolean {
    return this.content.steps.length > 1;
  }

  private placed(): Places {
    const { content, hints, hasSteps } = this;
    const block = (words: string, style: Style, y: number): Block => ({
      lines: this.wrapped(words, style),
      style,
      y,
    });
    const title = block(content.title, TITLE, MARGIN);
    const sidesAt = endOf(title) + GAP;
    const sideHint = block(hints.side, HINT, sidesAt + BUTTON + 3);
    // The hint after the last tap stands in the same place.
    const mapAt = Math.max(endOf(sideHint), endOf({ ...sideHint, lines: this.endedHint })) + 3;
    const mapHeights = content.steps.map(({ result }) => this.map(result, "unscaled").height);
    const stepsAt = mapAt + Math.max(...mapHeights) + 2 * GAP;
    const stepHintAt = stepsAt + (hasSteps ? BUTTON + 3 : 0);
    const stepHint = block(hasSteps ? hints.step : "", HINT, stepHintAt);
    const findingAt = endOf(stepHint) + 2 * GAP;
    const findingLines = Math.max(...this.findings.map(({ length }) => length));
    const smallAt = findingAt + findingLines * FINDING.pitch + GAP;
    const lines = content.small.flatMap((line) => this.wrapped(line, SMALL));
    const small = { lines, style: SMALL, y: smallAt };
    const height = Math.ceil(endOf(small) + MARGIN);
    return { title, sidesAt, sideHint, mapAt, stepsAt, stepHint, findingAt, small, height };
  }

  private map(result: SentenceAttention, side: Side): Scene {
    const { palette, text } = this;
    const heatmap = weightsHeatmap({ palette, text }, result, side);
    const layout = layoutHeatmap(heatmap, INNER, this.textWidth);
    return heatmapScene(heatmap, layout, palette, null);
  }

  private written({ lines, style, y }: Block, fill: string): Shape[] {
    const { size, pitch, bold } = style;
    return lines.flatMap((text, i) => {
      const baseline = y + (i + 0.5) * pitch + 0.36 * size;
      const line = { kind: "text", x: MARGIN, y: baseline, text, size, fill, bold } as const;
      return typesetShapes(line, this.textWidth);
    });
  }

  /** A button of some in a row; the chosen one is filled. */
  private button(
    label: string,
    { x, y, width }: { readonly x: number; readonly y: number; readonly width: number },
    color: string,
    chosen: boolean,
  ): Shape[] {
    const { palette } = this;
    const box = { kind: "rect", x, y, width, height: BUTTON, radius: 8 } as const;
    const shown = chosen
      ? { ...box, fill: color }
      : { ...box, fill: palette.card, stroke: palette.hairline };
    const { size, bold } = LABEL;
    const middle = { x: x + width / 2, y: y + BUTTON / 2 + 0.36 * size };
    const fill = chosen ? palette.card : color;
    const name = {
      kind: "text",
      ...middle,
      text: label,
      size,
      bold,
      fill,
      align: "center",
    } as const;
    return [shown, ...typesetShapes(name, this.textWidth)];
  }

  private sideButtons(side: Side, { request }: SentenceAttention): Shape[] {
    const { matrices } = this.text;
    const root = `$${powerText(request.dim, request.exponent)}$`;
    const names = { unscaled: matrices.unscaled, scaled: say(matrices.scaled, { root }) };
    const width = (INNER - GAP) / 2;
    return SIDES.flatMap((name, i) => {
      const place = { x: MARGIN + i * (width + GAP), y: this.places.sidesAt, width };
      return this.button(names[name], place, this.palette[name], name === side);
    });
  }

  /** The buttons of the steps, beside their label. */
  private get stepPlaces(): readonly { readonly x: number; readonly width: number }[] {
    const { steps } = this.content;
    if (!this.hasSteps) return [];
    const { size, bold } = LABEL;
    const left = MARGIN + typesetWidth(this.textWidth)(STEPS_LABEL, size, bold) + GAP;
    const width = (MARGIN + INNER - left + GAP) / steps.length - GAP;
    return steps.map((_, i) => ({ x: left + i * (width + GAP), width }));
  }

  private stepButtons(step: number): Shape[] {
    if (!this.hasSteps) return [];
    const { palette, content, stepPlaces } = this;
    const { stepsAt: y } = this.places;
    const label = this.written({ lines: [STEPS_LABEL], style: LABEL, y }, palette.ink);
    const buttons = stepPlaces.flatMap((place, i) => {
      const dim = content.steps[i]?.result.request.dim ?? 0;
      return this.button(String(dim), { ...place, y }, palette.ink, i === step);
    });
    return [...label, ...buttons];
  }

  private picture(step: number, side: Side, hint: readonly string[]): Scene {
    const { palette, places, content } = this;
    const { height, title, sideHint, mapAt, stepHint, findingAt, small } = places;
    const { result } = content.steps[step] as TappedContent["steps"][number];
    const finding = { lines: this.findings[step] ?? [], style: FINDING, y: findingAt };
    return {
      width: WIDTH,
      height,
      shapes: [
        { kind: "rect", x: 0, y: 0, width: WIDTH, height, fill: palette.paper },
        ...this.written(title, palette.ink),
        ...this.sideButtons(side, result),
        ...this.written({ ...sideHint, lines: hint }, palette.muted),
        ...this.map(result, side).shapes.map((shape) => movedBy(shape, MARGIN, mapAt)),
        ...this.stepButtons(step),
        ...this.written(stepHint, palette.muted),
        ...this.written(finding, palette.ink),
        ...this.written(small, palette.muted),
      ],
    };
  }

  pictures(): TappedPictures {
    const { sidesAt, sideHint, stepsAt, stepHint, findingAt } = this.places;
    const { steps, start } = this.content;
    const ofSide = (side: Side) => steps.map((_, step) => this.picture(step, side, sideHint.lines));
    const sideArea: Band = { y: sidesAt, height: stepsAt - GAP - sidesAt };
    // A finger is wider than a button: no room is left between the boxes.
    const stepBoxes = this.stepPlaces.map((place): Box => {
      const top = stepsAt - GAP;
      const width = place.width + GAP;
      return { x: place.x - GAP / 2, y: top, width, height: stepHint.y - top };
    });
    const nextArea: Band = { y: stepHint.y, height: findingAt - stepHint.y };
    const ended = this.picture(start, "unscaled", this.endedHint);
    const areas = { sideArea, stepBoxes, nextArea };
    return { sides: [ofSide("unscaled"), ofSide("scaled")], start, ended, ...areas };
  }
}
