/** A curve as it is drawn: its heights over equally distant places, of which the first is given. */

/** Heights from 0 to 1; undefined where nothing is drawn yet. */
export type Stroke = readonly (number | undefined)[];

const clampHeight = (height: number) => Math.min(1, Math.max(0, height));

/** A place between 0 and the last one, and a height there. */
export interface StrokePoint {
  readonly position: number;
  readonly height: number;
}

/**
 * The heights at all places: between drawn ones on a line, after the last one on the line from the
 * first through it.
 */
export function filledHeights(stroke: Stroke, first: number, count: number): number[] {
  const start: StrokePoint = { position: 0, height: first };
  const drawn: readonly StrokePoint[] = stroke.flatMap((height, position) =>
    height === undefined ? [] : { position, height },
  );
  const last = drawn.at(-1) ?? start;
  const slope = last.position === 0 ? 0 : (last.height - first) / last.position;
  const end = { position: count, height: last.height + slope * (count - last.position) };
  const points: readonly StrokePoint[] = [start, ...drawn, end];
  return Array.from({ length: count }, (_, place) => {
    const next = points.findIndex(({ position }) => position > place);
    const left = points[next - 1] ?? start;
    const right = points[next] ?? last;
    const rise = (right.height - left.height) * (place - left.position);
    return clampHeight(left.height + rise / (right.position - left.position));
  });
}

/** A stroke with the places between two points of the pointer's way. */
export function drawnOn(stroke: Stroke, from: StrokePoint, to: StrokePoint): Stroke {
  const [left, right] = from.position <= to.position ? [from, to] : [to, from];
  const next = [...stroke];
  for (let place = Math.max(1, Math.ceil(left.position)); place <= right.position; place += 1) {
    const share =
      left.position === right.position
        ? 1
        : (place - left.position) / (right.position - left.position);
    next[place] = clampHeight(left.height + share * (right.height - left.height));
  }
  return next;
}

/** A stroke with the place nearest to a point, but never the first. */
export function tapped(stroke: Stroke, { position, height }: StrokePoint): Stroke {
  const next = [...stroke];
  next[Math.max(1, Math.round(position))] = clampHeight(height);
  return next;
}
