/** A canvas that takes what real ones take: it throws for the sizes for which they throw. */

const least = (size: number) => {
  if (size < 0) throw new RangeError(`a negative size: ${size}`);
};

/** Stands for ImageData, which happy-dom does not have. */
export class StrictImage {
  readonly data: Uint8ClampedArray;
  constructor(
    readonly width: number,
    readonly height: number,
  ) {
    if (!(width >= 1 && height >= 1)) throw new RangeError(`an image of ${width} × ${height}`);
    this.data = new Uint8ClampedArray(4 * width * height);
  }
}

/** @param density device pixels for a CSS pixel */
export function strictCanvas(density = 1): CanvasRenderingContext2D {
  const calls = {
    canvas: { width: 400, height: 400 },
    getTransform: () => ({ a: density }),
    measureText: (text: string) => ({ width: 6 * text.length }),
    roundRect: (_x: number, _y: number, width: number, height: number, radius: number) => {
      // A real one mirrors a rectangle of negative sides; no layout means that.
      for (const size of [width, height, radius]) least(size);
    },
    arc: (_x: number, _y: number, radius: number) => least(radius),
  };
  return new Proxy(calls as unknown as CanvasRenderingContext2D, {
    get: (target, name) => Reflect.get(target, name) ?? (() => undefined),
    set: (_, name, value) => {
      // Ignored by real ones, which go on with the font before.
      if (name === "font") least(Number.parseFloat(/(\S+)px/.exec(value)?.[1] ?? ""));
      return true;
    },
  });
}
