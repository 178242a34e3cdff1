/** C++ with Eigen that prints the digits of the page's figures: g++ -std=c++20 -O2 -I/usr/include/eigen3 file.cpp */
import { type AttentionRequest, requestOf } from "../../attention/sentence-attention.js";
import type { State } from "../../state/state.js";
import { CRC32, MATRIX, QUANTILE, randomState, TIMES_JACOBIAN } from "./cpp-parts.js";
import { list, real, scaledAndShifted, textLiteral } from "./literals.js";
import {
  logitsOf,
  MEASURE_TITLES,
  MOST_SCORES_COMPUTED,
  quantityOf,
  type SnippetView,
  upstreamOf,
} from "./subject.js";

/** A whole program: `standard` headers, what stands before main, and its lines. */
export function program(
  standard: readonly string[],
  parts: readonly string[],
  lines: readonly string[],
): string {
  const headers = [...new Set([...standard, "iomanip", "iostream"])].sort();
  return `// g++ -std=c++20 -O2 -I/usr/include/eigen3
#include <Eigen/Dense>
${headers.map((header) => `#include <${header}>`).join("\n")}

${MATRIX}${[...new Set(parts)].join("")}
int main() {
${["std::cout << std::setprecision(17);", ...lines].map((line) => (line === "" ? "" : `  ${line}`)).join("\n")}
}
`;
}

export const RANDOM = ["cmath", "cstdint", "random"];
export const SEEDED = [...RANDOM, "algorithm", "vector"];

export const printed = (name: string, value: string) =>
  `std::cout << "${name}\\n" << ${value} << "\\n";`;

// ---- the sentence ----

export const headersOf = ({ x }: AttentionRequest) =>
  x === null ? [...SEEDED, "string"] : ["cmath"];
export const partsOf = ({ x }: AttentionRequest) =>
  x === null ? [randomState("list"), CRC32] : [];

export function vectors({ words, dim, seed, x }: AttentionRequest): string[] {
  if (x !== null)
    return [`Matrix X(${x.length}, ${dim});`, `X << ${x.map(list).join(",\n       ")};`];
  return [
    `const std::vector<std::string> words{${words.map(textLiteral).join(", ")}};`,
    `const Eigen::Index d = ${dim};`,
    `const std::uint32_t seed = ${seed};`,
    "Matrix X(words.size(), d);",
    "for (Eigen::Index i = 0; i < X.rows(); ++i)",
    "  X.row(i) = RandomState({seed, crc32(words[i])}).normal(1, d);",
  ];
}

export function projections(
  { projections: kind }: AttentionRequest,
  names: readonly string[],
): string[] {
  const project =
    kind === "identity"
      ? []
      : [
          "const auto project = [&](std::uint32_t i) -> Matrix {  // the corner of W [1024×1024] / √d",
          "  return X * RandomState({seed, i}).normal(d, 1024).leftCols(d) / std::sqrt(d);",
          "};",
        ];
  const values = names.map((_, i) => (kind === "identity" ? "X" : `project(${i + 1})`));
  return [
    ...project,
    `const Matrix ${names.map((name, i) => `${name} = ${values[i]}`).join(", ")};`,
  ];
}

export const divisorOf = (dim: string | number, exponent: number) =>
  exponent === 0.5 ? `std::sqrt(${dim})` : `std::pow(${dim}, ${real(exponent)})`;

export const ROW_SOFTMAX = `
Matrix softmax(Matrix x) {  // of each row
  x.colwise() -= x.rowwise().maxCoeff().eval();
  x = x.array().exp();
  x.array().colwise() /= x.rowwise().sum().eval().array();
  return x;
}
`;

export function sentenceProgram(request: AttentionRequest): string {
  return program(
    headersOf(request),
    [...partsOf(request), ROW_SOFTMAX],
    [
      ...vectors(request),
      ...projections(request, ["Q", "K", "V"]),
      "",
      "const Matrix scores = Q * K.transpose();",
      "const Matrix unscaled = softmax(scores);",
      `const Matrix scaled = softmax(scores / ${divisorOf("X.cols()", request.exponent)});`,
      printed("scores", "scores"),
      printed("unscaled weights", "unscaled"),
      printed("scaled weights", "scaled"),
      printed("unscaled Z", "unscaled * V"),
      printed("scaled Z", "scaled * V"),
    ],
  );
}

// ---- one experiment, all scores ----

export const DRAWN = {
  normal: "sigma * random.normal()",
  uniform: "-h + 2.0 * h * random.uniform()",
  sign: "random.uniform() < 0.5 ? -sigma : sigma",
};

export const MEAN_AND_STD = `
using Numbers = Eigen::Ref<const Eigen::ArrayXd>;

double sum(const Numbers& x) {  // pairwise, as NumPy adds: that rounds less
  const Eigen::Index half = x.size() / 2;
  return x.size() <= 128 ? x.sum() : sum(x.head(half)) + sum(x.tail(x.size() - half));
}

double mean(const Numbers& x) { return sum(x) / x.size(); }

double deviation(const Numbers& x) {  // ddof=1
  return std::sqrt(sum((x - mean(x)).square()) / (x.size() - 1));
}

void print(const char* name, const Matrix& x) {
  const Eigen::Map<const Eigen::ArrayXd> entries(x.data(), x.size());
  std::cout << name << ": " << mean(entries) << " " << deviation(entries) << "\\n";
}
`;

/** The numbers that the entries depend on. */
export const lawLines = ({ sigma, law }: State): readonly string[] => [
  `const double sigma = ${real(sigma)};`,
  ...(law === "uniform" ? ["const double h = std::sqrt(3.0) * sigma;"] : []),
];

/** Fills *x. */
export const filledWith = ({ law }: Pick<State, "law">) =>
  `for (double& entry : x->reshaped<Eigen::RowMajor>()) entry = ${DRAWN[law]};`;

export function varianceLines({ samples, sampledim, sampleseed, law }: State): readonly string[] {
  const scores =
    samples <= MOST_SCORES_COMPUTED
      ? ['print("scaled scores", query * key / std::sqrt(d));']
      : [
          "// All n² scores without computing one: Σ q·k = (Σ q)·(Σ k), Σ (q·k)² = ⟨QᵀQ, KKᵀ⟩.",
          "const double count = 1.0 * n * n;",
          "const double total = query.colwise().sum() * key.rowwise().sum();",
          "const Matrix of_queries = query.transpose() * query, of_keys = key * key.transpose();",
          "const double squares = of_queries.cwiseProduct(of_keys).sum();",
          "const double variance = (squares - total * total / count) / (count - 1);",
          'std::cout << "scaled scores: " << total / count / std::sqrt(d);',
          'std::cout << " " << std::sqrt(variance / d) << "\\n";',
        ];
  return [
    `const Eigen::Index n = ${samples}, d = ${sampledim};`,
    `RandomState random(${sampleseed});`,
    "Matrix query(n, d), key(d, n);",
    "for (Matrix* x : {&query, &key})",
    `  ${filledWith({ law })}`,
    'print("query", query);',
    'print("key", key);',
    ...scores,
  ];
}

const variance = (state: State) =>
  program(
    RANDOM,
    [randomState("number"), MEAN_AND_STD],
    [...lawLines(state), ...varianceLines(state)],
  );

// ---- one row of logits ----

export function logitParts(state: State, words: readonly string[]) {
  const logits = logitsOf(state, words);
  const { factor, shift } = state;
  const shifted =
    factor === 1 && shift === 0 ? [] : [`x = ${scaledAndShifted("x.array()", state)};`];
  if (logits.kind === "numbers")
    return {
      headers: ["cmath"],
      parts: [],
      lines: [`Vector x(${logits.entries.length});`, `x << ${list(logits.entries)};`, ...shifted],
    };
  const { request, row } = logits;
  return {
    headers: headersOf(request),
    parts: partsOf(request),
    lines: [
      ...vectors(request),
      ...projections(request, ["Q", "K"]),
      `Vector x = K * Q.row(${row}).transpose();`,
      ...shifted,
    ],
  };
}

function saturation(state: State, words: readonly string[]): string {
  const { headers, parts, lines } = logitParts(state, words);
  return program(headers, parts, [
    ...lines,
    "Eigen::Index top;",
    "const Vector gap = x.maxCoeff(&top) - x.array();",
    "const Vector e = (-gap.array()).exp(), y = e / e.sum();",
    "const double others = e.head(top).sum() + e.tail(e.size() - top - 1).sum();",
    "// −Σ y ln y, which so keeps its digits when one weight is almost 1.",
    "const double entropy = std::log1p(others) + y.dot(gap);",
    printed("logits", "x.transpose()"),
    printed("softmax", "y.transpose()"),
    printed("entropy", "entropy"),
    printed("largest weight", "y.maxCoeff()"),
  ]);
}

export const JACOBIAN = `
Matrix jacobian(const Vector& x) {
  Vector y = (x.array() - x.maxCoeff()).exp();
  y /= y.sum();
  Matrix J = -y * y.transpose();
  J.diagonal().setZero();
  J.diagonal() = -J.rowwise().sum().eval();  // y_i(1 − y_i), as every row of J sums to 0
  return J;
}
`;

export const JACOBIAN_PRINTED = `
void print(const std::string& name, const Matrix& J) {
  const Eigen::SelfAdjointEigenSolver<Matrix> eigen(J, Eigen::EigenvaluesOnly);
  std::cout << name << "\\n" << J << "\\n";
  std::cout << "Frobenius and spectral norm: " << J.stableNorm() << " ";
  std::cout << eigen.eigenvalues().maxCoeff() << "\\n";
}
`;

function jacobian(state: State, words: readonly string[]): string {
  const { dim, exponent } = requestOf(state, words);
  const { headers, parts, lines } = logitParts(state, words);
  const g = upstreamOf(state, logitsOf(state, words));
  return program(
    [...headers, "string"],
    [...parts, JACOBIAN, JACOBIAN_PRINTED],
    [
      ...lines,
      `Vector g(${g.length});`,
      `g << ${list(g)};`,
      'print("J", jacobian(x));',
      `print("J, divided", jacobian(x / ${divisorOf(real(dim), exponent)}));`,
      printed("J g", "(jacobian(x) * g).transpose()"),
    ],
  );
}

// ---- many draws ----

export const QUANTITIES = {
  peak: "y[top]",
  entropy: "std::log1p(e.head(top).sum() + e.tail(keys - top - 1).sum()) + y.dot(gap) / divisor",
  jacobian: "times_jacobian(y, Matrix::Identity(keys, keys), top).norm()",
  gradient: "times_jacobian(y, K, top).norm() / divisor",
};
export type Quantity = keyof typeof QUANTITIES;

/** values[quantity][exponent][octave] holds one number a draw, sorted in the end. */
export function manyDraws(
  state: State,
  exponents: readonly string[],
  quantities: readonly Quantity[],
  print: readonly string[],
  more: { readonly headers: readonly string[]; readonly parts: readonly string[] } = {
    headers: [],
    parts: [],
  },
): string {
  const needsJacobian = quantities.some((name) => QUANTITIES[name].includes("times_jacobian"));
  return program(
    [...SEEDED, ...more.headers],
    [randomState("list"), ...more.parts, ...(needsJacobian ? [TIMES_JACOBIAN] : []), QUANTILE],
    [
      `const std::uint32_t keys = ${state.keys}, draws = ${state.draws}, seed = ${state.drawseed};`,
      ...exponents,
      "const std::size_t octaves = 11;  // d = 1, 2, 4 … 1024",
      "// values[quantity][exponent][octave]: one number a draw",
      `std::vector values(${quantities.length}, std::vector(exponents.size(), std::vector(octaves, std::vector<double>(draws))));`,
      "for (std::uint32_t t = 0; t < draws; ++t) {",
      "  const Matrix x = RandomState({seed, keys, t}).normal(keys + 1, 1024);",
      "  for (std::size_t i = 0; i < octaves; ++i) {",
      "    const Eigen::Index d = 1 << i;",
      "    const Matrix K = x.bottomLeftCorner(keys, d);",
      "    const Vector scores = K * x.row(0).head(d).transpose();",
      "    Eigen::Index top;",
      "    const Vector gap = scores.maxCoeff(&top) - scores.array();",
      "    for (std::size_t j = 0; j < exponents.size(); ++j) {",
      "      const double divisor = std::pow(d, exponents[j]);",
      "      const Vector e = (-gap / divisor).array().exp(), y = e / e.sum();",
      ...quantities.map((name, index) => `      values[${index}][j][i][t] = ${QUANTITIES[name]};`),
      "    }",
      "  }",
      "}",
      "for (auto& quantity : values)",
      "  for (auto& exponent : quantity)",
      "    for (auto& numbers : exponent) std::sort(numbers.begin(), numbers.end());",
      "",
      ...print,
    ],
  );
}

function gradient(state: State): string {
  return manyDraws(
    state,
    [`const std::vector<double> exponents{0.0, ${real(state.exponent)}};`],
    ["peak", "jacobian", "gradient"],
    [
      'const char* const names[] = {"largest weight", "norm of J", "norm of dy/dq"};',
      "for (std::size_t k = 0; k < values.size(); ++k) {",
      '  std::cout << names[k] << ": exponent, d, median, lower and upper decile, mean\\n";',
      "  for (std::size_t j = 0; j < exponents.size(); ++j)",
      "    for (std::size_t i = 0; i < octaves; ++i) {",
      "      const std::vector<double>& v = values[k][j][i];",
      '      std::cout << exponents[j] << " " << (1 << i) << " " << quantile(v, 0.5) << " " << quantile(v, 0.1)',
      '                << " " << quantile(v, 0.9) << " " << Vector::Map(v.data(), v.size()).mean() << "\\n";',
      "    }",
      "}",
    ],
  );
}

function exponent(state: State): string {
  const { measure } = state;
  const median = (octave: string) => `quantile(values[0][j][${octave}], 0.5)`;
  const shown =
    measure === "change"
      ? [
          "  for (std::size_t i = 1; i < octaves; ++i)",
          `    std::cout << " " << std::log2(${median("i")} / ${median("i - 1")});`,
        ]
      : ["  for (std::size_t i = 0; i < octaves; ++i)", `    std::cout << " " << ${median("i")};`];
  return manyDraws(
    state,
    [
      "std::vector<double> exponents;",
      "for (int j = 0; j <= 20; ++j) exponents.push_back(j / 20.0);",
    ],
    [quantityOf(state)],
    [
      `std::cout << "exponent; ${MEASURE_TITLES[measure]}\\n";`,
      "for (std::size_t j = 0; j < exponents.size(); ++j) {",
      "  std::cout << exponents[j];",
      ...shown,
      '  std::cout << "\\n";',
      "}",
    ],
  );
}

/** A C++20 program that prints the main numbers of a view's figures; `words` are those on screen. */
export function cppOfView(view: SnippetView, state: State, words: readonly string[]): string {
  const made = {
    matrices: () => sentenceProgram(requestOf(state, words)),
    variance: () => variance(state),
    saturation: () => saturation(state, words),
    jacobian: () => jacobian(state, words),
    gradient: () => gradient(state),
    exponent: () => exponent(state),
  };
  return made[view]();
}
