/** NumPy that prints the numbers of one figure. */

import { requestOf, SHOWN } from "../../attention/sentence-attention.js";
import { binsOf } from "../../parts/variance/scores.js";
import type { State } from "../../state/state.js";
import { byFigure, type Side } from "./figures.js";
import { list, real, scaledAndShifted } from "./literals.js";
import {
  ALL_DIGITS,
  DRAWN,
  divisorOf,
  drawLines,
  exponent,
  imports,
  projections,
  type Quantity,
  TIMES_JACOBIAN,
  variance,
  vectors,
} from "./numpy.js";
import { logitsOf, quantityOf, upstreamOf } from "./subject.js";

type Lines = readonly string[];

const SOFTMAX = [
  "def softmax(x):",
  "    e = np.exp(x - x.max(axis=1, keepdims=True))",
  "    return e / e.sum(axis=1, keepdims=True)",
  "",
];

const sentence = (state: State, words: Lines, names: Lines): Lines => {
  const request = requestOf(state, words);
  return [...vectors(request), ...projections(request, names)];
};

const head = (state: State, words: Lines): Lines => [imports(requestOf(state, words)), ALL_DIGITS];

/** What the page divides by; of the example d is 3. */
const scaleOf = (state: State, words: Lines) =>
  divisorOf(real(requestOf(state, words).dim), state.exponent);

// ---- the first screen ----

const scores = (state: State, words: Lines): Lines => [
  ...head(state, words),
  ...sentence(state, words, ["Q", "K"]),
  'print("scores", Q @ K.T, sep="\\n")',
];

const weights =
  (...sides: readonly Side[]) =>
  (state: State, words: Lines): Lines => [
    ...head(state, words),
    ...sentence(state, words, ["Q", "K"]),
    "",
    ...SOFTMAX,
    `for name, divisor in ${sides.map((side) => `("${side}", ${side === "scaled" ? scaleOf(state, words) : "1.0"}),`).join(" ")}:`,
    "    y = softmax(Q @ K.T / divisor)",
    "    entropy = -np.sum(y * np.log(np.maximum(y, 1e-300)), axis=1)  # 0 ln 0 = 0",
    '    print(name + " weights", y, "entropy", entropy, "largest weight", y.max(axis=1), sep="\\n")',
  ];

const output =
  (side: Side) =>
  (state: State, words: Lines): Lines => [
    ...head(state, words),
    ...sentence(state, words, ["Q", "K", "V"]),
    "",
    ...SOFTMAX,
    `Z = softmax(Q @ K.T${side === "scaled" ? ` / ${scaleOf(state, words)}` : ""}) @ V`,
    `print("${side} Z", Z[:, :${SHOWN}], sep="\\n")  # as many columns as the page shows`,
  ];

const wordVectors = (state: State, words: Lines): Lines => [
  ...head(state, words),
  ...vectors(requestOf(state, words)),
  `print("X", X[:, :${SHOWN}], sep="\\n")  # as many columns as the page shows`,
];

// ---- the sampling experiment ----

const sampled = ({ samples, sampledim, sampleseed, sigma, law }: State): Lines => [
  "import numpy as np",
  ALL_DIGITS,
  `n, d, sigma = ${samples}, ${sampledim}, ${real(sigma)}`,
  `rng = np.random.RandomState(${sampleseed})`,
  `query = ${DRAWN[law]("(n, d)")}`,
];

const entries = (state: State): Lines => [
  ...sampled(state),
  'print("entries", query.ravel()[:400], sep="\\n")',
  'print("query:", query.mean(), query.std(ddof=1))',
];

function histogram(state: State, _: Lines, done?: number): Lines {
  const { samples, sampledim: dim, sampleseed: seed, sigma: std, law } = state;
  const { bins, range } = binsOf({ samples, dim, seed, std, law });
  const [end, stop] =
    done === undefined ? ["n", "start + 500"] : ["done", "min(start + 500, done)"];
  return [
    ...variance(state),
    "",
    ALL_DIGITS,
    "# The page counts in single precision: beside an edge a score may be in the other bin.",
    `bins, span = ${bins}, (${list(range)})  # of the scaled scores; the unscaled ones have edges sqrt(d) times as far`,
    "counts = np.zeros(bins, dtype=int)",
    ...(done === undefined ? [] : [`done = ${done}  # so many of the n queries are counted`]),
    `for start in range(0, ${end}, 500):  # not all n² scores at once`,
    `    counts += np.histogram(query[start : ${stop}] @ key / np.sqrt(d), bins, span)[0]`,
    'print("edges", np.linspace(*span, bins + 1), "counts", counts, sep="\\n")',
  ];
}

