export const en = {
  names: { ours: "this engine", "onnxruntime-double": "ONNX Runtime, Attention in double" },
  table: {
    caption: "Libraries",
    corner: "library and release",
    columns: {
      "masked-row": "masked row",
      causal: "causal, $n$ < $m$",
      factor: "factor",
      "cap-order": "cap and mask",
      applied: "root taken",
      cached: "one query, cache",
      true: "true in a mask",
      half: "half, $q·k$ = 70,000",
      sum: "sum of weights",
      groups: "4 heads on 2",
      gradient: "gradients",
    },
  },
  date: "Run on {date}, on a processor of two cores. “–”: the library has no such thing there, or leaves it to its caller.",
  none: "–",
  noNumber: "no number",
  refused: "error",
  cells: {
    "masked-row": { mean: "mean", unmasked: "as if open", or: "{first} or {second}" },
    causal: {
      "upper-left": "upper left",
      "lower-right": "lower right",
      "last-all": "upper left, last row all",
    },
    factor: {
      root: "1/$√dₖ$",
      "root-single": "1/$√dₖ$, to 8 digits",
      "over-queries": "softmax over queries",
    },
    "cap-order": { "cap-first": "cap, then mask", "mask-first": "mask, then cap" },
    applied: { before: "before $q·k$", product: "after $q·k$" },
    cached: { all: "all keys", first: "key 1 alone" },
    true: { kept: "takes part", hidden: "hidden" },
    half: { right: "right", other: "wrong" },
    sum: {},
    groups: { repeat: "1 1 2 2", tile: "1 2 1 2" },
    gradient: { finite: "finite" },
  },
  unknown:
    "The table has no library “{name}”; it has {names}. An older release stands behind the name, as in {release}.",
  followed: {
    label: "Follow",
    names: {
      "masked-row": "masked row",
      causal: "fewer queries",
      cached: "one query",
      "cap-order": "cap and mask",
    },
  },
  weights: {
    title: "Your sentence: {followed}",
    table: "Weights by the rule of {name}",
    notes: {
      "masked-row":
        "The first word is padding and hidden from all, and no word sees those after it: the first row has no key left.",
      causal:
        "The queries are the second half of your words, the keys are all of them. This engine gets the mask that generation needs.",
      cached: "The only query is your last word; all words are keys, as with a cache.",
      "cap-order": "No word sees those after it, and scores are capped at ±{cap}.",
    },
    over: "Nothing is masked. Each column adds up to 1 in place of each row.",
  },
  told: {
    "masked-row": {
      zero: "A query that sees no key has weights of **0**, as in this engine: its output is 0.",
      nan: "A query that sees no key has **no number**: ∞ − ∞ in the softmax. What is computed from it has none either.",
      mean: "A query that sees no key gives **all keys the same weight**, hidden and later ones too, and nothing warns.",
      unmasked:
        "A query that sees no key is answered **as if all were open**: one low number is added to all of its scores, and softmax takes no notice of what they share.",
      or: "A query that sees no key has **no number** where the weights are asked for, which is the default, and weights of **0** where they are not.",
      none: "It has no mask of its own here.",
    },
    causal: {
      "upper-left":
        "The mask counts from the **upper left**: the first query sees the first key alone. Where the queries are the last words, they miss most of the text.",
      "lower-right":
        "The mask counts from the **lower right**: the last query sees all keys, as generation needs it.",
      "last-all":
        "The first queries see as few keys as from the **upper left**, and the last one sees **all**: right only where there are as many queries as keys.",
      none: "It has no causal mask of its own: its caller makes one.",
    },
    cached: {
      all: "A single new query sees **all keys** of the cache.",
      first:
        "A single new query sees **the first key alone**, with weight 1: leave the causal mask off for it.",
      none: "It leaves cache and causal mask to its caller.",
    },
    "cap-order": {
      "cap-first": "It caps, then masks: hidden words have weight **0**.",
      "mask-first":
        "It masks, then caps: −∞ becomes the lowest score that the cap allows, and **hidden words get weight**. A cap of 50 hides that, a small one does not.",
      none: "It has no cap of its own.",
    },
    over: "Its softmax runs **over the queries**: this is not the attention that the others compute.",
  },
  means: "What this means for you:",
  meaning: {
    ours: `a query without a key has weights and output 0, and every gradient stays finite; where the queries are the last of a text, [:causal: "lower-right":] gives each the keys up to its own; sizes are refused in a sentence where $q·k$ is too large for a double. The engine in single precision does the same.`,
    pytorch:
      "[:is_causal:] is for as many queries as keys. With a cache, leave it off for one query, and pass a mask for several. A masked row has no number in 1.13 and is 0 in 2.6 and 2.14; in half precision 2.6 has no number once $q·k$ passes 65,504, and 2.14 is right.",
    "pytorch-module":
      "true hides a key here, and takes part in scaled_dot_product_attention: masks are to be turned round between the two. One masked row takes the numbers from the gradients, even where the loss leaves that row out.",
    onnxruntime:
      "one model, three answers: a masked row has no number in 1.23.2, is the mean from 1.24.3 to 1.27.0, and 0 from 1.29.0. Until 1.25.1 the cap came after the mask; until 1.24.3 half precision had no number past 65,504. Name the release beside the model, and leave every row a key.",
    "onnxruntime-double":
      "in double precision the operator is expanded into others, and a masked row has no number in any of the six releases. The root is rounded to single precision: do not take it as a reference beyond 8 digits.",
    "onnxruntime-mha":
      "a sequence that is all padding is answered as if none of it were: drop such sequences yourself. [:unidirectional:] is for as many queries as keys.",
    "onnxruntime-gqa":
      "the operator for generation: cache, groups and a causal mask from the lower right. A row that a bias hides whole has no number up to 1.27.0, and is 0 from 1.29.0.",
    jax: "as in JAX, a masked row has no number; in the gradient of the values neither, even where the loss leaves that row out. Set the weights of such rows to 0 before they meet the values.",
    tensorflow:
      "−10⁹ is added to hidden scores, so that a masked row is the mean of all keys. The class is not exported, and cannot be trained: it has no gradient.",
    llama: "factor, cap, mask and cache are the caller’s. A row of −∞ has no number.",
    "llama-flash":
      "a masked row is 0, and the cap comes first. With values in half precision one query on 32,768 equal keys has weights that add up to .0625 (one thread): long and even rows lose their sum.",
    mlpack:
      "with one query each key has the weight 1, and the output is the sum of the values, 32,768 for as many ones. Models that were trained elsewhere give other outputs here.",
  },
  rows: {
    fold: "The ten rows of input, and the rule of this engine",
    text: [
      "**Factor**: $q$ = 8 and keys of 1 and 0 in the first of 80 entries; where the root is taken, by a $q·k$ that is too large without it and fits with it. **Causal**: 2 equal queries on 4 equal keys. **One query**: 1 on 4, of which 3 are in the cache, where there is one. **Masked row**: 2 queries on 4 keys, of which the first sees none. **True**: a mask of true and false on equal keys.",
      "**Cap**: 3 keys, the last of which is hidden, scores capped at 2. **Half precision**: a $q·k$ of 70,000, above the 65,504 that a half can hold, and below it once divided. **Sum**: 32,768 equal keys, values of 1. **Groups**: 4 heads of queries on 2 of keys. **Gradients**: of the masked row’s input, for a loss that leaves that row out.",
      "This engine: a row whose keys are all masked has weights 0 and gradients 0. No division by zero is hidden by that, and no other row changes. Zeros tell a reader that nothing was seen; a mean does not.",
    ],
  },
} as const;
