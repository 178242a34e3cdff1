/** One figure of a part alone, or a slide: found in what the section of the part shows. */
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
  private made: { readonly content: unknown } | null = null;

  constructor(private readonly make: () => unknown) {}

  open(): unknown {
    this.made ??= { content: this.make() };
    return this.made.content;
  }

  /** What has been made of it. */
  get content(): unknown {
    return this.made?.content;
  }
}

/** An open fold, as it is rendered, with what it holds. */
export interface OpenFold extends TemplateResult {
  readonly foldContent: unknown;
}

/** What a slide may show beside its figures. */
interface Piece extends TemplateResult {
  readonly piece: string;
}

/** Gives a template the name by which a slide finds it. */
export const piece = (name: string, template: TemplateResult): TemplateResult =>
  Object.assign(template, { piece: name });

const foldContentOf = (content: object): unknown => {
  if (content instanceof ClosedFold) return content.content;
  return "foldContent" in content ? content.foldContent : undefined;
};

/** What the values of a template or of a directive are, and the entries of a list. */
function contentsOf(content: object): readonly unknown[] {
  if (Array.isArray(content)) return content;
  if ("values" in content && Array.isArray(content.values)) return content.values;
  return [];
}

/** The first template that `is` tells, in the content of a section. Folds are opened one by one. */
function foundIn<T extends object>(
  content: unknown,
  is: (template: object) => template is T,
): T | undefined {
  if (typeof content !== "object" || content === null) return undefined;
  if (is(content)) return content;
  if (content instanceof ClosedFold) return foundIn(content.open(), is);
  for (const each of contentsOf(content)) {
    const found = foundIn(each, is);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The figure of that id in the content of a section. */
export const figureIn = (content: unknown, id: string): MadeFigure | undefined =>
  foundIn(
    content,
    (template): template is MadeFigure => (template as Partial<MadeFigure>).made?.id === id,
  );

/** What has that name in the content of a section. */
export const pieceIn = (content: unknown, name: string): TemplateResult | undefined =>
  foundIn(content, (template): template is Piece => (template as Partial<Piece>).piece === name);

/** The templates of some content, each before those within it, without what folds hold. */
function* templatesIn(content: unknown): Generator<object> {
  if (typeof content !== "object" || content === null) return;
  yield content;
  if (foldContentOf(content) !== undefined || content instanceof ClosedFold) return;
  for (const each of contentsOf(content)) yield* templatesIn(each);
}

/**
 * What the page shows together with a figure: the content of its fold, or the section without
 * folds.
 */
function besideFigure(content: unknown, id: string): unknown {
  for (const template of templatesIn(content)) {
    const held = foldContentOf(template);
    if (held !== undefined && figureIn(held, id) !== undefined) return besideFigure(held, id);
  }
  return content;
}

/** The finding that stands in the same fold as a figure, or in none as the figure; plain text. */
export function findingBeside(content: unknown, id: string): string | undefined {
  for (const template of templatesIn(besideFigure(content, id))) {
    if ("said" in template && typeof template.said === "string") return template.said;
  }
  return undefined;
}