const rows = (state: State, words: Lines): Lines => [
  ...head(state, words),
  ...sentence(state, words, ["Q", "K"]),
  "scores = Q @ K.T",
  `for name, S in ("scores", scores), ("scaled", scores / ${scaleOf(state, words)}):`,
  '    print(name + ", variance:", S.var(), "of rows", *S.var(axis=1), "of columns", *S.var(axis=0))',
];

/** The sentence's own points, in the figures of unscaled and scaled scores. */
function spread(state: State, words: Lines, repeats = 24): Lines {
  const { sampleseed, sigma, law } = state;
  const request = requestOf(state, words);
  const own =
    sigma === 1 && words.length > 1
      ? [
          "",
          "# The rings: the sentence.",
          ...sentence(state, words, ["Q", "K"]),
          "std = (Q @ K.T).std()",
          'print("sentence:", Q.shape[1], std, std / np.sqrt(Q.shape[1]))',
        ]
      : [];
  return [
    own.length > 0 ? imports(request) : "import numpy as np",
    `seed, sigma, dims = ${sampleseed}, ${real(sigma)}, 2 ** np.arange(11)`,
    `stds = np.empty((${repeats}, len(dims)))`,
    `for repeat in range(${repeats}):`,
    "    rng = np.random.RandomState([seed, repeat])",
    `    query = ${DRAWN[law]("(200, 1024)")}`,
    `    key = ${DRAWN[law]("(200, 1024)")}`,
    "    stds[repeat] = [(query[:, :d] @ key[:, :d].T).std(ddof=1) for d in dims]",
    repeats > 1
      ? "mean, between = stds.mean(axis=0), stds.std(axis=0, ddof=1)"
      : "mean, between = stds.mean(axis=0), np.zeros(len(dims))  # one repeat has no deviation",
    'print("d, mean and deviation of the repeats, both divided by sqrt(d), sqrt(d) sigma²")',
    "for d, m, b in zip(dims, mean, between):",
    "    print(d, m, b, m / np.sqrt(d), b / np.sqrt(d), np.sqrt(d) * sigma**2)",
    ...own,
  ];
}

// ---- one row of logits ----

/** The logits before factor and shift, as x, and the sentence's Q and K, if there are words. */
function logitsAndSentence(state: State, words: Lines): Lines {
  const logits = logitsOf(state, words);
  return [
    ...(words.length === 0
      ? ["import numpy as np", ALL_DIGITS]
      : [...head(state, words), ...sentence(state, words, ["Q", "K"])]),
    logits.kind === "word"
      ? `x = Q[${logits.row}] @ K.T`
      : `x = np.array([${list(logits.entries)}])`,
  ];
}

/** For each row of the sentence's scores, if there are words. */
const forRows = (words: Lines, title: string, line: string): Lines =>
  words.length === 0 ? [] : [`print("${title}")`, "for row in Q @ K.T:", `    ${line}`];

const FACTORS = "2 ** (np.arange(49) / 4 - 6)";

const curves = (state: State, words: Lines): Lines => [
  ...logitsAndSentence(state, words),
  "",
  "def statistics(x):  # spread of the logits, entropy and largest weight",
  "    gap = x.max() - x",
  "    e = np.exp(-gap)",
  "    y = e / e.sum()",
  "    return x.std(), np.log1p(np.delete(e, x.argmax()).sum()) + y @ gap, y.max()",
  "",
  'print("factor, spread, entropy, largest weight")',
  `for factor in (*${FACTORS}, ${real(state.factor)}):`,
  "    print(factor, *statistics(factor * x))",
  ...forRows(
    words,
    "The rows of the sentence, unscaled and scaled",
    `print(*statistics(row), *statistics(row / ${scaleOf(state, words)}))`,
  ),
];

