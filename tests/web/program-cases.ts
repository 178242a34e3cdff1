/** States for the programs of the parts. */
import { type PartName, readFragment, type State } from "../../web/src/state/state.js";

/** A program that is asked for by a figure. */
export interface Case {
  readonly name: string;
  readonly part: PartName;
  readonly state: State;
  readonly words: readonly string[];
  /** The figure that asks, and how much of its run it holds, if not all. */
  readonly figure?: string | undefined;
  readonly done?: number | undefined;
}

export const WORDS = ["I", "am", "good"];
/** Words that would be code in a program that does not escape them. */
const EVIL = [
  '"]; raise SystemExit #',
  "\\",
  "a\nb",
  "??/",
  "%d{}`$'",
  "مرحبا",
  "我",
  "❤️",
  "\u2028",
];

/** Parts that show nothing of the sentence. */
const DRAWN_ALONE = ["bell", "critical", "haystack", "opened"] as const;

/** Parts of which the program prints more than the sentence. */
const WHY = ["variance", "saturation", "jacobian", "gradient", "exponent"] as const;

export const PARTS = [
  "matrices",
  ...WHY,
  "many",
  "steps",
  "cross",
  "widths",
  "tensor",
  "flow",
  "depth",
  "atlas",
  ...DRAWN_ALONE,
] as const;

const FEW = "encoders=10&samples=300&sampledim=7&draws=10&rowdraws=10";

/** Links of which each changes most keys of most parts. */
const SHARED: readonly (readonly [name: string, link: string, words: readonly string[]])[] = [
  ["the start, few draws", "draws=10&samples=300&rowdraws=12&encoders=10", WORDS],
  [
    "words that look like code, another d, exponent and seed",
    `${FEW}&dim=17&seed=4&exponent=.3&sigma=1.5&law=uniform&source=word&word=2&factor=1.5&shift=-2` +
      "&keys=5&drawseed=4294967295&loss=target&target=2&measure=entropy&precision=bfloat16" +
      "&place=both&size=3",
    EVIL,
  ],
  [
    "the example, signs, typed logits",
    `${FEW}&vectors=example&exponent=1&law=sign&source=typed&upstream=.5,-2&measure=peak&keys=2` +
      "&x=-.5,3,1e-7;1,0,-2.25;0,.125,0&logits=3,.25,-1.5,2&factor=.5&loss=sum" +
      "&accumulate=float&place=keys",
    WORDS,
  ],
  [
    "one projection for all, overflow",
    `${FEW}&projections=identity&dim=128&seed=4294967295&size=1000&place=queries&a=7.5` +
      "&precision=half&accumulate=float&measure=gradient",
    ["not", "bad", "at", "all"],
  ],
  ["no words", `${FEW}&source=word`, []],
];

type Own = readonly [part: PartName, name: string, link: string, more?: Partial<Case>];
const SINGLY = `${FEW}&draws=40`;
const spread3 = { figure: "variance-spread", done: 3 };

