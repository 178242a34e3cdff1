export const en = {
  heading: "What did your code multiply by?",
  text: [
    `A row of weights is a softmax of $a·q·k$, so the logarithms of two of its weights differ by $a$ times the difference of their scores. Open $q$, $k$ and the weights of your model, and $a$ can be measured.`,
  ],
  further: {
    title: "From the logarithms of the weights follows the factor, and what else was done",
    text: [
      `Within row $i$, ln $w$ is $a·q·k$ plus what has been added to the score, minus a constant of the row. Taken relative to its mean over the row, the constant is gone, and $a$ is a slope: the least-squares one, in which each weight counts by how exactly it is stored. Half precision leaves a tiny weight few digits, so it counts for little.`,
      `What the slope leaves over shows the rest: a soft cap bends it, positions turn queries and keys, a bias depends on $i − j$, a sink takes its share from every row, dropout leaves zeros. Each is named only where the weights follow from it; otherwise the page says that no rule fits.`,
      `Weights alone tell no factor: any scores that differ by it give the same weights. Without queries and keys the page takes $a$ to be $1/√dₖ$, and says so.`,
    ],
  },
  try: `press Open a file, or drop one anywhere on this page: .npy, .npz, .safetensors or JSON. Then choose a head in the table, and move the exponent.`,
  open: "Open a file",
  file: "Attention file",
  drop: "or drop it anywhere on this page. It stays in this browser: nothing is sent.",
  limits:
    "Up to 1 GB, and 4,096 tokens a head: .npy, .npz, .safetensors, JSON, or a table as text.",
  dropHere: "Drop the file to open it here",
  paste: "Paste numbers",
  pastedName: "pasted",
  pasteHint:
    "As NumPy, PyTorch, R, MATLAB or JSON print them. Several matrices one after the other: queries, keys, weights.",
  pasteFold: "Paste numbers instead of opening a file",
  examples: "Or begin with",
  example: {
    random: "12 random heads of BERT’s size",
    model: "64 recorded heads of the trained model",
    sentence: "the sentence of the first chapter",
  },
  sources: {
    random:
      "Made at random here, seed 13: 12 heads of 64 coordinates, as in BERT, over 16 tokens; the weights are softmax($q·k/√64$).",
    model:
      "Recorded here: the attention of the trained model on its answer to “{prompt}”. Only weights were recorded, in steps of 1/30, so no factor can be measured.",
    sentence: "The sentence of the first chapter, “{sentence}”, $d$ = {dim}.",
    piece:
      "Piece {number} of “Find the mistake” with “{sentence}”, $d$ = {dim}: layer 1 has the mistake, layer 2 is without it.",
    file: "From {name}.",
    pasted: "What you have pasted.",
    python: "From Python.",
    page: "Given by the page around.",
  },
  missing:
    "This link was made beside a file of its sender. No link holds numbers: open that file here to see them.",
  rule: {
    label: "The divided side",
    names: {
      exponent: "divides by d to the exponent",
      measured: "as your code has it",
      heads: "divides by the root of the number of heads",
      model: "divides by the root of d of the whole model",
    },
    asMeasured: "as your code has it",
  },
  understood: {
    told: "Understood: {parts}.",
    part: "{role} {name} ({shape})",
    heads: "{layers} × {heads} heads",
    roles: {
      queries: "Queries",
      keys: "Keys",
      values: "Values",
      weights: "Weights",
      scores: "Scores",
      tokens: "Tokens",
    },
    none: "–",
    wrong: "Not what you meant? Choose the tensors:",
  },
  dimensions: {
    axes: "Dimensions",
    order: "Heads and tokens",
    names: { layers: "layers", batch: "texts", heads: "heads", tokens: "tokens" },
  },
  places: {
    layer: "Layer",
    text: "Text of the batch",
    head: "Head",
    width: "Coordinates of a head",
  },
  reading: "{done} of {total} heads",
  heads: {
    title: "Every head",
    alt: "The weights of {count} heads without the division and with it, small; the chosen one is framed.",
    note: "Pointing at a head shows its place; a click makes it large below.",
    axes: "layers ↓ heads →",
    table: "The mean largest weight of each head",
  },
  map: {
    title: "How saturated each head is",
    table: "The mean largest weight of each head, as opened",
    alt: "A cell for each head, layers below each other, with the mean largest weight of its rows.",
    note: "The mean largest weight of a row, as it was opened. The most saturated is {head}: {largest}.",
  },
  numbers: {
    caption: "Numbers of {head}, means over its queries",
    corner: "number",
    entropy: "entropy, nats",
    words: "words that count, of {keys}",
    largest: "largest weight",
    share: "queries that supply the gradient",
    norm: "‖∂y/∂q‖",
  },
  large: {
    title: "{head}",
    table: "attention weights",
    pooled: "{rows} × {cols} weights: each cell is the largest of a block of them.",
  },
  named: "layer {layer}, head {head}",
  table: {
    caption: "Heads",
    corner: "head",
    columns: {
      factor: "factor",
      "factor-error": "±",
      name: "rule",
      cap: "cap",
      norm: "QK-norm",
      mask: "mask",
      rotary: "rotary",
      entropy: "entropy",
      largest: "largest weight",
      deviation: "deviation of $q·k$",
    },
    sort: "Sort by",
    sorts: {
      place: "place",
      factor: "factor",
      entropy: "saturation: the least entropy first",
      largest: "largest weight",
      deviation: "deviation of q·k",
    },
    masks: {
      "upper-left": "causal",
      "lower-right": "causal, lower right",
      window: "window {window}",
    },
    yes: "yes",
    none: "–",
  },
  report: {
    all: "All {count} heads:",
    some: "{count} of {all} heads:",
    one: "This head:",
    named: "$q·k$ is multiplied by {factor}, which is {name} ({off}).",
    alsoFit: "{names} would fit as well.",
    exact: "to {digits} digits",
    unnamed: "$q·k$ is multiplied by {factor} ± {error}; no name that the page knows fits.",
    noRule:
      "the weights follow from no rule that the page knows: means over heads, or masks and biases of another kind, look so.",
    nothing: "the weights tell no factor, since {why}.",
    alone:
      "Weights alone tell no factor: any scores that differ by it give the same weights. Here $a$ is taken to be $1/√{width}$.",
    means:
      "The file has one matrix of weights for {heads} heads. It is none of a single head: means over heads tell no factor. In PyTorch average_attn_weights=False gives the weights of each.",
    vectors: "Without weights there is nothing to measure. The pictures divide $q·k$ themselves.",
    traits: {
      cap: "Logits are capped softly at {cap}.",
      norm: "The cosine of query and key is multiplied by {norm}: a QK-norm.",
      length: "The factor grows with the logarithm of the number of keys.",
      "upper-left": "The mask is causal: a query sees keys up to its own place.",
      "lower-right":
        "The mask is causal, and ends at the lower right: the last query sees all keys.",
      window: "Keys further than {window} places away are masked.",
      padding: "{padding} keys are masked for every query: padding.",
      rotary:
        "Positions were applied by rotation ({layout}, base {base}) after these queries and keys were saved.",
      rotaryOfAnyBase:
        "Positions were applied by rotation ({layout}) after these queries and keys were saved; several bases fit.",
      linear: "A bias of {slope} per place is added, as ALiBi does.",
      relative: "A bias that depends on the distance of query and key is added.",
      sink: "Rows add up to less than 1: one more outcome, with the logit {sink}, takes the rest.",
      dropout: "Dropout is on: {share} % of the weights are 0, the others too large by 1/(1 − p).",
    },
    layouts: { "half-split": "halves", interleaved: "interleaved" },
    why: {
      saturated: "every row gives all to one key",
      uniform: "all keys of a row have the same weight",
      "too-few-weights": "there are too few weights",
    },
    precision: {
      double: "double precision",
      float: "single precision",
      half: "half precision",
      bfloat16: "bfloat16",
    },
    stored: "Weights are stored in {precision}.",
    copy: "Copy as Markdown",
    copied: "Copied",
  },
  finding:
    "In {head} the largest weight of a row is {without.largest} on average without the division and {withIt.largest} with it, the entropy {without.entropy} and {withIt.entropy} nats.",
  spread:
    "The scores $q·k$ have the standard deviation {deviation}; independent entries of variance 1 would have $√{width}$ = {root}.",
  python: {
    fold: "A few lines of Python save what this chapter reads",
    text: "In a notebook no file is needed: [:attention_scale.py:], in the Download menu, shows tensors where they are. These lines save one layer of one text, in NumPy and PyTorch:",
  },
} as const;
