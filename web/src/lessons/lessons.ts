/**
 * The lessons as data: the links, and the words of both languages. The page and the files in
 * web/docs/lessons are made from it.
 */
import { SLIDES, type SlideName } from "../part-kit/slides.js";
import { type Language, readFragment, type State } from "../state/state.js";
import type { LessonWords } from "../text/en/lessons.js";
import { textsOf } from "../text/words.js";

export const LESSONS = textsOf<LessonWords>("lessons");

export type Lesson = LessonWords["lessons"][number];
/** What the slide of each item starts with: its part alone, with values of its own. */
const STARTS: Readonly<Record<SlideName, string>> = {
  matrices: "view=matrices",
  variance: "view=variance",
  saturation: "view=saturation",
  jacobian: "view=jacobian&a=0.45",
  gradient: "view=gradient",
  exponent: "view=exponent",
  steps: "view=steps",
  many: "view=many&dim=512",
  cross: "view=cross&sentence=I+am+good&second=I+am+very+well",
  widths: "view=widths",
  flow: "view=flow&box=masked&open=flow-mask&secondword=3",
  depth: "view=depth",
  race: "view=training&dim=64",
  rates: "view=training&task=recall&optimiser=sgd&rate=3.2",
  grid: "view=grid",
  talk: "view=talk",
  inside: "view=inside",
  perplexity: "view=perplexity",
  atlas: "view=atlas",
  card: "view=atlas&model=gpt-oss-120b",
  libraries: "view=libraries&library=onnxruntime-1.27.0&followed=masked-row",
  mistake: "view=bugs&bug=minus",
  yours: "view=opened&bug=path&ownfrom=piece",
  memory: "view=quiz",
};

/** The right one among the answers to pick of each item, from 0. */
const RIGHT: Readonly<Record<SlideName, number>> = {
  matrices: 1,
  variance: 0,
  saturation: 2,
  jacobian: 1,
  gradient: 0,
  exponent: 1,
  steps: 2,
  many: 1,
  cross: 0,
  widths: 2,
  flow: 2,
  depth: 0,
  race: 1,
  rates: 1,
  grid: 0,
  talk: 1,
  inside: 2,
  perplexity: 1,
  atlas: 0,
  card: 2,
  libraries: 2,
  mistake: 0,
  yours: 1,
  memory: 1,
};

/** The link that every lesson may begin with: the path of three minutes. */
export const PATH_LINK = "path=short";

/** The words of an item. */
interface ItemWords {
  readonly name: string;
  readonly question: string;
  readonly look: string;
  readonly wrong: string;
  /** Answers to pick, for who works alone. */
  readonly choices: readonly string[];
  readonly answer: string;
}

export interface Item extends ItemWords {
  /** The fragment of its link. */
  readonly link: string;
  /** The name of its slide. */
  readonly slide: SlideName;
  /** The right one of the answers to pick, from 0. */
  readonly right: number;
}

/** The fragment of the link of an item, which opens its slide: short enough to be typed. */
export const linkOf = (item: SlideName): string => `lesson=${item}&present=on`;

/** The fragment of the state that such a link leads to. */
export const slideFragment = (item: SlideName): string =>
  `${STARTS[item]}&figure=${SLIDES[item].figures[0]}&${linkOf(item)}`;

/** The state of a slide, on a page that has another one. */
export function slideState(item: SlideName, page: State): State {
  const { lang, theme, hide, solutions, picked } = page;
  return { ...readFragment(slideFragment(item)).state, lang, theme, hide, solutions, picked };
}

export const itemsOf = ({ items }: Lesson): Item[] =>
  Object.entries<ItemWords>(items).map(([name, words]) => ({
    ...words,
    link: linkOf(name as SlideName),
    slide: name as SlideName,
    right: RIGHT[name as SlideName],
  }));

/** The lesson of an item in a language, and the place of the item there, from 0. */
export function placeOf(item: SlideName, language: Language) {
  const { lessons } = LESSONS[language];
  const lesson = lessons.find(({ items }) => item in items) ?? lessons[0];
  const items = itemsOf(lesson);
  const place = items.findIndex(({ slide }) => slide === item);
  return { lesson, number: lessons.indexOf(lesson) + 1, items, place };
}
