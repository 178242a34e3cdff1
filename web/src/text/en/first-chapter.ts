export const en = {
  ways: { label: "Ways on", short: "Three minutes", all: "Everything" },
  byHand: "The arithmetic of this formula by hand: three words of three numbers each",
  sameWeights: {
    heading: "The same weights, one division removed",
    asked: "A small trained chat model is asked: ",
    sides: { unscaled: "Not divided", scaled: "Divided by $√64$" },
    honest:
      "Recorded with this page’s engine. These weights were trained with the division: that they need it does not show that none could be trained without.",
    link: "Ask it yourself\u00A0→",
  },
  vectors: {
    heading: "A word is a row of numbers",
    text: [
      `Each word becomes a row of $X$: $d$ numbers, drawn here from a normal distribution. The draw depends on the word and the seed alone, so a word keeps its vector in every sentence, and a larger $d$ only adds numbers to it.`,
      `Three matrices turn the rows of $X$ into **queries** $Q$, what a word looks for; **keys** $K$, what queries are compared with; and **values** $V$, what it passes on. They have $d$ numbers too, so here $dkIsD$.`,
    ],
  },
  scores: {
    heading: "A score for every pair",
    text: [
      `The dot product $qk$ measures how well a query and a key agree: large where they point the same way, near 0 where they are unrelated, negative where they point opposite ways.`,
      `It is a sum of $d$ products, and a sum of more terms varies more: with entries of variance 1 the scores spread over about $±√d$. The division brings this spread back to about ±1.`,
    ],
  },
  softmax: {
    heading: "Softmax shares out one unit of attention",
    text: [
      `Softmax turns each row of scores into positive weights that sum to 1. Only differences count, and they count exponentially: a lead of 1 is a factor of 2.7 in weight, a lead of 8 a factor of 3,000.`,
      `So the size of the scores decides how sharp the row is. At large $d$ one word takes nearly all in most rows [-without the division-]; [+with it+] a row is usually soft, whatever $d$ is. The division keeps the order of a row: the word that leads still leads, by less.`,
    ],
  },
  numbers: {
    heading: "You can compute every number yourself",
    program: "The program in NumPy",
    own: "Open this sentence in Your own attention →",
    text: [
      `Word vectors and projections come from NumPy’s legacy random generator, so the few lines below print the numbers of this page. Once the seed is set nothing is random: a number changes only where you change something.`,
      `The first screen shows [:seed=13:]. It was chosen because it is typical: of the first hundred seeds it is the one whose largest weights per row for “I am good” at $d$ = 64 come nearest to the medians over a thousand seeds (.87, .995 and 1.0 without the division, .47, .57 and .71 with it, smallest first).`,
    ],
  },
} as const;
