/** Changes to a script at places that its syntax tree names. */
import { parseSync, Visitor, type VisitorObject } from "vite";

/** The text that comes in place of what stands from `start` up to `end`. */
interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The tree names the parts of a template before what stands within, so they are sorted here. */
function withReplacements(code: string, replacements: readonly Replacement[]): string {
  let changed = "";
  let end = 0;
  for (const replacement of [...replacements].sort((one, other) => one.start - other.start)) {
    changed += code.slice(end, replacement.start) + replacement.text;
    end = replacement.end;
  }
  return changed + code.slice(end);
}

function visit(file: string, code: string, visitor: VisitorObject) {
  const { program, errors } = parseSync(file, code);
  const [error] = errors;
  if (error !== undefined) throw new Error(`${file}: ${error.message}`);
  new Visitor(visitor).visit(program);
}

/**
 * A script whose templates have no indentation: in HTML and CSS a line break does the same as with
 * spaces after it.
 */
export function withTightTemplates(file: string, code: string): string {
  const replacements: Replacement[] = [];
  visit(file, code, {
    TemplateElement({ start, end }) {
      const text = code.slice(start, end).replace(/\n\s+/g, "\n");
      replacements.push({ start, end, text });
    },
  });
  return withReplacements(code, replacements);
}

/** A script with each import() of a file beside it in another form. */
export function withReplacedImports(
  file: string,
  code: string,
  replace: (call: string, imported: string) => string,
): string {
  const replacements: Replacement[] = [];
  visit(file, code, {
    ImportExpression({ start, end, source }) {
      if (source.type !== "Literal" || typeof source.value !== "string") return;
      if (!source.value.startsWith("./")) return;
      const text = replace(code.slice(start, end), source.value.slice("./".length));
      replacements.push({ start, end, text });
    },
  });
  return withReplacements(code, replacements);
}

/** The addresses that a script imports before it starts. */
export function importsOf(file: string, code: string): string[] {
  return parseSync(file, code).program.body.flatMap((statement) => {
    const source = "source" in statement ? statement.source?.value : undefined;
    return source === undefined ? [] : [source];
  });
}
