import { code, type Rich, rich, scaled, strong, unscaled } from "../rich.js";

/** A loss and a weight. */
type Pair = readonly [string, string];

export const en = {
  counted: { bugs: "sentence", race: "steps" },
  heading: "Find the mistake",
  text: [
    rich`Six short pieces of attention code in PyTorch’s style. Each runs without an error and gives weights, and each has one mistake in the size of its scores, or in its mask. They are written for this page, after mistakes that stand in issues of real projects.`,
    rich`Choose the line, say what it does to the weights, and see it on your sentence. The link of a piece (Share) opens it here: post it where you meet the mistake.`,
  ],
  try: rich`find the mistake of piece 6 with three words, then type a sentence of sixty.`,
  bug: "Piece",
  names: {
    width: "√d of the model in every head",
    after: "division after the softmax",
    twice: "the root taken twice",
    both: "q and k both divided by √d",
    masked: "masked scores set to 0",
    length: "the root of the number of keys",
  },
  given: {
    width: rich`q, k, v are h × n × ${code("d_head")}: a model of width ${code("d_model")}, shared out among h heads.`,
    after: rich`q, k, v are n × d: one head.`,
    twice: rich`x is n × d: one head.`,
    both: rich`x is n × d: one head.`,
    masked: rich`q, k, v are n × d: one head, in which no word sees those after it.`,
    length: rich`q, k, v are n × d: one head.`,
  },
  quiz: {
    name: "Question: piece",
    line: "Which line is wrong?",
    effect: "What does it do to the weights?",
    found: "Yes, this line.",
    missed: "This line is right. Try another one.",
    right: "Right.",
    wrong: "Not this.",
    instead: "In its place:",
  },
  effects: {
    flat: "too flat: nearer to equal weights",
    sharp: "too sharp: nearer to one word a row",
    small: "too sharp, and too small in all",
    leak: "masked words get weight",
    depends: "sharp or flat, with the length",
  },
  told: {
    width: rich`A head’s score is a sum of ${code("d_head")} products, so the root of ${code("d_head")} keeps it at deviation 1. The root of the model’s width makes it smaller by √h: with 8 heads by 2.8. The weights are too flat.`,
    after: rich`Softmax sees the scores undivided and is nearly one word a row; what is divided are the weights, and a row then adds up to 1/√d. The output is too small by √d, and the gradient is that of undivided scores, √d times smaller still.`,
    twice: rich`${code("scaled_dot_product_attention")} divides by √d itself: q is divided a second time, together by d. The weights are nearly equal. Either leave the second line out, or pass ${code("scale=1")}.`,
    both: rich`√d in the query and √d in the key divide the score by d. Two divisions are right where each is by the fourth root of d. The weights are nearly equal.`,
    masked: rich`e⁰ is 1, not 0: a masked word takes part with a score of 0, which is a middling one. Only −∞ gives it the weight 0. So words see what comes after them.`,
    length: rich`${code("q.size(-2)")} is the number of words, not their width: the root of the wrong axis. With fewer words than coordinates the scores stay too large and the weights too sharp; with more words they are too small. At n = d nobody would notice.`,
  },
  sides: { wrong: "with the mistake", right: "without it" },
  tables: { wrong: "Weights with the mistake", right: "Weights without the mistake" },
  weights: {
    title: "Your sentence with the mistake and without",
    sum: "sum",
    note: "Rows are queries, columns keys; both matrices on one scale, beside each row the sum of its weights.",
  },
  table: {
    caption: "What the mistake changes",
    corner: "code",
    columns: ["entropy", "largest weight", "sum of a row", "‖∂y/∂q‖", "share of queries"],
    note: "Means over the rows, entropy in nats, of the row divided by its sum; the effective share of queries that supply ‖∂y/∂q‖.",
  },
  race: {
    fold: "Train with the mistake and without",
    title: "Loss with the mistake and without",
    beside: (dim: number, n: number) => `recall, d = ${dim}, n = ${n}, SGD`,
    step: "step",
    loss: "loss",
    finding: (steps: number, rate: string, wrong: Pair, right: Pair) =>
      rich`After ${String(steps)} steps at the rate ${rate} the loss is ${unscaled(wrong[0])} with the mistake and ${scaled(right[0])} without it, the weight on the right key ${unscaled(wrong[1])} and ${scaled(right[1])}.`,
    honest: {
      width: rich`It learns, only later: a larger rate makes up for a factor.`,
      twice: rich`It learns too, ${strong("much later")} or at a larger rate: at 10 in place of 1 its loss is .006 after 100 steps.`,
      length: rich`With 16 tokens the scores are too large by 2. At the rate 1 that learns even a little faster; at the rate 10, which is right for √d, it does not settle.`,
    } as Readonly<Record<string, Rich>>,
    other: rich`This piece has no race: recall has one head without a mask. Shown is the root taken twice.`,
    right: "weight on the right key",
  },
};
