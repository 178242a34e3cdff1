/**
 * Which modules of the hosted page stand in which script: the groups of Rolldown's code splitting.
 */
import { PARTS } from "../src/keys/index.ts";
import { type Language, LISTED } from "../src/state/language.ts";

/**
 * The scripts that the hosted page starts with: early.ts, which runs before the rest, beside it
 * what needs no view either, and all other modules that are imported from the start, in one file
 * whatever later scripts use of them.
 */
export const FIRST_SCRIPTS: {
  name: string;
  test?: RegExp;
  tags?: "$initial"[];
  priority: number;
}[] = [
  {
    name: "early",
    test: /\/(src\/(entries\/early|draw\/paint-queue|state\/embedded)\.ts|package\.json)$/,
    priority: 2,
  },
  { name: "hosted", tags: ["$initial"], priority: 1 },
];

const partFile = /\/src\/parts\/([\w-]+)\/(?!(?:figures|program)\.ts)([\w-]+)\.ts$/;

/** The chapter of a part; null where there is no such part. */
const chapterOf = (part: string): string | null =>
  PARTS.find(({ name }) => name === part)?.chapter ?? null;

/** The script of a module of a part: that of its chapter; null for the first one and all else. */
function scriptOf(id: string): string | null {
  const part = partFile.exec(id)?.[1];
  const chapter = part === undefined ? null : chapterOf(part);
  return chapter === null || chapter === "page" ? null : `${chapter}-parts`;
}

/** Modules that come when what they show is asked for, by part; of others all but the named ones. */
const LATER_MODULES: Readonly<Record<string, RegExp>> = {
  atlas: /^(?:details|card|table|words|rules|program-values|experiments)$/,
  bugs: /^(?:answer|weights-pair)$/,
  libraries: /^(?!section$)/,
  quiz: /^(?!section$)/,
};

/** The script of such a module of a part; null for all else. */
function laterScriptOf(id: string): string | null {
  const [, part = "", module = ""] = partFile.exec(id) ?? [];
  return LATER_MODULES[part]?.test(module) ? `${part}-details` : null;
}

/** What a chapter shows at once besides its scripts: the data that its parts import, by their ends. */
export const CHAPTER_DATA: Readonly<Record<string, string>> = {
  divisors: "/parts/atlas/models.json",
};

const wordsFile = /\/src\/text\/(\w+)\/([\w-]+)\.ts$/;

/**
 * The words of the first screen, of each language by themselves: in a group they would need a
 * helper of Rolldown.
 */
export function chunkName({ facadeModuleId }: { facadeModuleId: string | null }): string {
  const language = wordsFile.exec(facadeModuleId ?? "")?.[1];
  return `assets/${language === undefined ? "[name]" : `words-${language}`}-[hash].js`;
}

/**
 * The script of other words: one each for the rest of the first chapter, each other chapter, and
 * each of what is left; one for all of a language that has only the first chapter, since the first
 * view has the names of all scripts.
 */
function wordsScriptOf(id: string): string | null {
  const [, language, subject = ""] = wordsFile.exec(id) ?? [];
  if (language === undefined || subject === "page") return null;
  if (LISTED[language as Language].partial === true) return `words-${language}-first`;
  const chapter = /^closing-(\w+)$/.exec(subject)?.[1] ?? chapterOf(subject);
  const first = chapter === "page" || /^(first-chapter|questions|labels)$/.test(subject);
  return `words-${language}-${first ? "first" : (chapter ?? subject)}`;
}

/**
 * What all parts share, with the lanes that two chapters train, the boxes of a Transformer, which
 * two chapters open, the mistakes in code, which two chapters show, and the parts of each chapter in
 * a script of its own. The first chapter needs the worker's and the questions' too, and what is
 * taken away the one that saves files. Rolldown puts a module of two chapters into the script of one
 * of them, unless a group here names it. What the atlas shows of single models, the answers to
 * mistakes, the table of libraries and the questions about models come when they are asked for.
 */
export const PART_SCRIPTS = [
  { name: "helper", test: /\/src\/(helper|experiments\/worker-place)\.ts$/, priority: 0.7 },
  { name: "questions", test: /\/src\/questions\/[\w-]+\.ts$/, priority: 0.7 },
  { name: "save", test: /\/src\/ui\/(save|select-field)\.ts$/, priority: 0.7 },
  {
    name: "sections",
    test: /\/(src\/((part-kit|parts)\/(?!figure-names)[\w-]+|attention\/(matrices|number-rows)|experiments\/experiment|parts\/training\/lane|draw\/sketch|part-kit\/model\/tokens|page\/bar-settings|own\/handed)\.ts)$/,
    priority: 0.5,
  },
  {
    name: laterScriptOf,
    debugName: "later",
    // What the chapter shows at once is in its own script, also where a later one needs it.
    includeDependenciesRecursively: false,
    priority: 0.3,
  },
  { name: wordsScriptOf, debugName: "words", priority: 0.4 },
  {
    name: "boxes",
    test: /\/src\/parts\/flow\/(?!(?:section|experiments|figures|program)\.ts)[\w-]+\.ts$/,
    priority: 0.3,
  },
  { name: "mistakes", test: /\/src\/parts\/bugs\/mistakes\.ts$/, priority: 0.3 },
  { name: scriptOf, debugName: "parts", priority: 0 },
];

/** A part's program and its plots, or a module that programs import. */
const PROGRAM_FILE =
  /\/src\/(?:parts\/([\w-]+)\/(?:program|plot)|part-kit\/programs\/(\w+))\.py\?raw$/;

/**
 * The files of the programs: those of a part in a script, and the modules that they import in one.
 * What plots is in one of its own, since notebooks alone have it.
 */
export const PROGRAM_SCRIPTS = [
  {
    name: (id: string) => {
      const [, part, module] = PROGRAM_FILE.exec(id) ?? [];
      if (part !== undefined) return `${part}-programs`;
      if (module === undefined) return null;
      return module === "plots" ? "plots" : "modules";
    },
    debugName: "programs",
    priority: 0,
  },
];
