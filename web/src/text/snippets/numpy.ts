/** NumPy that prints the digits of the page's figures. */
import { type AttentionRequest, requestOf } from "../../attention/sentence-attention.js";
import type { State } from "../../state/state.js";
import { list, real, scaledAndShifted, textLiteral } from "./literals.js";
import {
  logitsOf,
  MEASURE_TITLES,
  MOST_SCORES_COMPUTED,
  quantityOf,
  type SnippetView,
  upstreamOf,
} from "./subject.js";

export const ALL_DIGITS =
  'np.set_printoptions(floatmode="unique", threshold=10**7)  # every digit of every entry';

// ---- the sentence ----

export function vectors({ words, dim, seed, x }: AttentionRequest): string[] {
  if (x !== null) return [`X = np.array([${x.map((row) => `[${list(row)}]`).join(", ")}])`];
  return [
    `words, d, seed = [${words.map(textLiteral).join(", ")}], ${dim}, ${seed}`,
    "X = np.array([np.random.RandomState([seed, zlib.crc32(w.encode())]).normal(size=1024)[:d] for w in words])",
  ];
}

/** `names`: the first of Q, K and V, as many as are needed. */
export function projections(
  { projections: kind }: AttentionRequest,
  names: readonly string[],
): string[] {
  if (kind === "identity") return [`${names.join(" = ")} = X`];
  const numbers = names.map((_, i) => i + 1).join(", ");
  return [
    `W = [np.random.RandomState([seed, i]).normal(size=(1024, 1024))[:d, :d] / np.sqrt(d) for i in (${numbers})]`,
    `${names.join(", ")} = (X @ w for w in W)`,
  ];
}

export const imports = ({ x }: AttentionRequest) =>
  x === null ? "import zlib, numpy as np" : "import numpy as np";

export const divisorOf = (dim: string | number, exponent: number) =>
  exponent === 0.5 ? `np.sqrt(${dim})` : `${dim} ** ${real(exponent)}`;

/** Scores, weights and outputs of the first screen. */
export function sentenceSnippet(request: AttentionRequest): string {
  return [
    imports(request),
    ALL_DIGITS,
    ...vectors(request),
    ...projections(request, ["Q", "K", "V"]),
    "",
    "def softmax(x):",
    "    e = np.exp(x - x.max(axis=1, keepdims=True))",
    "    return e / e.sum(axis=1, keepdims=True)",
    "",
    "scores = Q @ K.T",
    "unscaled = softmax(scores)",
    `scaled = softmax(scores / ${divisorOf("Q.shape[1]", request.exponent)})`,
    'print("scores", scores, "unscaled weights", unscaled, "scaled weights", scaled, sep="\\n")',
    'print("unscaled Z", unscaled @ V, "scaled Z", scaled @ V, sep="\\n")',
  ].join("\n");
}

// ---- one experiment, all scores ----

export const DRAWN = {
  normal: (size: string) => `rng.normal(0, sigma, size=${size})`,
  uniform: (size: string) => `rng.uniform(-np.sqrt(3) * sigma, np.sqrt(3) * sigma, size=${size})`,
  sign: (size: string) => `np.where(rng.uniform(size=${size}) < 0.5, -sigma, sigma)`,
};

export function variance({ samples, sampledim, sampleseed, sigma, law }: State): readonly string[] {
  const scores =
    samples <= MOST_SCORES_COMPUTED
      ? ["scores = query @ key / np.sqrt(d)", "mean, std = scores.mean(), scores.std(ddof=1)"]
      : [
          "# All n² scores without computing one: Σ q·k = (Σ q)·(Σ k), Σ (q·k)² = ⟨QᵀQ, KKᵀ⟩.",
          "total = query.sum(axis=0) @ key.sum(axis=1)",
          "squares = np.sum((query.T @ query) * (key @ key.T))",
          "mean = total / n**2 / np.sqrt(d)",
          "std = np.sqrt((squares - total**2 / n**2) / (n**2 - 1) / d)",
        ];
  return [
    "import numpy as np",
    `n, d, sigma = ${samples}, ${sampledim}, ${real(sigma)}`,
    `rng = np.random.RandomState(${sampleseed})`,
    `query = ${DRAWN[law]("(n, d)")}`,
    `key = ${DRAWN[law]("(d, n)")}`,
    ...scores,
    'print("query:", query.mean(), query.std(ddof=1))',
    'print("key:", key.mean(), key.std(ddof=1))',
    'print("scaled scores:", mean, std)',
  ];
}

// ---- one row of logits ----

export function logitLines(state: State, words: readonly string[]): string[] {
  const logits = logitsOf(state, words);
  const base =
    logits.kind === "numbers"
      ? ["import numpy as np", ALL_DIGITS, `x = np.array([${list(logits.entries)}])`]
      : [
          imports(logits.request),
          ALL_DIGITS,
          ...vectors(logits.request),
          ...projections(logits.request, ["Q", "K"]),
          `x = Q[${logits.row}] @ K.T`,
        ];
  const { factor, shift } = state;
  return factor === 1 && shift === 0 ? base : [...base, `x = ${scaledAndShifted("x", state)}`];
}

