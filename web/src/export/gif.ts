/** Scenes as an animated GIF. */
import { applyPalette, GIFEncoder, quantize } from "gifenc";
import { paint, type Scene } from "../draw/scene.js";
import { indexed } from "../indexed.js";

/** Bytes of a file at most. Where it would be larger, every second picture is left out. */
export const MOST_BYTES = 2e6;
const COLORS = 256;
/** Milliseconds of a picture, and of the last one. */
const DELAY = 140;
const LAST_DELAY = 1600;
/**
 * The palette is computed from COUNTED_PICTURES pictures, in each from every PIXEL_STRIDE-th pixel.
 */
const COUNTED_PICTURES = 5;
const PIXEL_STRIDE = 11;

/** Lets the page do what waits: each piece of the work below takes some milliseconds. */
const pause = () => new Promise<void>((resolve) => setTimeout(resolve));

/**
 * @param scenes of one width, painted on a ground of their own
 * @param tell called with the number of pictures that are written
 * @param signal aborted where the file is not wanted any more, which throws
 */
export async function gifOf(
  scenes: readonly Scene[],
  family: string,
  tell: (done: number) => void,
  signal: AbortSignal,
): Promise<{ readonly blob: Blob; readonly frames: number }> {
  const canvas = document.createElement("canvas");
  const width = scenes[0]?.width ?? 0;
  const height = Math.max(...scenes.map((scene) => scene.height));
  Object.assign(canvas, { width, height });
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (context === null) throw new Error("this browser gives no canvas to paint on");
  const pixels = (scene: Scene) => {
    paint(context, scene, family);
    return context.getImageData(0, 0, width, height).data;
  };
  const some: number[] = [];
  const stride = Math.max(1, Math.floor((scenes.length - 1) / (COUNTED_PICTURES - 1)));
  for (const scene of scenes.filter((_, i) => i % stride === 0)) {
    const colors = new Uint32Array(pixels(scene).buffer);
    for (let i = 0; i < colors.length; i += PIXEL_STRIDE) some.push(colors[i] ?? 0);
    await pause();
  }
  const palette = quantize(new Uint8Array(Uint32Array.from(some).buffer), COLORS);
  for (let every = 1; ; every *= 2) {
    const thinned = scenes.filter((_, i) => (scenes.length - 1 - i) % every === 0);
    const gif = GIFEncoder();
    for (const [i, scene] of indexed(thinned)) {
      await pause();
      signal.throwIfAborted();
      const rgba = pixels(scene);
      await pause();
      const index = applyPalette(rgba, palette);
      await pause();
      const delay = i === thinned.length - 1 ? LAST_DELAY : DELAY * every;
      gif.writeFrame(index, width, height, i === 0 ? { palette, delay } : { delay });
      await pause();
      tell((i + 1) * every);
    }
    gif.finish();
    const bytes = gif.bytes();
    if (bytes.length <= MOST_BYTES || thinned.length < 3) {
      return { blob: new Blob([bytes], { type: "image/gif" }), frames: thinned.length };
    }
  }
}
