/**
 * A picture made for its width, with areas that can be pointed at by pointer and arrow keys. It
 * knows neither engine nor state.
 */
import type { Point } from "./marks.js";
import { pointedAt } from "./on-screen.js";
import type { Palette } from "./palette.js";
import type { Box, Scene, TextWidth } from "./scene.js";
import { type FigureContent, SceneFigure } from "./scene-figure.js";

/** A rectangle that can be pointed at; its id names what it stands for. */
export interface Area extends Box {
  readonly id: string;
}

export interface Picture extends Scene {
  /** Where two overlap, the first counts. */
  readonly areas?: readonly Area[];
  /** The numbers at a point of a chart's plot; null outside the plot. */
  readonly numbersAt?: (x: number, y: number) => Point | null;
}

export type PictureMaker = (width: number, palette: Palette, textWidth: TextWidth) => Picture;

interface PictureContent extends FigureContent {
  readonly make: PictureMaker;
  /** The id of the area from which an arrow key moves. */
  readonly fromId: string;
}

const middleOf = ({ x, y, width, height }: Area) => [x + width / 2, y + height / 2] as const;

/** The nearest area in a direction; undefined where there is none. */
function areaBeside(areas: readonly Area[], from: Area, right: number, down: number) {
  const [fromX, fromY] = middleOf(from);
  const reached = areas.flatMap((area) => {
    const [x, y] = middleOf(area);
    const along = (x - fromX) * right + (y - fromY) * down;
    const aside = Math.abs((x - fromX) * down) + Math.abs((y - fromY) * right);
    return along > 0.5 && area.id !== from.id ? [{ area, far: along + 3 * aside }] : [];
  });
  return reached.sort((a, b) => a.far - b.far)[0]?.area;
}

export class PictureFigure extends SceneFigure<PictureContent, Picture, string> {
  /** Called with the numbers at the place in a chart that was clicked. */
  pick: ((numbers: Point) => void) | undefined;

  protected layoutOf({ make, palette }: PictureContent, width: number, textWidth: TextWidth) {
    return make(width, palette, textWidth);
  }

  protected sceneOf(_: PictureContent, picture: Picture): Scene {
    return picture;
  }

  /** Lays the buttons beside the canvas, which name areas, over these. */
  override layOutAnew(): void {
    super.layOutAnew();
    const buttons = this.canvas?.parentElement?.querySelectorAll<HTMLElement>("[data-area]") ?? [];
    for (const button of buttons) {
      const area = this.areaOf(button.dataset.area);
      // Of a picture in two parts each has the buttons of both.
      button.hidden = this.layout !== undefined && area === undefined;
      if (area === undefined) continue;
      const { x, y, width, height } = area;
      Object.assign(button.style, { left: `${x}px`, top: `${y}px` });
      Object.assign(button.style, { width: `${width}px`, height: `${height}px` });
    }
  }

  protected override click(event: PointerEvent): void {
    super.click(event);
    const point = pointedAt(event);
    const numbers = this.layout?.numbersAt?.(point.x, point.y);
    if (numbers) this.pick?.(numbers);
  }

  private areaOf(areaId: string | undefined): Area | undefined {
    return this.layout?.areas?.find(({ id }) => id === areaId);
  }

  /** The area under the pointer, which is over the canvas or over the button of an area. */
  protected under(event: MouseEvent): string | null {
    const button = this.areaOf((event.currentTarget as HTMLElement).dataset.area);
    const point = pointedAt(event);
    const left = point.x + (button?.x ?? 0);
    const top = point.y + (button?.y ?? 0);
    const within = ({ x, y, width, height }: Area) =>
      left >= x && left < x + width && top >= y && top < y + height;
    return this.layout?.areas?.find(within)?.id ?? null;
  }

  /**
   * The listeners of the button over an area. Within it the pointer may be over a smaller area; a
   * key means its own.
   */
  overArea(id: string) {
    return {
      move: (event: PointerEvent) => this.events?.point(this.under(event)),
      leave: () => this.events?.point(null),
      click: (event: MouseEvent) => this.events?.hold(event.detail > 0 ? this.under(event) : id),
    };
  }

  protected get lit(): string {
    return this.content?.fromId ?? "";
  }

  protected beside(right: number, down: number): string | null {
    const { areas = [] } = this.layout ?? {};
    const from = areas.find(({ id }) => id === this.lit) ?? areas[0];
    return (from && (areaBeside(areas, from, right, down) ?? from).id) ?? null;
  }
}
