/** What is used here of gifenc, which has no types of its own. */
declare module "gifenc" {
  type Palette = number[][];

  interface Encoder {
    /**
     * @param index the place in the palette of each pixel, row by row; `palette` with the first
     *   frame: for all
     */
    writeFrame(
      index: Uint8Array,
      width: number,
      height: number,
      options: { palette?: Palette; delay: number },
    ): void;
    finish(): void;
    bytes(): Uint8Array<ArrayBuffer>;
  }
  export function GIFEncoder(): Encoder;
  /** @param rgba four bytes a pixel */
  export function quantize(rgba: Uint8Array | Uint8ClampedArray, most: number): Palette;
  export function applyPalette(rgba: Uint8Array | Uint8ClampedArray, palette: Palette): Uint8Array;
}