function saturation(state: State, words: readonly string[]): string {
  return [
    ...logitLines(state, words),
    "gap = x.max() - x",
    "e = np.exp(-gap)",
    "y = e / e.sum()",
    "# -Σ y ln y, which so keeps its digits when one weight is almost 1.",
    "entropy = np.log1p(np.delete(e, x.argmax()).sum()) + y @ gap",
    'print("logits", x, "softmax", y, "entropy", entropy, "largest weight", y.max(), sep="\\n")',
  ].join("\n");
}

function jacobian(state: State, words: readonly string[]): string {
  const { dim, exponent } = requestOf(state, words);
  return [
    ...logitLines(state, words),
    `g = np.array([${list(upstreamOf(state, logitsOf(state, words)))}])`,
    "",
    "def jacobian(x):",
    "    e = np.exp(x - x.max())",
    "    y = e / e.sum()",
    "    J = -np.outer(y, y)",
    "    np.fill_diagonal(J, 0)",
    "    np.fill_diagonal(J, -J.sum(axis=1))  # y_i (1 - y_i), as every row of J sums to 0",
    "    return J",
    "",
    `for name, J in ("J", jacobian(x)), ("J, divided", jacobian(x / ${divisorOf(dim, exponent)})):`,
    '    print(name, J, sep="\\n")',
    '    print("Frobenius and spectral norm:", np.hypot.reduce(J.ravel()), np.linalg.norm(J, 2))',
    'print("J g", jacobian(x) @ g, sep="\\n")',
  ].join("\n");
}

// ---- many draws ----

export const QUANTITIES = {
  peak: "y[:, top]",
  entropy: "np.log1p(np.delete(e, top, axis=1).sum(axis=1)) + y @ gap / divisors",
  jacobian: "np.linalg.norm(times_jacobian(y, np.eye(keys), top), axis=(1, 2))",
  gradient: "np.linalg.norm(times_jacobian(y, K, top), axis=(1, 2)) / divisors",
};
export type Quantity = keyof typeof QUANTITIES;

export const TIMES_JACOBIAN = [
  "def times_jacobian(y, A, top):",
  "    A = A - A[top]  # J's rows sum to 0: this changes nothing, and tiny weights keep their digits",
  "    return y[:, :, None] * (A - (y @ A)[:, None])  # (diag(y) - yyᵀ) A",
  "",
];

/** Each quantity becomes an array [draws, dims, exponents]. */
export function drawLines(
  state: State,
  exponents: string,
  quantities: readonly Quantity[],
): string[] {
  const needsJacobian = quantities.some((name) => QUANTITIES[name].includes("times_jacobian"));
  const count = quantities.length > 1 ? `${quantities.length}, ` : "";
  return [
    "import numpy as np",
    `keys, draws, seed = ${state.keys}, ${state.draws}, ${state.drawseed}`,
    `dims, exponents = 2 ** np.arange(11), ${exponents}`,
    "",
    ...(needsJacobian ? TIMES_JACOBIAN : []),
    `${quantities.join(", ")} = np.empty((${count}draws, len(dims), len(exponents)))`,
    "for t in range(draws):",
    "    x = np.random.RandomState([seed, keys, t]).normal(size=(keys + 1, 1024))",
    "    for i, d in enumerate(dims):",
    "        q, K = x[0, :d], x[1:, :d]",
    "        scores, divisors = K @ q, d**exponents",
    "        top = scores.argmax()",
    "        gap = scores[top] - scores",
    "        e = np.exp(-gap / divisors[:, None])",
    "        y = e / e.sum(axis=1, keepdims=True)  # softmax, a row for each exponent",
    ...quantities.map((name) => `        ${name}[t, i] = ${QUANTITIES[name]}`),
    "",
  ];
}

function gradient(state: State): string {
  return [
    ...drawLines(state, `np.array([0.0, ${real(state.exponent)}])`, [
      "peak",
      "jacobian",
      "gradient",
    ]),
    'for name, values in ("largest weight", peak), ("norm of J", jacobian), ("norm of dy/dq", gradient):',
    '    print(name + ": exponent, d, median, lower and upper decile, mean")',
    "    for j, p in enumerate(exponents):",
    "        for i, d in enumerate(dims):",
    "            v = values[:, i, j]",
    "            print(p, d, *np.quantile(v, [0.5, 0.1, 0.9]), v.mean())",
  ].join("\n");
}

export function exponent(state: State): readonly string[] {
  const quantity = quantityOf(state);
  const shown = state.measure === "change" ? "np.diff(np.log2(medians), axis=0)" : "medians";
  return [
    ...drawLines(state, "np.arange(21) / 20", [quantity]),
    `medians = np.median(${quantity}, axis=0)`,
    `print("exponent; ${MEASURE_TITLES[state.measure]}")`,
    `for p, row in zip(exponents, ${shown}.T):`,
    "    print(p, *row)",
  ];
}

/** Python that prints the main numbers of a view's figures; `words` are those on screen. */
export function numpyOfView(view: SnippetView, state: State, words: readonly string[]): string {
  const made = {
    matrices: () => sentenceSnippet(requestOf(state, words)),
    variance: () => variance(state).join("\n"),
    saturation: () => saturation(state, words),
    jacobian: () => jacobian(state, words),
    gradient: () => gradient(state),
    exponent: () => exponent(state).join("\n"),
  };
  return made[view]();
}
