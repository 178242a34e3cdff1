/** A chart on a canvas. It knows neither engine nor state. */
import { type ChartLayout, chartScene, layoutChart } from "./chart.js";
import type { Chart, Point } from "./marks.js";
import type { Scene, TextWidth } from "./scene.js";
import { type FigureContent, type Listener, SceneFigure } from "./scene-figure.js";

interface ChartContent extends FigureContent {
  readonly chart: Chart;
}

export class ChartFigure extends SceneFigure<ChartContent, ChartLayout> {
  protected readonly listeners: readonly Listener[] = [
    ["click", (event: PointerEvent) => this.click(event)],
  ];

  /** Called with the numbers at the place in the plot that was clicked: that of the last rendering. */
  pick: ((point: Point) => void) | undefined;

  protected layoutOf({ chart }: ChartContent, width: number, textWidth: TextWidth): ChartLayout {
    return layoutChart(chart, width, textWidth);
  }

  protected sceneOf(content: ChartContent, layout: ChartLayout, textWidth: TextWidth): Scene {
    return chartScene(content.chart, layout, content.palette, textWidth);
  }

  private click({ offsetX, offsetY }: PointerEvent): void {
    const { layout } = this;
    if (layout === undefined) return;
    const { left, right, top, bottom } = layout;
    if (offsetX < left || offsetX > right || offsetY < top || offsetY > bottom) return;
    this.pick?.([layout.fromX(offsetX), layout.fromY(offsetY)]);
  }
}
