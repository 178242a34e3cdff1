/**
 * The lessons as data: the links, and the words of both languages. The page and the files in
 * web/docs/lessons are made from it.
 */
import type { LessonWords } from "../text/en/lessons.js";
import { textsOf } from "../text/words.js";

export const LESSONS = textsOf<LessonWords>("lessons");

export type Lesson = LessonWords["lessons"][number];
type NamesIn<One extends Lesson> = One extends Lesson ? keyof One["items"] : never;
/** The names of the items of all lessons. */
export type ItemName = NamesIn<Lesson>;

/** The fragments of the links of all items. */
export const LINKS: Readonly<Record<ItemName, string>> = {
  matrices: "view=matrices",
  variance: "view=variance",
  saturation: "view=saturation",
  jacobian: "view=jacobian&a=0.45",
  gradient: "view=gradient",
  exponent: "view=exponent",
  steps: "view=steps",
  many: "view=many&dim=512",
  cross: "view=cross&second=I+am+very+well",
  widths: "view=widths",
  flow: "view=flow&box=masked&open=flow-mask",
  depth: "view=depth",
  race: "view=training&dim=64",
  rates: "view=training&task=recall&optimiser=sgd&rate=3.2",
  grid: "view=grid",
  talk: "view=talk",
  inside: "view=inside",
  perplexity: "view=perplexity",
};

/** The link that every lesson may begin with: the path of three minutes. */
export const PATH_LINK = "path=short";

/** The words of an item. */
interface ItemWords {
  readonly name: string;
  readonly question: string;
  readonly look: string;
  readonly wrong: string;
  readonly answer: string;
}

export interface Item extends ItemWords {
  /** The fragment of its link. */
  readonly link: string;
}

export const itemsOf = ({ items }: Lesson): Item[] =>
  Object.entries<ItemWords>(items).map(([name, words]) => ({
    ...words,
    link: LINKS[name as ItemName],
  }));
