/**
 * The lessons as data: the links, and the words of both languages. The page and the files in
 * web/docs/lessons are made from it.
 */
import type { LessonWords } from "../text/en/lessons.js";
import { wordsOf } from "../text/words.js";

export const LESSONS = wordsOf<LessonWords>("lessons");

/** The fragments of the links, lesson by lesson, in the order of the words. */
export const LINKS = [
  [
    "view=matrices",
    "view=variance",
    "view=saturation",
    "view=jacobian&a=0.45",
    "view=gradient",
    "view=exponent",
  ],
  [
    "view=steps",
    "view=many&dim=512",
    "view=cross&second=I+am+very+well",
    "view=widths",
    "view=flow&box=masked&open=flow-mask",
    "view=depth",
  ],
  [
    "view=training&dim=64",
    "view=training&task=recall&optimiser=sgd&rate=3.2",
    "view=grid",
    "view=talk",
    "view=inside",
    "view=perplexity",
  ],
] as const;
