/** attention_scale.py as it is handed out: its source, with the page packed at the end. */

export interface PackedFiles {
  /** The page in one file. */
  readonly page: string;
  /** The script of the page around frames. */
  readonly frame: string;
  /** The end of widget.js, before which the page's own script stands. */
  readonly widget: string;
}

/** Where the source leaves place. */
const PLACE = /_PACKED = ""\n$/;

/** Characters of a line of base64. */
const LINE = 120;

export async function packedPython(source: string, files: PackedFiles): Promise<string> {
  if (!PLACE.test(source)) {
    throw new Error("The source of attention_scale.py has no place for the page.");
  }
  const text = new Blob([JSON.stringify(files)]);
  const packed = text.stream().pipeThrough(new CompressionStream("deflate"));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  const lines = base64Lines(bytes).join("\n");
  return source.replace(PLACE, () => `_PACKED = """\n${lines}\n"""\n`);
}

function base64Lines(bytes: Uint8Array): string[] {
  const lines: string[] = [];
  const size = (LINE / 4) * 3;
  for (let start = 0; start < bytes.length; start += size) {
    lines.push(btoa(String.fromCharCode(...bytes.subarray(start, start + size))));
  }
  return lines;
}
