import { type Called, laneWord as lane } from "../lane-word.js";
import { rich, type Said, strong, WK, WQ, word } from "../rich.js";

/** What a character attends to most in a lane. */
type Most = Called & Said<"query" | "share" | "key">;

const gives = (most: Most) =>
  rich`${lane(most)}, ${word(most.query)} gives ${most.share}\u00A0% of its attention to ${word(most.key)}`;

export const en = {
  heading: "Train it here",
  text: [
    `Two models, the lanes of a race, start with the same parameters and see the same examples in the same order. [-One does not divide its scores-], [+the other divides them by √dₖ+], and nothing else differs.`,
  ],
  question: {
    ask: `Can the model that does not divide its scores learn the dates?`,
    answers: ["no", "yes, but later", "yes, as soon as the other"],
    why: `At d = 64, after 200 steps .02 to .25 of its answers are exact, beside .67 to .70 with the division; after 1,000 steps .59 to .84, beside .93 to .99.`,
  },
  try: `press Train, and watch which characters of the date each character of the answer is read from. Then type a date of your own.`,
  task: "Task",
  tasks: { dates: "Dates", recall: "Recall" },
  about: {
    dates: `**Dates**: an encoder and a decoder, as in the chapter before, read a date as characters and learn to write it as 2026-11-20. The examples are made up step by step.`,
    recall: `**Recall**: one attention head with learned $queryMatrix$ and $keyMatrix$. One of n random tokens is the query, and the head must return the random value of that token. The loss is the mean squared error, so that every gradient passes the softmax.`,
  },
  lanes: "Lanes",
  lane: {
    scaled: `divided by {exponent}`,
    unscaled: "not divided",
    one: "divided by dₖ",
    smaller: "not divided, started smaller",
    norm: "QK-norm",
    cap: `divided by {exponent}, soft-cap {cap}`,
    clip: `not divided, QK-clip {clip}`,
  },
  /** What the further lanes do, below the task. */
  rules: {
    norm: (gain: string) =>
      rich`${strong("QK-norm")}: the scores are g = ${gain === "1" ? "" : `${gain} · `}√dₖ times the cosine of query and key, so that none passes g whatever ${WQ} and ${WK} become. That keeps some weight on wrong keys: in recall the loss does not reach 0.`,
    cap: `**Soft-cap**: divided scores x become {cap} tanh(x/{cap}), so that none passes {cap}.`,
    clip: `**QK-clip**: nothing is divided. After a step in which the largest score S of a head was more than {clip}, its $queryMatrix$ and $keyMatrix$ are multiplied by the root of {clip}/S.`,
  },
  gain: "QK-norm: g / √dₖ",
  cap: "Soft-cap: c",
  clip: "QK-clip: τ",
  /** How the lines of the further lanes are drawn. */
  dashes: {
    ...{ one: "dashed", smaller: "dotted" },
    ...{ norm: "dash and dot", cap: "dashed", clip: "dashed" },
  },
  /** Names of the lanes in tables. */
  column: {
    scaled: "Scaled",
    unscaled: "Unscaled",
    one: "Divided by d",
    smaller: "Started smaller",
    ...{ norm: "QK-norm", cap: "Soft-cap", clip: "QK-clip" },
  },
  settings: `Settings: {optimiser}, learning rate {rate}, {batch} examples a step`,
  optimiser: "Optimiser",
  optimisers: { sgd: "SGD", momentum: "Momentum", adam: "Adam", adamw: "AdamW" },
  rate: "Learning rate",
  batch: "Examples a step",
  tokens: "Tokens n",
  exponent: "Exponent α of the lane that divides by dₖᵅ",
  date: "Date",
  buttons: { train: "Train", pause: "Pause", step: "Step", restart: "Restart" },
  buttonsLabel: "Training",
  problems: {
    dim: (task: "dates" | "recall", dim: number, least: number, most: number) =>
      `d = ${dim} is not trained here: ${task === "dates" ? "the model of dates takes" : "recall takes"} a dimension from ${least} to ${most}. Change the dimension above.`,
    lanes: "Choose at least one lane.",
    date: "This is no date that the models learn. Write a day of the years 1950 to 2049 as 20 Nov 2026, November 20, 2026, Nov 20 2026 or 2026年11月20日. The pictures still show the last date.",
    compute: `The training stopped: {reason}`,
  },
  status: {
    step: `step {step}`,
    speed: `{lane}: {speed} steps/s`,
    seconds: `{seconds} s`,
    minutes: `{minutes} min`,
    remaining: `about {time} to step {goal}`,
    diverged: `{lane}: diverged after step {step}, its numbers are no longer finite`,
    checking: "checking the gradients …",
    check: `The gradients are written by hand. Before this race they were compared with finite differences, along a random direction of each matrix: the worst relative error is **{error}**.`,
  },
  diverged: "diverged",
  scrub: "Back through the run",
  newest: "newest",
  axis: "step",
  curves: "Training curves",
  /** What a run is counted in. */
  steps: "steps",
  everyStep: "Every step",
  columns: {
    loss: "loss",
    exact: "exact",
    right: "weight on the right key",
    gradientNorm: "gradient of the queries’ matrix",
    share: "share of queries",
    g10: "query gradient, 10 %",
    g50: "query gradient, median",
    g90: "query gradient, 90 %",
    entropy: "entropy",
    peak: "largest weight",
  },
  measures: {
    loss: { title: "Loss", y: "loss" },
    exact: { title: "Exact answers", y: "share of 200 dates" },
    right: { title: "Weight on the right key", y: "mean weight" },
    entropy: { title: "Entropy of the attention weights", y: "nats" },
    peak: { title: "Largest weight of a row", y: "mean weight" },
    gradientNorm: { title: "Gradient of the queries’ matrix", y: "‖∂L/∂W‖" },
    g50: { title: "Gradients of single queries", y: "‖∂L/∂q‖" },
    share: { title: "Share of queries that supply it", y: "share" },
  },
  smoothing: "Points: the single steps. Lines: smoothed.",
  bands: "Lines: medians of a batch. Bands: from the 10th to the 90th percentile. Both smoothed.",
  tested: "Measured every 20 steps on 200 dates that are never trained.",
  attention: {
    title: `What is read, {lane}`,
    table: `{lane} cross-attention`,
    titles: ["the date", "the answer"],
    note: "Above: the typed date. Below: the answer. The thicker a line, the larger the weight. Point at a character of the answer to see its lines alone.",
    corner: "character of the answer",
  },
  answer: `{column} answer`,
  right: "right",
  wrong: `it should be {right}`,
  keys: {
    title: `Weights, {lane}`,
    table: `{lane} recall weights`,
    corner: "query",
    note: "Each token of one sequence as the query once: the right key is on the diagonal.",
  },
  finding: {
    begin: "Nothing is trained yet.",
    lane: (of: Called["lane"], name: string, loss: string) =>
      rich`${lane({ lane: of, name })}: loss ${loss}`,
    exact: `, {percent}\u00A0% of the dates exact`,
    right: `, weight on the right key {weight}`,
    after: `After {step} steps`,
    /** Of a lane that took fewer. */
    ended: ` after {step} steps, before it diverged`,
  },
  smaller: (difference: string, decays: boolean) =>
    rich`Not divided, but with ${WQ} and ${WK} smaller at the start by the root of the divisor, and with a learning rate for them that is smaller by the divisor (Adam: by its root), is ${decays ? "but for the weight decay, which a smaller rate makes smaller too," : "without roundings"} the same as divided: the largest difference of their losses at a step so far is ${strong(difference)}.${decays ? "" : " Roundings in single precision grow with the steps; in double precision 60 steps leave about 10⁻¹⁵ (Adam with ε = 10⁻³⁰)."}`,
  honest: {
    dates: `Measured with Adam at .001 and 64 examples a step, share of exact answers at d = 64 with the seeds 13, 0 and 1: after 200 steps [-.02 to .25-] not divided and [+.67 to .70+] divided, after 1,000 steps [-.59 to .84-] and [+.93 to .99+]. After 200 steps QK-norm has .62 to .73, a soft-cap of 50 with the division .65 to .69, QK-clip at 30 without it .12 to .31. So Adam learns without the division too, later. At d = 128 with seed 13 after 1,000 steps: [-.35-] and [+.97+].`,
    recall: `Here a smaller learning rate offsets much of the missing division: with plain SGD at .1 both lanes learn from d = 32 to 512; at 3.2 only the divided one does from d = 64 on (seeds 13, 0 and 1, n = 16, 300 steps).`,
  },
  folds: {
    attention: "Not divided, attention is sharp before it has learnt anything",
    teachers: "Few queries teach the queries’ matrix in the end",
    boxes: "Open every box of the trained model",
    keys: "Each further key takes weight from the right one, unless the scores grow too",
  },
  /** The boxes of the models: what they say otherwise than in the chapter of the Transformer. */
  boxes: {
    about: (one: Called, other?: Called) =>
      rich`The encoder and the decoder as they are now${other === undefined ? "" : rich`, in every box ${lane(one)} on the left and ${lane(other)} on the right`}. The encoder reads the typed date character by character; ␣ is a space. The decoder reads a sign for the start and then the first nine characters that it has written itself, and at each place it writes the next one. Choose a box and its matrices open below; point at a character and its row is marked in all of them.`,
    two: "Of all lanes the boxes show these two.",
    none: "The boxes are those of models that only multiply their scores: choose one more lane.",
    start: "start",
    lost: `{lane}: its numbers are no longer finite, so there are no boxes to open.`,
    query: "Character of the date",
    secondword: "Character that the decoder reads",
    vectors: "Character vectors",
    mask: "A character may attend to itself and to those before it. The scores of the others become −∞, so that their weights are 0.",
    finding: (where: string, one: Most, other?: Most) =>
      rich`${where}: ${gives(one)}${other === undefined ? "" : rich`; ${gives(other)}`}.`,
  },
  /** While a recorded run is shown. */
  recorded: {
    label: `recorded here, seed {seed}; press Train for your own`,
    date: `The recorded run was asked {date} alone. A date of yours is answered by a run of your own.`,
    start:
      "The recorded run has no parameters to take from: these are the models before the first step. Press Train for a run of your own.",
  },
  teachers: `The gradient of $queryMatrix$ is a sum over the queries of a batch, each with a gradient g of its own. (Σg²)²/(N Σg⁴) is the share of them that effectively supply it: 1 where all g are alike, 1/N where one supplies all.`,
  fewTeachers: `In both lanes few queries supply it in the end, .4\u00A0% after 1,000 steps, for different reasons (d = 128, seed 13). [-Not divided-] it is 1\u00A0% from step 20 on: the largest weight of a row is .89 on average, and where softmax has chosen, next to no gradient passes. [+Divided+] it is 52\u00A0% at the first step, 3\u00A0% after 100 steps and 1\u00A0% after 200: the loss has fallen from 1.8 to .07, and what is already right has no gradient either.`,
  /** The trained heads among other numbers of keys. */
  keyTest: {
    text: `A head does not know how many keys there are: trained among {n} it can be asked among 4,096. Each further key takes some of the right one’s weight, unless the scores grow too: times ln n / ln {n} they are as trained among {n} keys, and larger among more. Here is the mean weight on the right key over 32 sequences that are never trained. Measured with SGD at d = 32, 100 steps among 16 keys, divided by √dₖ (seeds 13, 0 and 1): among 4,096 keys [+.49 to .52+] after a rate of 3.2 and [+.67 to .72+] after 10, with ln n **.86 to .94**.`,
    test: "Test the heads as they are",
    testing: "testing …",
    plain: "Weight on the right key, as trained",
    grown: `Weight on the right key, scores times ln n / ln {n}`,
    weight: "mean weight",
    columns: (lane: string) => [`${lane} as trained`, `${lane} with ln n`],
    table: "Weight on the right key by number of keys",
    finding: `After {step} steps, among 4,096 keys`,
    lane: (of: Called["lane"], name: string, plain: string, grown: string) =>
      rich`${lane({ lane: of, name })}: ${strong(plain)}, with ln n ${strong(grown)}`,
    lost: `{name}: its scores are no longer finite, so that it is not tested.`,
  },
  alignment: {
    text: `Learned queries and keys are no longer independent. For vectors with a cosine c of their own q·k grows as d, where that of independent ones grows as √d: this is why some recipes (muP) divide by d. Others normalise queries and keys first (QK-norm), which bounds the scores.`,
    columns: ["cosine of q and the right k", "their score q·k", "score / √d", "score / d"],
    caption: "Queries and their right keys",
    corner: "lane",
    wait: "Pause the training to see them.",
  },
  weights: "Weights (JSON)",
} as const;
