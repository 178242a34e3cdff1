export const en = {
  /** The unit that each study counts. */
  counted: { shares: "draws", draws: "draws", sentence: "sentences" },
  heading: "A few queries supply the gradient",
  text: [
    `[-Without the division-] the share of queries that supply the gradient falls from $d$ = 16 on, in the end to half for four times the $d$. [+With it+] nearly all take part.`,
  ],
  further: {
    title: "The paper’s guess, put to the test",
    text: [
      `“We suspect that for large values of $dk$, the dot products grow large in magnitude, pushing the softmax function into regions where it has extremely small gradients.” So the paper gives the reason for its division (Vaswani et al. 2017, section 3.2.1).`,
      `What is measured is the whole chain from a query to its weights, $gIsNorm$. The share of $N$ queries that supply the gradient is 1 where all have the same $g$; where $k$ of them have all of it, in equal parts, it is $kOverN$. [-Without the division-] it falls as $dMinusHalf$ in the end.`,
      `All this holds for independent random vectors, at initialisation. Below $d$ = 16 the share is small with the division too: .41, .54 and .68 for 3 keys at $d$ = 1, 2 and 4. In training a smaller learning rate can hide part of the effect.`,
    ],
  },
  question: {
    ask: `Undivided, $d$ goes from 64 to 256. What remains of the share of queries that supply the gradient?`,
    answers: ["all of it", "about half", "a tenth"],
    why: `In the end it falls as $dMinusHalf$: twice the spread, and about half as many rows in which two words are still close.`,
  },
  try: `set $d$ to 64, 256, 1024: the orange shares halve, the teal ones stay.`,
  folds: {
    medians: "The typical query: more, then less",
    draws: "Single draws differ: one tells little",
    sentence: "The gradient in your sentence",
  },
  shares: {
    legend: "one line style for each number of keys $n$",
    made: `$n$ = {keys}: {draws} draws`,
    and: " and ",
    share: {
      title: "Queries that supply the gradient",
      y: "share of the queries",
      slope: "slope −½",
    },
    median: { title: "The typical query", y: "median of $‖∂y/∂q‖$" },
    finding: `At $d$ = {dim}, for $n$ = {counts}, [-{without}-] % of the queries supply the gradient; divided, [+{divided}+] %.`,
  },
  controls: {
    loss: "Loss",
    losses: { squares: "½ Σ $z²$", sum: "Σ $z$", target: "½ Σ $|z − v|²$, $v$ a word’s value" },
    target: "Value of",
  },
  fans: {
    text: [
      `One draw tells little, and a mean can hide much. So here are many draws: queries and keys of independent $N$(0, 1) entries, as at the start of training, each draw measured at every $d$.`,
    ],
    peak: "The largest weight approaches 1",
    jacobian: "The Jacobian vanishes",
    gradient: "The gradient at a query",
    axes: { peak: "largest weight", jacobian: "$‖J‖$ (Frobenius)", gradient: "$‖∂y/∂q‖$" },
    legend: `draws of {keys} keys; line: median · band: from the 10 % to the 90 % quantile · dashed: mean · rings: the rows of your sentence, $n$ = {words}`,
  },
  singles: {
    title: `The first {count} draws at $d$ = {dim}, one stroke each`,
    corner: "draw",
    zero: `too small for the axis, drawn at the left edge: {count} of those without the division`,
  },
  exploding: {
    typical: `Whether the typical query gets less gradient depends on the number of keys $n$ as well. [-Without the division-] its gradient is larger than [+with it+] at small $d$ and smaller at large $d$: the medians cross near $d$ = 20 for 3 keys, near 330 for 64 and near 1,000 for 512.`,
    text: `It is often said that the division keeps gradients from exploding. The Jacobian of softmax cannot explode: its spectral norm is at most ½. What multiplies it, $K$, lets the largest gradients grow as $√d$. At $d$ = {dim} and $n$ = {keys}, [-without the division-] the median of $‖∂y/∂q‖$ is [-{without.median}-], the mean [-{without.mean}-], the largest [-{without.largest}-]; [+with it+] the median is [+{withIt.median}+], the mean [+{withIt.mean}+], the largest [+{withIt.largest}+]. So neither “exploding” nor “vanishing” fits. The gradient of $queryMatrix$ sums over all queries, and [-without the division-] it is larger, noisier, and comes from few of them: with a random gradient at the output, 16 or 64 words and $d$ = 64 or 256, its norm was in most trials 4 to 20 times that with the division.`,
    table: `Gradient $‖∂y/∂q‖$ over the draws with {keys} keys`,
  },
  own: {
    text: `Each word of your sentence has one query. On a logarithmic axis the gradients that reach these queries are usually far apart without the division and close together with it.`,
    strip: "The gradient at each query: $‖∂y/∂q‖$",
    zero: "Values below 10⁻⁹ are drawn at the left edge.",
    chain: `From a loss on the output $Z$ back to scores, queries and keys. Rows in strong colours get much of the gradient, rows near the colour of the background almost none. With the division every entry is divided by the same number as well, and the loss itself is different. Both sides have one colour scale.`,
    loss: `$L$ = {without} without, {withIt} with`,
  },
} as const;
