/** Words that several parts share. */
export const en = {
  progress: {
    running: `{done} of {total} so far`,
    stopped: `stopped at {done} of {total}: the picture shows only these`,
    held: `{done} of {total} so far, goes on when it is in view`,
    waiting: "starts when it is in view",
    missing: "Not computed when this was printed. “Print” in the Download menu computes all first.",
    starting: "starting …",
    done: `all {total} done`,
    stop: "Stop",
    goOn: "Continue",
  },
  listAllowed: `Type {least} to {most} numbers from −{limit} to {limit}, separated by commas or spaces.`,
  legend: {
    unscaled: "without the division",
    scaled: "with the division",
    divided: `divided by {by}`,
    sentence: "your sentence",
    inside: "queries divided by 8, no division",
  },
  tryThis: "Try this:",
  signs: { colon: ": ", semicolon: "; ", stop: "." },
  statistics: {
    low: "10 %",
    median: "median",
    high: "90 %",
    mean: "mean",
    largest: "largest",
    between: "± between experiments",
    deviation: "standard deviation",
  },
  second: "Second sentence",
  /** What the Chinese words mean that the second sentence starts with. */
  glosses: {
    我: "I",
    很: "very",
    好: "good",
    狗: "dog",
    吃: "eat",
    了: "(done)",
    食物: "food",
    因为: "because",
    它: "it",
    饿: "hungry",
  } as Readonly<Record<string, string>>,
  heads: "Heads",
  unfit: `{dim} coordinates cannot be divided among {heads} heads. These numbers of heads fit: {all}. The pictures show {fitting}.`,
  /** The labels of the layers of the Transformer. */
  model: {
    layers: "Layers",
    norm: "Normalisation",
    norms: { post: "after the sum (paper)", pre: "before the sublayer" },
    activation: "Activation",
    activations: { relu: "ReLU", gelu: "GELU" },
    init: "Parameters",
    inits: { xavier: "Xavier", packed: "PyTorch, packed", normal: "$N$(0, .02²)" },
  },
  logits: {
    source: "Logits",
    sources: { ladder: "($a$, $a$, $2a$, $4a$)", typed: "typed", word: "a row of the sentence" },
    typed: "Typed logits",
    word: "Row of",
    factor: "Factor",
    /** The factor beside the title of a moving picture. */
    moved: "factor",
    shift: "Plus",
    play: "Play",
    pause: "Pause",
  },
  controls: { keys: "Keys", draws: "Draws", drawseed: "Seed of the draws", division: "Division" },
  keys: "keys $n$",
  /** The beginning of the chapter. */
  why: {
    heading: "Why the square root",
    text: [
      `A sum of $d$ products of variance 1 has variance $d$: scores are about $√d$ in size. Divided by $√d$ they have variance 1 at every $d$.`,
    ],
    further: {
      title: "The derivation, and why it matters",
      text: [
        `Why does this matter? Softmax is flat (saturated) where one weight is nearly 1: its derivative $y(1 − y)$ is then nearly 0, and so is the gradient that would correct the query. [-Without the division-] fewer and fewer queries supply the gradient as $d$ grows, before training has begun. [+With it+] nearly all take part from $d$ = 16 on, and the median size (norm) of the gradient, $‖∂y/∂q‖$, levels off.`,
      ],
    },
    try: `**Try this:** drag the dimension from 1 to 1024. [-Without-], nearly all the weight of a row usually ends up with one word; [+with {power}+], {outcome}.`,
    /**
     * Where the exponent is 0, below ½ (`like` is the d at which undivided rows are about as sharp
     * as these at 1024), ½ or above.
     */
    outcome: {
      none: "the same happens",
      less: `the same happens later: at $d$ = 1024 a row is about as sharp as one without the division at $d$ = {like}`,
      half: "the leading word changes, but a row is usually soft",
      more: "the weights become more and more alike",
    },
    exceptions:
      "Usually, not at every $d$. With seed 13, “am” gives no word more than .59 at $d$ = 1024 without the division; with $√d$, the largest weight of a row still passes .9 near $d$ = 17 and $d$ = 114.",
    limits:
      "This holds for independent random vectors, as at the start of training. Trained queries and keys are not independent. And one draw tells little: press Resample a few times.",
  },
  /** What a chart shows, by its axes. */
  against: `{y} against {x}`,
  /** Names of tables and of columns. */
  named: { unscaled: `Unscaled {what}`, scaled: `Scaled {what}` },
  /** Lines between two columns of words. */
  lines: {
    titles: ["query", "key"],
    alt: `{name}, as lines from each word to those it attends to, wider for larger weights.`,
  },
  layer: "Layer",
  head: "Head",
} as const;
