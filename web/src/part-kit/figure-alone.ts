/** One figure of a part alone: found in what the section of the part shows. */
import type { TemplateResult } from "lit";
import type { Hue } from "../draw/figure-export.js";
import type { Inputs } from "../page/inputs.js";

/** What the page has to know of a figure that it may show alone. */
interface Made {
  readonly id: string;
  readonly inputs: Inputs;
  readonly legend: readonly Hue[];
}

/** A figure as it is rendered. */
export interface MadeFigure extends TemplateResult {
  readonly made: Made;
}

/** A fold while a figure is shown alone: its content is made where no figure before is that one. */
export class ClosedFold {
  constructor(readonly open: () => unknown) {}
}

const isFigure = (content: object): content is MadeFigure => "made" in content;

/** What the values of a template or of a directive are, and the entries of a list. */
function contentsOf(content: object): readonly unknown[] {
  if (Array.isArray(content)) return content;
  if ("values" in content && Array.isArray(content.values)) return content.values;
  return [];
}

/** The figure of that id in the content of a section. Folds are opened one by one. */
export function figureIn(content: unknown, id: string): MadeFigure | undefined {
  if (typeof content !== "object" || content === null) return undefined;
  if (isFigure(content) && content.made.id === id) return content;
  if (content instanceof ClosedFold) return figureIn(content.open(), id);
  for (const each of contentsOf(content)) {
    const figure = figureIn(each, id);
    if (figure !== undefined) return figure;
  }
  return undefined;
}
