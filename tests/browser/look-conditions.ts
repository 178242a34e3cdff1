/** Under which conditions the page is looked at: all combinations that can occur, and a choice of them. */
import { chapterOf } from "../../web/src/state/chapters.js";
import { DEFINITIONS } from "../../web/src/state/state.js";

/** The values of each factor of a condition. An embedded element can be hidden in more ways than a page. */
export const FACTORS = {
  edition: ["over http", "from disk", "in embed.js"],
  view: DEFINITIONS.view.words,
  width: [360, 1440],
  language: ["en", "zh"],
  situation: [
    "at rest",
    "scrolled slowly to its end",
    "after a jump to its end and back",
    "after a change of the sentence and of d",
    "shown again after display: none",
    "shown again after display: none of an ancestor",
    "in a details element that is opened",
    "in a hidden parent that is shown",
    "in a box of 0×0 that grows",
    "in a popover that is opened",
    "zoomed out and in",
    "opened behind another tab",
    "changed behind another tab",
  ],
} as const;

export type Factors = typeof FACTORS;
export type Condition = { readonly [F in keyof Factors]: Factors[F][number] };

/** A page of its own has no host whose markup could hide it. */
const EMBEDDED: readonly Condition["situation"][] = [
  "in a details element that is opened",
  "in a hidden parent that is shown",
  "in a box of 0×0 that grows",
  "in a popover that is opened",
];

const possible = ({ edition, situation }: Condition) =>
  edition === "in embed.js" || !EMBEDDED.includes(situation);

/** Every combination that can occur. */
export function allConditions(): Condition[] {
  const combined = Object.entries(FACTORS).reduce<Record<string, unknown>[]>(
    (partial, [factor, values]) =>
      partial.flatMap((one) => [...values].map((value) => ({ ...one, [factor]: value }))),
    [{}],
  );
  return (combined as Condition[]).filter(possible);
}

/**
 * Each pair of values of two factors, as text; but a situation with the width alone: with every view and every edition it would
 * take most of the time of all pairs.
 */
export function pairsOf({ situation, ...others }: Condition): string[] {
  const entries = Object.entries(others).map(([factor, value]) => `${factor}=${value}`);
  const pairs = entries.flatMap((one, i) =>
    entries.slice(i + 1).map((other) => `${one} & ${other}`),
  );
  return [...pairs, `${situation} & ${others.width}`];
}

/**
 * A choice in which each pair of values that can occur together does so at least once. Greedy: always the condition with the
 * most pairs that are still missing; of several the one whose pairs were chosen least often, so that no value is preferred.
 */
export function pairwise(conditions: readonly Condition[]): Condition[] {
  const counts = new Map<string, { times: number }>();
  const countOf = (pair: string) => {
    const count = counts.get(pair) ?? { times: 0 };
    counts.set(pair, count);
    return count;
  };
  const open = conditions.map((condition) => ({
    condition,
    pairs: pairsOf(condition).map(countOf),
    gain: 0,
    repeated: 0,
  }));
  const chosen: Condition[] = [];
  while ([...counts.values()].some(({ times }) => times === 0)) {
    for (const one of open) {
      one.gain = one.pairs.filter(({ times }) => times === 0).length;
      one.repeated = one.pairs.reduce((sum, { times }) => sum + times, 0);
    }
    const best = open.reduce((most, one) =>
      one.gain > most.gain || (one.gain === most.gain && one.repeated < most.repeated) ? one : most,
    );
    chosen.push(best.condition);
    for (const count of best.pairs) count.times += 1;
  }
  return chosen;
}

/**
 * What `npm test` looks at: the chapters under a pairwise choice, and each part alone, which its chapter holds as well, once, in one
 * situation after the other.
 */
export function choice(): Condition[] {
  const all = allConditions();
  const alone = FACTORS.view.filter((view) => chapterOf(view) === undefined);
  return [
    ...pairwise(all.filter(({ view }) => chapterOf(view) !== undefined)),
    ...alone.flatMap((view, i) => {
      const conditions = all.filter((condition) => condition.view === view);
      // No divisor of their number, so that every factor changes from part to part.
      return conditions[(i * 29) % conditions.length] ?? [];
    }),
  ];
}

export const LANGUAGES = { en: "English", zh: "Chinese" } as const;

/** The name of a condition's test. */
export const sentenceOf = ({ edition, view, width, language, situation }: Condition): string =>
  `the view ${view} ${edition}, in ${LANGUAGES[language]}, ${width} pixels wide, ${situation}`;