const JACOBIAN = [
  "def softmax(x):",
  "    e = np.exp(x - x.max())",
  "    return e / e.sum()",
  "",
  "def jacobian(x):",
  "    y = softmax(x)",
  "    J = -np.outer(y, y)",
  "    np.fill_diagonal(J, 0)",
  "    np.fill_diagonal(J, -J.sum(axis=1))  # y_i (1 - y_i), as every row of J sums to 0",
  "    return J",
  "",
];

function logitLines(state: State, words: Lines): Lines {
  const logits = logitsOf(state, words);
  return logits.kind === "word"
    ? logitsAndSentence(state, words)
    : ["import numpy as np", ALL_DIGITS, `x = np.array([${list(logits.entries)}])`];
}

const jacobianOf =
  (side: Side) =>
  (state: State, words: Lines): Lines => [
    ...logitLines(state, words),
    `x = ${scaledAndShifted("x", state)}`,
    "",
    ...JACOBIAN,
    `J = jacobian(x${side === "scaled" ? ` / ${scaleOf(state, words)}` : ""})`,
    'print("J", J, sep="\\n")',
    'print("Frobenius and spectral norm:", np.hypot.reduce(J.ravel()), np.linalg.norm(J, 2))',
  ];

function norms(state: State, words: Lines): Lines {
  const { source, a, factor } = state;
  const ladder = source === "ladder";
  return [
    ...logitsAndSentence(state, words),
    ...(ladder ? ["x = np.array([1.0, 1.0, 2.0, 4.0])  # times a"] : []),
    "",
    ...JACOBIAN,
    `print("${ladder ? "a" : "factor"}, Frobenius norm, spectral norm")`,
    ladder
      ? `for t in (*(20 * np.arange(121) ** 2 / 14400), ${real(a * factor)}):`
      : `for t in (*${FACTORS}, ${real(factor)}):`,
    "    J = jacobian(t * x)",
    "    print(t, np.hypot.reduce(J.ravel()), np.linalg.norm(J, 2))",
    ...forRows(
      words,
      "Frobenius norm of each row of the sentence, unscaled and scaled",
      `print(*(np.hypot.reduce(jacobian(row / c).ravel()) for c in (1.0, ${scaleOf(state, words)})))`,
    ),
  ];
}

const upstream = (state: State, words: Lines): Lines => [
  ...logitLines(state, words),
  `g = np.array([${list(upstreamOf(state, logitsOf(state, words)))}])`,
  "",
  ...JACOBIAN,
  `z, h = ${scaledAndShifted("x", state)}, 1e-5`,
  'print("g", g, "softmax", softmax(z), "J g", jacobian(z) @ g, sep="\\n")',
  'print("central difference", (softmax(z + h * g) - softmax(z - h * g)) / (2 * h), sep="\\n")',
  'print("factor, norm of J g")',
  `for factor in (*${FACTORS}, ${real(state.factor)}):`,
  "    print(factor, np.linalg.norm(jacobian(factor * x) @ g))",
];

// ---- what reaches the queries ----

/** What one query's gradient amounts to: printed for each row of the sentence, unscaled and scaled. */
const REACHING: Readonly<Record<Quantity, string>> = {
  peak: "y[0, top]",
  entropy: "np.log1p(np.delete(e, top).sum()) + y[0] @ gap / divisor",
  jacobian: "np.linalg.norm(times_jacobian(y, np.eye(len(K)), top))",
  gradient: "np.linalg.norm(times_jacobian(y, K, top)) / divisor",
};

const reachingRows = (state: State, words: Lines, quantities: readonly Quantity[]): Lines => [
  "for q in Q:",
  "    scores = K @ q",
  "    top = scores.argmax()",
  "    gap = scores[top] - scores",
  `    for divisor in 1.0, ${scaleOf(state, words)}:`,
  "        e = np.exp(-gap / divisor)",
  "        y = (e / e.sum())[None]",
  `        print(${quantities.map((name) => REACHING[name]).join(", ")}, end=" ")`,
  "    print()",
];

