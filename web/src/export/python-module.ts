/** attention_scale.py, which shows the reader's own tensors in a notebook: the page makes it of itself. */
import parts from "python-parts";
import { edition } from "../experiments/edition.js";
import { packedPython } from "./packed-python.js";

export async function pythonModule(): Promise<string> {
  const { source, frame, widget } = parts;
  return packedPython(source, { page: await edition.pageSource(), frame, widget });
}
