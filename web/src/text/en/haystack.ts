export const en = {
  counted: { needle: "draws", cost: "draws" },
  heading: "A needle among many keys",
  text: [
    `One key, the needle, has the cosine $c$ with the query; the other $n$ − 1 are random. What counts is the deviation $σ$ of the scores: [+1 with $1/√d$+], [-$√d$ without the division-].`,
  ],
  further: {
    title: "The formula and both limits",
    text: [
      `All entries have variance 1. Every rule that only multiplies the scores comes to $σ$, and the score of the needle lies $σ·c√d$ above the mean of the others.`,
      `For many keys the weights of the others add up to $othersTerm$ against $needleTerm$ of the needle, as long as $σ$ is below $manySpread$, and only there: beyond it the sum is that of the few largest scores, and much smaller. Undivided at $d$ = 64, $c$ = .5 and $n$ = 256 the formula would give .004; measured is .99.`,
      `Divided by $√d$, the needle has lost half the weight at $halfLimit$. Sharper scores find it among more keys, up to a limit: near $lastLimit$ the largest random score, about $topScore$ above the mean, comes up to that of the needle, and beyond about $missLimit$ even the sharpest scores miss it more often than not.`,
    ],
  },
  settings: "Draws and their seed",
  question: {
    ask: `One key has the cosine .5 with the query, $d$ = 64, and scores are [+divided by $√d$+]. Among how many random keys has it lost half its weight?`,
    answers: ["33", "330", "3,300", "33,000"],
    why: `Its score is only $c√d$ = 4 above the mean, $halfLimit$: the other 32 together weigh as much.`,
  },
  try: `move $c$ and watch both limits; then $σ$: where is it too soft, and where does more help no longer?`,
  controls: { cosine: "Cosine $c$", sharpness: "Deviation $σ$" },
  weight: {
    title: "Weight of the key that fits",
    y: "weight, mean over the draws",
    half: `$√d$: half at {at}`,
    last: `rarely found far beyond {at}`,
    table: "Mean weight by $n$ and rule",
  },
  none: "none",
  hues: {
    qkNorm: "QK-norm, $g = √d$",
    logN: "× ln $n$: $1/√d$ · ln $n$/ln 16",
    formula: "dashed: formula",
    band: "tinted: 10 to 90 % of the draws",
  },
  small: { caption: "Weight of the needle", note: `Measured, mean over {draws} draws.` },
  /** The two limits: numbers of keys, and mean weights there. */
  half: `Divided by $√d$, half the weight is gone at $n$ = {keys}: measured [+{weight}+].`,
  halfOutside: `Divided by $√d$, half the weight is gone at $n$ = {keys}, outside the picture.`,
  last: `However sharp, scores rarely find it far beyond $n$ = {keys}: there [+{root}+] is left with $1/√d$, **{matched}** with $σ = c√d$, [-{none}-] undivided.`,
  lastOutside: `However sharp, scores rarely find it far beyond $n$ = {keys}, outside the picture.`,
  cost: {
    fold: "Sharp scores cost gradient",
    text: [
      `Sharpness finds needles, and it costs the gradient: of many random keys the median one gets most of it at $σ$ = 1, and next to none where scores are sharp. The mean grows with $σ$, since a few keys that lead by chance get nearly all.`,
      `Before training has turned the query towards the key, their cosine is about 0. How much the key’s weight $y$\u00A0then gains when the query turns is $∂y/∂c = σ√d·y(1 − y)$. Sharp scores usually leave such a key next to no weight, and so next to no gradient: they find a needle that is learned, and hinder learning it.`,
    ],
    title: "Gradient of a key not found yet",
    y: "$∂y/∂c$ at $c$ = 0, median",
    table: "Median $∂y/∂c$ at $c$ = 0 by $n$ and rule",
    finding: `Among {keys} keys the median $∂y/∂c$ at $c$ = 0 is [+{root}+] with $1/√d$, **{matched}** with $σ = c√d$ and [-{none}-] undivided.`,
  },
} as const;