const reaching = (state: State, words: Lines): Lines => [
  ...head(state, words),
  ...sentence(state, words, ["Q", "K"]),
  "",
  ...TIMES_JACOBIAN,
  'print("for each word, unscaled and then scaled: norm of dy/dq, norm of J")',
  ...reachingRows(state, words, ["gradient", "jacobian"]),
];

const fan =
  (quantity: Exclude<Quantity, "entropy">) =>
  (state: State, words: Lines): Lines => {
    const [first, ...drawn] = drawLines(state, `np.array([0.0, ${real(state.exponent)}])`, [
      quantity,
    ]);
    const request = requestOf(state, words);
    const rings =
      words.length === 0
        ? []
        : [
            "",
            "# The rings: the sentence, a row a word, unscaled and scaled.",
            ...sentence(state, words, ["Q", "K"]),
            ...reachingRows(state, words, [quantity]),
          ];
    return [
      rings.length > 0 && request.x === null ? imports(request) : (first ?? ""),
      ...drawn,
      'print("exponent, d, median, lower and upper decile, mean")',
      "for j, p in enumerate(exponents):",
      "    for i, d in enumerate(dims):",
      `        v = ${quantity}[:, i, j]`,
      "        print(p, d, *np.quantile(v, [0.5, 0.1, 0.9]), v.mean())",
      ...rings,
    ];
  };

/** The octave that is nearest to the page's d. */
export const octaveOf = ({ dim }: State) => Math.round(Math.log2(dim));

const singles = (state: State): Lines => [
  ...drawLines(
    { ...state, draws: Math.min(60, state.draws) },
    `np.array([0.0, ${real(state.exponent)}])`,
    ["gradient"],
  ),
  `print("norm of dy/dq in each draw, d = ${2 ** octaveOf(state)}; unscaled, scaled")`,
  `for values in gradient[:, ${octaveOf(state)}]:`,
  "    print(*values)",
];

const LOSSES = {
  squares: { loss: "np.sum(Z**2) / 2", gradient: "Z" },
  sum: { loss: "Z.sum()", gradient: "np.ones_like(Z)" },
  target: { loss: "np.sum((Z - V[target]) ** 2) / 2", gradient: "Z - V[target]" },
};

const GRADIENTS = {
  scores: { name: "dL/d(QKᵀ)", value: "dS" },
  queries: { name: "dL/dQ", value: `(dS @ K)[:, :${SHOWN}]` },
  keys: { name: "dL/dK", value: `(dS.T @ Q)[:, :${SHOWN}]` },
};

const own =
  (of: keyof typeof GRADIENTS, side: Side) =>
  (state: State, words: Lines): Lines => {
    const { loss, gradient } = LOSSES[state.loss];
    const count = requestOf(state, words).words.length;
    return [
      ...head(state, words),
      ...sentence(state, words, ["Q", "K", "V"]),
      `divisor = ${side === "scaled" ? scaleOf(state, words) : "1.0"}`,
      ...(state.loss === "target" ? [`target = ${Math.min(state.target, count) - 1}`] : []),
      "",
      ...SOFTMAX,
      "S = Q @ K.T",
      "Y = softmax(S / divisor)",
      "Z = Y @ V",
      `dZ = ${gradient}`,
      "dY = dZ @ V.T",
      "dY -= np.take_along_axis(dY, S.argmax(axis=1)[:, None], axis=1)  # changes nothing, keeps digits",
      "dS = Y * (dY - np.sum(Y * dY, axis=1, keepdims=True)) / divisor  # each row: its Jacobian times dY",
      `print("loss:", ${loss})`,
      `print("${GRADIENTS[of].name}", ${GRADIENTS[of].value}, sep="\\n")`,
    ];
  };

// ---- the exponent ----

