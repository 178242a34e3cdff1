/** A chart on a canvas. It knows no engine and no state. */
import { type Chart, type ChartLayout, chartScene, layoutChart, type Point } from "./chart.js";
import type { Palette } from "./palette.js";
import { estimateWidth, type Measure, type Scene } from "./scene.js";
import { SceneFigure } from "./scene-figure.js";

interface Drawing {
  readonly chart: Chart;
  readonly palette: Palette;
  readonly whole: boolean;
}

export class ChartFigure extends SceneFigure {
  private drawing: Drawing | undefined;
  private layout: ChartLayout | undefined;
  private measure: Measure = estimateWidth;
  protected readonly listeners: readonly (readonly [string, (event: never) => void])[] = [
    ["click", (event: PointerEvent) => this.click(event)],
  ];

  /** `pick` is told where in the plot a click fell, in the axes' numbers. */
  constructor(private readonly pick?: (point: Point) => void) {
    super();
  }

  draw(drawing: Drawing): void {
    this.drawing = drawing;
    this.layOutAnew();
    this.paint();
  }

  protected get whole(): boolean {
    return this.drawing?.whole === true;
  }

  protected layOut(width: number, measure: Measure): ChartLayout | null {
    if (this.drawing === undefined) return null;
    this.measure = measure;
    this.layout = layoutChart(this.drawing.chart, width, measure);
    return this.layout;
  }

  protected scene(): Scene | null {
    const { drawing, layout, measure } = this;
    return drawing === undefined || layout === undefined
      ? null
      : chartScene(drawing.chart, layout, drawing.palette, measure);
  }

  private click({ offsetX, offsetY }: PointerEvent): void {
    const { layout } = this;
    if (layout === undefined) return;
    const { left, right, top, bottom } = layout;
    if (offsetX < left || offsetX > right || offsetY < top || offsetY > bottom) return;
    this.pick?.([layout.fromX(offsetX), layout.fromY(offsetY)]);
  }
}
