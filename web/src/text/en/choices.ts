export const en = {
  counted: { rules: "sentence", against: "draws" },
  heading: "Which one",
  text: [
    `In 2017 the answer was √dₖ. Models of today divide by other numbers, normalise queries and keys first, put a cap on the scores, or multiply them by ln n. Here is your sentence under nine rules at once, on one scale of colours.`,
    `At the start of training √dₖ is enough. The other rules are for what comes later: weights that have grown, more keys than in training, and a row in which no key fits.`,
  ],
  question: {
    ask: `Training makes $queryMatrix$ and $keyMatrix$ ten times as large. Under which rule are the weights the same as before?`,
    answers: ["√dₖ", "QK-norm", "soft-cap", "a·ln n"],
    why: `It divides each query and each key by its own length, so that the factor cancels. Under √dₖ and a·ln n each logit becomes 100 times as large; the soft-cap only keeps it below c.`,
  },
  try: `make $queryMatrix$ and $keyMatrix$ ten times as large, as training may, and look which matrices keep more than one dark square in a row. Point at a rule to see it large; a click holds it.`,
  controls: {
    size: "Size of W",
    gain: "QK-norm: g / √dₖ",
    cap: "Soft-cap: c",
    neutral: "a·ln n: n₀",
    keys: "Keys n",
    draws: "Draws of the rules",
    against: "Against",
    axes: { size: "size of W", keys: "keys n", dim: "d of a head" },
    reached: "Shown",
    measures: { largest: "largest weight", entropy: "entropy", slope: "slope ‖∂y/∂x‖" },
  },
  names: { none: "none", model: "√d, model", initialisation: "√dₖ at start" },
  /** What each rule is, and who uses it. */
  told: {
    none: "The scores as they are. Their deviation grows as √dₖ.",
    head: `Keeps the deviation of the scores at 1 for every width of a head, as long as entries of queries and keys have variance 1. Vaswani et al., “Attention Is All You Need”, 2017; the default of PyTorch’s scaled_dot_product_attention.`,
    model: `The commonest mistake: the root of the whole model’s width in every head of width dₖ. With one head it is the same number; with h heads the scores are too small by √h, and the weights too flat.`,
    d: `muP divides by dₖ, since a query and a key that have learnt to match have a score that grows as d. At the start its weights are nearly equal. Yang et al., “Tensor Programs V: Tuning Large Neural Networks via Zero-Shot Hyperparameter Transfer”, 2022.`,
    initialisation: `$queryMatrix$ is drawn smaller by √dₖ and nothing is divided: at the start the weights are the same, digit for digit but for rounding. In training they are not: the query is √dₖ times smaller and ‖∂y/∂q‖ that many times larger, and a step of Adam, whose size does not depend on the gradient’s, is √dₖ times larger beside $queryMatrix$. T5 does so, with the initialisation of Mesh TensorFlow: Raffel et al., “Exploring the Limits of Transfer Learning with a Unified Text-to-Text Transformer”, 2020.`,
    "qk-norm": `Queries and keys have length 1 and the score is g times their cosine: no logit passes g, however large $queryMatrix$ and $keyMatrix$ become. RMSNorm of queries and keys before the division by √dₖ is this with g = √dₖ. Henry et al., “Query-Key Normalization for Transformers”, 2020, with a learnt g; with LayerNorm in ViT-22B, Dehghani et al., 2023. In transformers [:gemma3n:] normalises and then multiplies by 1; its learnt weights take the place of g.`,
    "soft-cap": `No logit passes ±c; small ones stay nearly as they are. Where x is above c, the slope is lost too: it is 1 − tanh²(x/c). Gemma 2, 2024, has c = 50, and its model of 27B divides by √144 where a head is 128 wide.`,
    "log-n": `SSMax: the more keys, the larger the logits, so that a row of many keys does not turn into a mean. In the model a number in place of a is learnt for each head; here a = 1/ln n₀, and n₀ keys change nothing. Nakanishi, “Scalable-Softmax Is Superior for Attention”, 2025.`,
    "off-by-one": `A row may give its keys less than 1 in all: the rest is for none of them. In the entropy the rest is an outcome of its own. Miller, “Attention Is Off By One”, 2023; PyTorch’s add_zero_attn does it by a key and a value of zeros.`,
  },
  thumbs: {
    title: "One sentence under nine rules",
    beside: (dim: number, heads: number, head: number) =>
      heads === 1
        ? `one head, d = ${dim}`
        : `the first of ${heads} heads, dₖ = ${dim}/${heads} = ${head}`,
    alt: `Nine attention matrices of the same words, one for each rule; {chosen} is outlined.`,
    note: "Below each matrix: the mean over its rows of the largest weight.",
  },
  large: {
    title: `Rule: {rule}`,
    table: `Weights under the rule {rule}`,
  },
  table: {
    caption: "Rules",
    corner: "rule",
    columns: ["entropy", "largest weight", "largest logit", "‖∂y/∂q‖", "share of queries"],
    note: "Entropy in nats and largest weight: means over the rows; the largest logit of all; the median of ‖∂y/∂q‖; the effective share of queries that supply it.",
  },
  finding: `With $queryMatrix$ and $keyMatrix$ × **{size}** the largest logit is [-{logits.0}-] without any division, [+{logits.1}+] divided by √dₖ and **{logits.2}** under **{rule}**; the mean largest weight of a row is [-{weights.0}-], [+{weights.1}+] and **{weights.2}**.`,
  sources: "Formula and source of every rule",
  draws: {
    heading: "What each rule is for",
    text: `Random queries and keys in place of your words: the median over many draws, and for three of the rules the band from 10 % to 90 %. The size of W is what training changes, the number of keys what a longer text changes.`,
    title: `The {measure} against {axis}`,
    note: "The upright line is at your setting. The root in the initialisation is left out: at the start it has the numbers of √dₖ.",
    slope: "‖∂y/∂x‖ holds the rule’s own slope: that of the soft-cap, and the factor a·ln n.",
  },
} as const;