function growth(state: State, words: Lines): Lines {
  const request = requestOf(state, words);
  const rings =
    words.length < 2
      ? []
      : [
          "",
          "# The rings: the rows of the sentence.",
          ...sentence(state, words, ["Q", "K"]),
          `print("sentence:", len(X), *(entropy(row / ${scaleOf(state, words)}) for row in Q @ K.T))`,
        ];
  return [
    rings.length > 0 ? imports(request) : "import numpy as np",
    `draws, seed, d = ${Math.min(400, state.draws)}, ${state.drawseed}, 64`,
    "counts = 2 ** np.arange(1, 13)",
    "kappa = np.sqrt(d) / np.log(512)  # both ways are one at 512 keys",
    "",
    "def entropy(x):",
    "    gap = x.max() - x",
    "    e = np.exp(-gap)",
    "    return np.log1p(np.delete(e, x.argmax()).sum()) + e @ gap / e.sum()",
    "",
    "entropies = np.empty((2, len(counts), draws))",
    "for t in range(draws):",
    "    x = np.random.RandomState([seed, d, t]).normal(size=(4097, d))",
    "    scores = x[1:] @ x[0]",
    "    for i, n in enumerate(counts):",
    "        entropies[0, i, t] = entropy(scores[:n] / np.sqrt(d))",
    "        entropies[1, i, t] = entropy(scores[:n] * kappa * np.log(n) / d)",
    'print("n; lower decile, median, upper decile with the root, then with kappa ln(n); ln(n)")',
    "for i, n in enumerate(counts):",
    "    print(n, *np.quantile(entropies[:, i], [0.1, 0.5, 0.9], axis=1).T.ravel(), np.log(n))",
    ...rings,
  ];
}

const BFLOAT16 = [
  "def bfloat16(x):  # 8 bits of significand, to nearest, ties to even",
  "    last = np.maximum(np.frexp(x)[1], -125) - 8  # the power of 2 of the last bit",
  "    return np.ldexp(np.rint(np.ldexp(x, -last)), last)",
];

/** What rounds to a precision. */
const ROUND = {
  double: "np.float64",
  float: "np.float32",
  half: "np.float16",
  bfloat16: "bfloat16",
};

const places =
  (which: "logits" | "difference") =>
  (state: State, words: Lines): Lines => {
    const { precision, accumulate, place, size } = state;
    const wide = precision !== "double" && accumulate === "float" ? "np.float32" : ROUND[precision];
    const divide = (name: string) => `${name} = number(${name} / divisor)`;
    const both = place === "both";
    return [
      ...head(state, words),
      'np.seterr(over="ignore", invalid="ignore")  # what is too large becomes inf',
      ...sentence(state, words, ["Q", "K"]),
      ...(precision === "bfloat16" ? ["", ...BFLOAT16] : []),
      "",
      `number, wide = ${ROUND[precision]}, ${wide}  # they round; sums are kept in wide`,
      `Q, K = ${real(size)} * Q, ${real(size)} * K`,
      "root = np.sqrt(float(Q.shape[1]))",
      "exact = Q @ K.T / root",
      `divisor = number(${both ? "np.sqrt(root)" : "root"})`,
      "Q, K = number(Q), number(K)",
      ...(both || place === "queries" ? [divide("Q")] : []),
      ...(both || place === "keys" ? [divide("K")] : []),
      "Q, K = wide(Q), wide(K)",
      "logits = wide(np.zeros(exact.shape))",
      "for q, k in zip(Q.T, K.T):  # one coordinate after the other, each step rounded",
      "    logits = wide(logits + wide(np.outer(q, k)))",
      "logits = number(logits)",
      ...(place === "scores" ? [divide("logits")] : []),
      which === "logits"
        ? 'print("logits", np.float64(logits), sep="\\n")'
        : 'print("logits - exact", np.float64(logits) - exact, sep="\\n")',
    ];
  };

// ---- all of them ----

const FIGURES = byFigure<Lines>({
  scores,
  wordVectors,
  weights,
  output,
  histogram,
  entries,
  rows,
  spread,
  curves,
  jacobianOf,
  norms,
  upstream,
  fan,
  singles,
  reaching,
  own,
  exponentCurves: (state) => exponent({ ...state, measure: quantityOf(state) }),
  growth,
  places,
});

export function numpyOfFigure(
  figure: string | undefined,
  state: State,
  words: Lines,
  done?: number,
): string | null {
  const make = figure === undefined ? undefined : FIGURES[figure];
  return make === undefined ? null : make(state, words, done).join("\n");
}
