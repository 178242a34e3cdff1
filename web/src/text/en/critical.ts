export const en = {
  counted: { map: "draws", means: "draws" },
  heading: "When the weights freeze",
  text: [
    `Past $d$ = 2 ln $n$ the few largest [-undivided-] scores keep a share that more keys hardly lessen: the weights freeze. $Σy²$, the sum of a row’s squared weights, is 1 where one key has all, $1/n$ where all are alike.`,
  ],
  further: {
    title: "Why 2 ln $n$: random energy model",
    text: [
      `The largest of $n$ independent scores with standard deviation $σ$ lies about $topScore$ above their mean if $n$ is very large; for 3 that is 75\u00A0% too high, for 32,768 10\u00A0%. While $σ$ is below $manySpread$, many keys share the weight, and each share shrinks as $n$ grows. Well above it the weights freeze. This is the random energy model of physics (Derrida 1981), with which Giorlandino and Goldt (2025) describe attention.`,
      `[-Undivided-] scores have $σ = √d$, so they freeze at **$d$ = 2 ln $n$**: 8.3 for 64 keys, 20.8 for 32,768. Divided by $√d$ they have $σ$ = 1, which is below $manySpread$ for any two keys or more, at every $d$.`,
      `It is a law for many keys: with 3 keys $Σy²$ is large long before the line, and at $n$ = 4,096 it is still well above the formula near the line.`,
    ],
  },
  settings: "Keys, draws and seed of the map",
  question: {
    ask: `[-Undivided-], $d$ = 64: from 512 keys to 32,768. What becomes of $Σy²$, the sum of a row’s squared weights?`,
    answers: ["a 64th", "more than half stays", "it rises towards 1"],
    why: `On average it goes from about .6 to about .5: $σ$ = 8 is above $manySpread$, which is 3.5 for 512 keys and 4.6 for 32,768. Divided by $√d$, $σ$ = 1, and it would nearly vanish.`,
  },
  try: `click a cell: $d$ follows. Then go up a column: where $Σy²$ is large, more keys hardly change it.`,
  map: {
    title: "$Σy²$ without the division",
    ramp: "mean $Σy²$",
    table: "Mean $Σy²$ of undivided scores by $n$ and $d$",
  },
  small: {
    caption: "Participation",
    /** What the two numbers of a cell are. */
    note: `Rows: $n$. $Σy²$ measured / $frozenShare$.`,
  },
  frozen: `At $d$ = {dim} and $n$ = {keys} $Σy²$ is **{measured}**; the formula for many keys gives {formula}. $σ = √d$ = {spread} is above $manySpread$ = {critical}: [-frozen-].`,
  spread: `At $d$ = {dim} and $n$ = {keys} $Σy²$ is **{measured}**. $σ = √d$ = {spread} is below $manySpread$ = {critical}: with more keys it goes to 0.`,
  means: {
    fold: "Divided, rows turn into means",
    text: `Divided scores do not freeze, but their deviation stays 1 while $n$ grows. Entropy goes to its largest value: entropy / ln $n$ is about 1 − 1/(2 ln $n$), and the largest weight goes to 0. Each row of the output is then nearly as small as the mean of all values, whatever the query asks; the cosine between the two is about .6. Giorlandino and Goldt call the two failures entropy collapse and rank collapse.`,
    means: {
      title: "Entropy / ln $n$, divided by $√d$",
      y: "entropy / ln $n$",
      note: "Mean, and from 10 to 90 % of the draws; dashed: 1 − 1/(2 ln $n$).",
    },
    largest: {
      title: "Largest weight, divided by $√d$",
      y: "largest weight",
      note: "Mean, and from 10 to 90 % of the draws.",
    },
    finding: `From $n$ = {few} to $n$ = {most} entropy / ln $n$ goes from {entropy.0} to [+{entropy.1}+] on average, the largest weight from {largest.0} to [+{largest.1}+].`,
  },
} as const;
