/** Which modules of the hosted page stand in which script: the groups of Rolldown's code splitting. */
import { readFileSync } from "node:fs";
import { inProject } from "./run.mjs";

/**
 * The scripts that the hosted page starts with: early.ts, which runs before the rest, beside it what needs no view either, and
 * all other modules that are imported from the start, in one file whatever later scripts use of them.
 */
export const FIRST_SCRIPTS: {
  name: string;
  test?: RegExp;
  tags?: "$initial"[];
  priority: number;
}[] = [
  {
    name: "early",
    test: /\/(src\/(entries\/(early|hosted-edition)|draw\/paint-queue|state\/embedded)\.ts|package\.json)$/,
    priority: 2,
  },
  { name: "hosted", tags: ["$initial"], priority: 1 },
];

const partFile = /\/src\/parts\/(\w+)\/(?!(?:keys|part|label|figures)\.ts)\w+\.ts$/;

/** The script of a module of a part, or of the end of a chapter: that of the chapter, as part.ts says; null for the first one and all else. */
function scriptOf(id: string): string | null {
  const ended = /\/src\/questions\/closing\/(\w+)\.ts$/.exec(id)?.[1];
  if (ended !== undefined) return ended === "page" ? null : `${ended}-parts`;
  const part = partFile.exec(id)?.[1];
  if (part === undefined) return null;
  const text = readFileSync(inProject(`web/src/parts/${part}/part.ts`), "utf8");
  const chapter = /chapter: "(\w+)"/.exec(text)?.[1] ?? "page";
  return chapter === "page" ? null : `${chapter}-parts`;
}

/**
 * What all parts share, the boxes of a Transformer, which two chapters open, and the parts of each chapter in a script of its own.
 * The first chapter needs the worker's and the questions' too, and what is taken away the one that saves files.
 */
export const PART_SCRIPTS = [
  { name: "helper", test: /\/src\/(helper|experiments\/worker-place)\.ts$/, priority: 0.7 },
  { name: "questions", test: /\/src\/questions\/[\w-]+\.ts$/, priority: 0.7 },
  { name: "save", test: /\/src\/ui\/save\.ts$/, priority: 0.7 },
  {
    name: "sections",
    test: /\/(src\/((part-kit|parts)\/(?!labels|figure-names)[\w-]+|experiments\/experiment|engine\/layer[\w-]*|draw\/grid)\.ts|attention_scale_layers\.mjs)$/,
    priority: 0.5,
  },
  {
    name: "boxes",
    test: /\/src\/parts\/flow\/(?!(?:section|experiments|keys|part|label|figures)\.ts)[\w-]+\.ts$/,
    priority: 0.3,
  },
  { name: scriptOf, debugName: "parts", priority: 0 },
];

/** The files of the programs: those of a part in a script, and the modules that they include in one a language. */
export const PROGRAM_SCRIPTS = [
  {
    name: (id: string) => {
      const [, part, ending] =
        /\/src\/(?:parts\/(\w+)\/(?:program|plot)|part-kit\/programs\/\w+)\.(py|cpp|hpp)\?raw$/.exec(
          id,
        ) ?? [];
      return ending === undefined ? null : part ? `${part}-programs` : `modules-${ending}`;
    },
    debugName: "programs",
    priority: 0,
  },
];
