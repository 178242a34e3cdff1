/**
 * The conditions under which the page is looked at: all combinations that can occur, and a few for
 * `npm test`.
 */
import { DEFINITIONS } from "../../web/src/state/state.js";

/**
 * The values of each factor of a condition. An embedded element can be hidden in more ways than a
 * page.
 */
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

/** One page in several situations, one after the other. */
export type Walk = Omit<Condition, "situation"> & {
  readonly situations: readonly Condition["situation"][];
};

/** What `npm test` looks at: each chapter, edition, width, language and situation once at least. */
export const WALKS: readonly Walk[] = [
  {
    edition: "over http",
    view: "page",
    width: 360,
    language: "zh",
    situations: ["at rest", "after a jump to its end and back", "zoomed out and in"],
  },
  {
    edition: "from disk",
    view: "why",
    width: 1440,
    language: "en",
    situations: ["scrolled slowly to its end"],
  },
  {
    edition: "from disk",
    view: "model",
    width: 360,
    language: "zh",
    situations: ["at rest"],
  },
  {
    edition: "from disk",
    view: "divisors",
    width: 360,
    language: "en",
    situations: ["at rest"],
  },
  {
    edition: "over http",
    view: "own",
    width: 1440,
    language: "zh",
    situations: ["scrolled slowly to its end"],
  },
  {
    edition: "from disk",
    view: "lessons",
    width: 360,
    language: "en",
    situations: ["at rest"],
  },
  {
    edition: "from disk",
    view: "transformer",
    width: 360,
    language: "en",
    situations: ["after a change of the sentence and of d"],
  },
  {
    edition: "in embed.js",
    view: "race",
    width: 1440,
    language: "zh",
    situations: ["in a details element that is opened"],
  },
  {
    edition: "in embed.js",
    view: "many",
    width: 360,
    language: "zh",
    situations: ["in a box of 0×0 that grows", "shown again after display: none"],
  },
  {
    edition: "in embed.js",
    view: "saturation",
    width: 1440,
    language: "en",
    situations: ["in a popover that is opened"],
  },
  {
    edition: "in embed.js",
    view: "matrices",
    width: 360,
    language: "en",
    situations: [
      "in a hidden parent that is shown",
      "shown again after display: none of an ancestor",
    ],
  },
  {
    edition: "over http",
    view: "heads",
    width: 1440,
    language: "zh",
    situations: ["opened behind another tab", "changed behind another tab"],
  },
];

export const LANGUAGES = { en: "English", zh: "Chinese" } as const;

/** The name of a walk's test. */
export const sentenceOf = ({ edition, view, width, language, situations }: Walk): string =>
  `the view ${view} ${edition}, in ${LANGUAGES[language]}, ${width} pixels wide, ${situations.join(", ")}`;
