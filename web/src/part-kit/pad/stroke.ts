/** A curve as it is drawn: its heights over equally distant places, of which the first is given. */

/** Heights from 0 to 1; undefined where nothing is drawn yet. */
export type Stroke = readonly (number | undefined)[];

const cut = (height: number) => Math.min(1, Math.max(0, height));

/** A place between 0 and the last one, and a height there. */
export interface StrokePoint {
  readonly at: number;
  readonly height: number;
}

/**
 * The heights at all places: between drawn ones on a line, after the last one on the line from the
 * first through it.
 */
export function filledHeights(stroke: Stroke, first: number, count: number): number[] {
  const given = { at: 0, height: first };
  const drawn = stroke.flatMap((height, at) => (height === undefined ? [] : { at, height }));
  const last = drawn.at(-1) ?? given;
  const slope = last.at === 0 ? 0 : (last.height - first) / last.at;
  const points = [given, ...drawn, { at: count, height: last.height + slope * (count - last.at) }];
  return Array.from({ length: count }, (_, at) => {
    const next = points.findIndex((point) => point.at > at);
    const left = points[next - 1] ?? given;
    const right = points[next] ?? last;
    return cut(
      left.height + ((right.height - left.height) * (at - left.at)) / (right.at - left.at),
    );
  });
}

/** A stroke with the places between two points of the pointer's way. */
export function drawnOn(stroke: Stroke, from: StrokePoint, to: StrokePoint): Stroke {
  const [left, right] = from.at <= to.at ? [from, to] : [to, from];
  const next = [...stroke];
  for (let at = Math.max(1, Math.ceil(left.at)); at <= right.at; at += 1) {
    const share = left.at === right.at ? 1 : (at - left.at) / (right.at - left.at);
    next[at] = cut(left.height + share * (right.height - left.height));
  }
  return next;
}

/** A stroke with the place nearest to a point, but never the first. */
export function tapped(stroke: Stroke, { at, height }: StrokePoint): Stroke {
  const next = [...stroke];
  next[Math.max(1, Math.round(at))] = cut(height);
  return next;
}