/** Links of single parts. */
const OWN: readonly Own[] = [
  [
    "matrices",
    "no projections, the largest seed",
    "dim=200&seed=4294967295&projections=identity&exponent=0",
  ],
  ["bell", "one coordinate, undivided", "dim=1&exponent=0"],
  ["bell", "the largest d, divided by d", "dim=1024&exponent=1"],
  ["opened", "the divided side as measured", "ownrule=measured"],
  ["opened", "the divided side by the number of heads", "ownrule=heads"],
  ["opened", "the divided side by the width of the model", "ownrule=model"],
  ["variance", "NumPy's experiment", "", { figure: "variance-histogram", done: 31 }],
  [
    "variance",
    "uniform entries, the largest seed",
    "samples=500&sampledim=7&sigma=2.5&sampleseed=4294967295&law=uniform",
    spread3,
  ],
  ["variance", "signs", "samples=300&sampledim=3&law=sign", spread3],
  ["variance", "two samples of one entry, every repeat", "samples=2&sampledim=1&sigma=.1"],
  ["variance", "one repeat, one word", FEW, { words: ["good"], ...spread3, done: 1 }],
  [
    "variance",
    "nothing counted yet",
    FEW.replace("=300", "=5000"),
    { figure: "variance-histogram", done: 0, words: [] },
  ],
  ["saturation", "the ladder, saturated", "a=19.3&factor=1.5&shift=-7"],
  ["saturation", "equal logits", "source=typed&logits=3,-1e-7,12.5&factor=0&shift=4"],
  ["saturation", "a row of the sentence", "source=word&word=2&dim=16&factor=3&shift=100"],
  ["saturation", "a row beyond the last word", "source=word&word=64&dim=16"],
  ["jacobian", "the ladder, saturated", "a=20&factor=4&upstream=1000"],
  [
    "jacobian",
    "typed logits, more gradient than logits",
    "source=typed&logits=700,.25,-3&upstream=.5,-2,1e-7,5&exponent=.37",
  ],
  ["jacobian", "a row of the example", "source=word&word=3&vectors=example&factor=.7"],
  [
    "jacobian",
    "a row of the sentence",
    "source=word&word=1&dim=64",
    { words: ["not", "bad", "at", "all", "café"] },
  ],
  ["gradient", "more draws than are shown one by one", "draws=70"],
  ["gradient", "many keys, another exponent", `${SINGLY}&keys=40&exponent=.85&drawseed=4294967295`],
  ["gradient", "two keys, the same exponent twice", `${SINGLY}&keys=2&exponent=0&drawseed=7`],
  [
    "gradient",
    "a run that was stopped, no words",
    "draws=200",
    { figure: "gradient-fan-gradient", done: 36, words: [] },
  ],
  [
    "gradient",
    "shares of a run that was stopped",
    "draws=200&drawseed=3",
    { figure: "gradient-share", done: 29 },
  ],
  ["exponent", "the gradient of nine keys", `${SINGLY}&measure=gradient&keys=9`],
  ["exponent", "a run that was stopped", "draws=200", { figure: "exponent-map", done: 36 }],
  [
    "exponent",
    "growth that was stopped",
    "draws=40&precision=double",
    { figure: "exponent-growth", done: 7 },
  ],
  [
    "exponent",
    "single precision",
    `${FEW}&precision=float&dim=33&place=queries&seed=7`,
    { words: ["I", "am"] },
  ],
  // Every rounding step by step: each precision, each place of the root, sums kept wide or not.
  ...["scores", "queries", "keys", "both"].flatMap((place, i) =>
    ["half&accumulate=float&size=60", "bfloat16&accumulate=same&size=7", "half&size=.01"].map(
      (precision, j): Own => [
        "exponent",
        `the root at ${place}, ${precision}`,
        `${FEW}&dim=${20 + 8 * i}&seed=${j}&place=${place}&precision=${precision}`,
        { figure: "exponent-growth", done: 1 },
      ],
    ),
  ),
  ["exponent", "bfloat16, sums kept wide", `${FEW}&precision=bfloat16&accumulate=float&size=1000`],
  ["steps", "the second row, divided", "vectors=example&row=2&division=with"],
  ["widths", "narrow keys", "dim=96&dk=3"],
  ["widths", "a unit matrix", "dim=20&dk=31&projection=identity"],
  [
    "widths",
    "pasted matrices",
    "vectors=example&projection=pasted&dk=2&dv=3&wq=1,-0.5;1e-3,2;0,1&wk=0.25,1;1,1;-2,0" +
      "&wv=1,0,2;-3,1e2,0;0,0.5,1",
  ],
  ["tensor", "a longer second sentence", "dim=40&heads=5&second=a b 很 好 %25d"],
  ["tensor", "the example, three heads", "vectors=example&heads=3&division=with"],
  [
    "tensor",
    "one word each, no projections, divided",
    "dim=12&heads=2&second=am&projections=identity&division=with&exponent=.7",
    { words: ["I"] },
  ],
  ["many", "one head", "dim=17&heads=1&head=9&query=64"],
  ["many", "the example, three heads", "vectors=example&heads=3&head=2&query=2"],
  [
    "many",
    "no projections, divided",
    "dim=96&heads=12&head=12&projections=identity&division=with&exponent=.7",
  ],
  [
    "depth",
    "pre-norm, GELU, one matrix",
    "dim=24&heads=3&layers=2&norm=pre&activation=gelu&init=packed&encoders=11&drawseed=5&exponent=.3",
  ],
  [
    "depth",
    "a run that was stopped",
    "dim=16&heads=2&layers=3&activation=gelu",
    { figure: "depth-entropy", done: 30 },
  ],
  [
    "depth",
    "the example, normal parameters",
    "vectors=example&heads=3&layers=12&init=normal&encoders=10",
  ],
  [
    "flow",
    "pre-norm, GELU, no mask, the inside of a feed-forward network",
    "dim=24&heads=3&layers=2&layer=2&norm=pre&activation=gelu&causal=off&init=packed&box=feed2" +
      "&second=to be or not&exponent=.3",
  ],
  [
    "flow",
    "the example, a normalisation before",
    "vectors=example&heads=1&layers=3&layer=9&norm=pre&activation=gelu&box=norm4&init=normal",
  ],
  ["flow", "the example, a normalisation after", "vectors=example&heads=3&layers=1&box=norm1"],
  ["flow", "causal attention", "dim=48&heads=16&head=11&layers=4&layer=3&box=masked&init=packed"],
  ["flow", "the memory", "dim=16&heads=2&layers=12&box=memory&init=normal"],
  ["flow", "the decoder's output, one word", "dim=8&layers=2&box=output&second=ja"],
  ["atlas", "a sink, a factor for long texts", "model=gpt-oss-120b&seed=4"],
  ["atlas", "RMSNorm", "model=qwen3-8b&dim=128"],
  ["atlas", "queries and keys of length 1", "model=swin-v2-t&dim=32"],
  ["atlas", "a cap, the root", "model=grok-1&dim=96&projections=identity"],
  ["atlas", "no division, one family", "model=t5-small&find=gemma&besides=something"],
  ["atlas", "sums over tokens, of which nothing is printed", "model=xcit-s12"],
  ["atlas", "a model that there is not", "model=gpt-5"],
  ["critical", "a run that was stopped", "drawseed=5", { figure: "critical-map", done: 7 }],
  [
    "critical",
    "one dimension, stopped",
    "dim=1&rowdraws=10",
    { figure: "critical-largest", done: 3 },
  ],
  [
    "haystack",
    "one dimension, a wide angle",
    "dim=1&cosine=.01&sharpness=32&rowdraws=10",
    { figure: "haystack-cost", done: 3 },
  ],
  [
    "haystack",
    "the query itself, limits outside the picture",
    "dim=1024&cosine=1&sharpness=.01&drawseed=4294967295&rowdraws=15",
    { figure: "haystack-weight", done: 7 },
  ],
  [
    "cross",
    "a second sentence that looks like code",
    String.raw`dim=40&seed=5&second=my "cat" \ ate 很 好 %25d`,
  ],
];

const stateOf = (link: string) => {
  const { state, junk } = readFragment(link);
  if (junk.length > 0) throw new Error(`Not understood: ${JSON.stringify(junk)}`);
  return state;
};

export const CASES: readonly Case[] = [
  ...SHARED.flatMap(([name, link, words]) =>
    PARTS.map((part) => ({
      name,
      part,
      state: stateOf(link),
      words,
      // A case of its own has every repeat.
      ...(part === "variance" ? spread3 : {}),
    })),
  ),
  ...OWN.map(([part, name, link, more]) => ({
    name,
    part,
    state: stateOf(link),
    words: WORDS,
    ...more,
  })),
].filter(({ part, words, state }) => {
  // The steps by hand are always those of the example.
  if (part === "steps") return state.vectors === "example";
  const dim = state.vectors === "example" ? 3 : state.dim;
  if (["many", "tensor", "flow", "depth"].includes(part) && dim % state.heads !== 0) return false;
  return [...WHY, ...DRAWN_ALONE].some((name) => name === part) || words.length > 0;
});
