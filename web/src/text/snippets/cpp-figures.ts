/** C++ that prints the numbers of one figure. */

import { requestOf, SHOWN } from "../../attention/sentence-attention.js";
import { binsOf } from "../../parts/variance/scores.js";
import type { State } from "../../state/state.js";
import {
  cppOfView,
  divisorOf,
  filledWith,
  headersOf,
  JACOBIAN,
  JACOBIAN_PRINTED,
  lawLines,
  logitParts,
  MEAN_AND_STD,
  manyDraws,
  partsOf,
  printed,
  program,
  projections,
  type Quantity,
  RANDOM,
  ROW_SOFTMAX,
  SEEDED,
  varianceLines,
  vectors,
} from "./cpp.js";
import { QUANTILE, randomState, TIMES_JACOBIAN } from "./cpp-parts.js";
import { byFigure, type Make as MakeOf, type Side } from "./figures.js";
import { list, real, scaledAndShifted } from "./literals.js";
import { logitsOf, quantityOf, upstreamOf } from "./subject.js";

type Lines = readonly string[];
type Make = MakeOf<string>;

/** What a program about the sentence needs, with the first of Q, K and V; little where there are no words. */
function sentence(state: State, words: Lines, names: Lines) {
  if (words.length === 0) return { headers: ["cmath"], parts: [], lines: [] };
  const request = requestOf(state, words);
  return {
    headers: headersOf(request),
    parts: partsOf(request),
    lines: [...vectors(request), ...projections(request, names)],
  };
}

/** A program about the sentence. */
function ofSentence(
  state: State,
  words: Lines,
  {
    names,
    headers = [],
    parts,
    lines,
  }: { names: Lines; headers?: Lines; parts: Lines; lines: Lines },
): string {
  const own = sentence(state, words, names);
  return program([...own.headers, ...headers], [...own.parts, ...parts], [...own.lines, ...lines]);
}

const scaleOf = (state: State, words: Lines) =>
  divisorOf(real(requestOf(state, words).dim), state.exponent);

const indented = (lines: Lines) => lines.map((line) => (line === "" ? "" : `  ${line}`));

/** In a scope of its own, where its names are others. */
const scope = (comment: string, lines: Lines): Lines => [
  "",
  `{  // ${comment}`,
  ...indented(lines),
  "}",
];

// ---- the first screen ----

const scores: Make = (state, words) =>
  ofSentence(state, words, {
    names: ["Q", "K"],
    parts: [],
    lines: [printed("scores", "Q * K.transpose()")],
  });

const WEIGHTS_PRINTED = `
void print(const char* name, const Matrix& y) {
  const Vector entropy = -(y.array() * y.array().max(1e-300).log()).rowwise().sum();  // 0 ln 0 = 0
  std::cout << name << "\\n" << y << "\\nentropy\\n" << entropy.transpose();
  std::cout << "\\nlargest weight\\n" << y.rowwise().maxCoeff().transpose() << "\\n";
}
`;

const weights =
  (...sides: readonly Side[]): Make =>
  (state, words) =>
    ofSentence(state, words, {
      names: ["Q", "K"],
      parts: [ROW_SOFTMAX, WEIGHTS_PRINTED],
      lines: [
        "const Matrix scores = Q * K.transpose();",
        ...sides.map((side) =>
          side === "unscaled"
            ? 'print("unscaled weights", softmax(scores));'
            : `print("scaled weights", softmax(scores / ${scaleOf(state, words)}));`,
        ),
      ],
    });

const shown = (state: State, words: Lines, matrix: string) =>
  `${matrix}.leftCols(${Math.min(SHOWN, requestOf(state, words).dim)})`;

const output =
  (side: Side): Make =>
  (state, words) =>
    ofSentence(state, words, {
      names: ["Q", "K", "V"],
      parts: [ROW_SOFTMAX],
      lines: [
        "const Matrix scores = Q * K.transpose();",
        `const Matrix Z = softmax(scores${side === "scaled" ? ` / ${scaleOf(state, words)}` : ""}) * V;`,
        printed(`${side} Z, as many columns as the page shows`, shown(state, words, "Z")),
      ],
    });

const wordVectors: Make = (state, words) => {
  const request = requestOf(state, words);
  return program(headersOf(request), partsOf(request), [
    ...vectors(request),
    printed("X, as many columns as the page shows", shown(state, words, "X")),
  ]);
};

// ---- the sampling experiment ----

const entries: Make = (state) =>
  program(
    RANDOM,
    [randomState("number"), MEAN_AND_STD],
    [
      ...lawLines(state),
      `RandomState random(${state.sampleseed});`,
      `Matrix query(${state.samples}, ${state.sampledim});`,
      "Matrix* const x = &query;",
      filledWith(state),
      printed(
        "entries",
        `query.reshaped<Eigen::RowMajor>().head(${Math.min(400, state.samples * state.sampledim)}).transpose()`,
      ),
      'print("query", query);',
    ],
  );

function histogram(state: State, _: Lines, done?: number): string {
  const { samples, sampledim: dim, sampleseed: seed, sigma: std, law } = state;
  const { bins, range } = binsOf({ samples, dim, seed, std, law });
  const end = done === undefined ? "n" : "done";
  return program(
    [...RANDOM, "algorithm", "vector"],
    [randomState("number"), MEAN_AND_STD],
    [
      ...lawLines(state),
      ...varianceLines(state),
      "",
      "// The page counts in single precision: beside an edge a score may be in the other bin.",
      `const int bins = ${bins};`,
      `const double low = ${real(range[0])}, high = ${real(range[1])};  // of the scaled scores`,
      "std::vector<long> counts(bins);",
      ...(done === undefined
        ? []
        : [`const Eigen::Index done = ${done};  // so many of the n queries are counted`]),
      `for (Eigen::Index start = 0; start < ${end}; start += 500) {  // not all n² scores at once`,
      `  const Eigen::Index rows = std::min<Eigen::Index>(500, ${end} - start);`,
      "  const Matrix scores = query.middleRows(start, rows) * key / std::sqrt(d);",
      "  for (const double score : scores.reshaped()) {",
      "    const double place = (score - low) / (high - low) * bins;",
      "    if (place >= 0 && place < bins) ++counts[static_cast<int>(place)];",
      "  }",
      "}",
      printed("edges", "Vector::LinSpaced(bins + 1, low, high).transpose()"),
      'std::cout << "counts\\n";',
      'for (const long count : counts) std::cout << count << " ";',
    ],
  );
}

const rows: Make = (state, words) =>
  ofSentence(state, words, {
    names: ["Q", "K"],
    parts: [
      `
double variance(const Matrix& x) { return (x.array() - x.mean()).square().mean(); }
`,
    ],
    lines: [
      `for (const double divisor : {1.0, ${scaleOf(state, words)}}) {`,
      "  const Matrix scores = Q * K.transpose() / divisor;",
      '  std::cout << "variance: " << variance(scores) << " of rows:";',
      '  for (const auto& row : scores.rowwise()) std::cout << " " << variance(row);',
      '  std::cout << " of columns:";',
      '  for (const auto& column : scores.colwise()) std::cout << " " << variance(column);',
      '  std::cout << "\\n";',
      "}",
    ],
  });

function spread(state: State, words: Lines, repeats = 24): string {
  const own = sentence(state, words, ["Q", "K"]);
  const rings = state.sigma === 1 && words.length > 1;
  return program(
    [...SEEDED, ...(rings ? own.headers : [])],
    [randomState("list"), MEAN_AND_STD, ...(rings ? own.parts : [])],
    [
      ...lawLines(state),
      `const std::uint32_t seed = ${state.sampleseed};`,
      `Matrix deviations(${repeats}, 11);  // d = 1, 2, 4 … 1024`,
      `for (std::uint32_t repeat = 0; repeat < ${repeats}; ++repeat) {`,
      "  RandomState random({seed, repeat});",
      "  Matrix query(200, 1024), key(200, 1024);",
      "  for (Matrix* x : {&query, &key})",
      `    ${filledWith(state)}`,
      "  for (int i = 0; i < 11; ++i) {",
      "    const Matrix scores = query.leftCols(1 << i) * key.leftCols(1 << i).transpose();",
      "    deviations(repeat, i) = deviation(scores.reshaped().array());",
      "  }",
      "}",
      'std::cout << "d, mean and deviation of the repeats, both divided by sqrt(d), sqrt(d) sigma²\\n";',
      "for (int i = 0; i < 11; ++i) {",
      "  const double root = std::sqrt(1 << i);",
      repeats > 1
        ? "  const double m = mean(deviations.col(i).array()), b = deviation(deviations.col(i).array());"
        : "  const double m = deviations(0, i), b = 0;  // one repeat has no deviation",
      '  std::cout << (1 << i) << " " << m << " " << b << " " << m / root << " " << b / root << " ";',
      '  std::cout << root * sigma * sigma << "\\n";',
      "}",
      ...(rings
        ? scope("the rings: the sentence", [
            ...own.lines,
            "const Matrix scores = Q * K.transpose();",
            "const double deviation = std::sqrt((scores.array() - scores.mean()).square().mean());",
            'std::cout << "sentence: " << X.cols() << " " << deviation << " ";',
            'std::cout << deviation / std::sqrt(X.cols()) << "\\n";',
          ])
        : []),
    ],
  );
}

// ---- one row of logits ----

/** The logits before factor and shift, as x, and the sentence's Q and K. */
function logitsAndSentence(state: State, words: Lines): Lines {
  const logits = logitsOf(state, words);
  return logits.kind === "word"
    ? [`const Vector x = K * Q.row(${logits.row}).transpose();`]
    : [`Vector x(${logits.entries.length});`, `x << ${list(logits.entries)};`];
}

/** Lines for every factor of a curve, and for the page's own. */
const factors = (state: State, lines: Lines): Lines => [
  "for (int i = 0; i <= 49; ++i) {",
  `  const double factor = i < 49 ? std::exp2(i / 4.0 - 6) : ${real(state.factor)};`,
  ...indented(lines),
  "}",
];

const STATISTICS = `
void statistics(const Vector& x) {  // spread of the logits, entropy and largest weight
  Eigen::Index top;
  const Vector gap = x.maxCoeff(&top) - x.array();
  const Vector e = (-gap.array()).exp(), y = e / e.sum();
  const double others = e.head(top).sum() + e.tail(e.size() - top - 1).sum();
  std::cout << " " << std::sqrt((x.array() - x.mean()).square().mean());
  std::cout << " " << std::log1p(others) + y.dot(gap) << " " << y.maxCoeff();
}
`;

const ROWS = [
  "for (Eigen::Index i = 0; i < Q.rows(); ++i) {",
  "  const Vector row = K * Q.row(i).transpose();",
];

/** For each row of the sentence's scores, if there are words. */
const forRows = (words: Lines, title: string, lines: Lines): Lines =>
  words.length === 0 ? [] : [`std::cout << "${title}\\n";`, ...ROWS, ...indented(lines), "}"];

const curves: Make = (state, words) =>
  ofSentence(state, words, {
    names: ["Q", "K"],
    parts: [STATISTICS],
    lines: [
      ...logitsAndSentence(state, words),
      'std::cout << "factor, spread, entropy, largest weight\\n";',
      ...factors(state, ["std::cout << factor;", "statistics(factor * x);", 'std::cout << "\\n";']),
      ...forRows(words, "The rows of the sentence, unscaled and scaled", [
        "statistics(row);",
        `statistics(row / ${scaleOf(state, words)});`,
        'std::cout << "\\n";',
      ]),
    ],
  });

const jacobianOf =
  (side: Side): Make =>
  (state, words) => {
    const { headers, parts, lines } = logitParts(state, words);
    return program(
      [...headers, "string"],
      [...parts, JACOBIAN, JACOBIAN_PRINTED],
      [
        ...lines,
        `print("J", jacobian(x${side === "scaled" ? ` / ${scaleOf(state, words)}` : ""}));`,
      ],
    );
  };

function norms(state: State, words: Lines): string {
  const ladder = state.source === "ladder";
  const at = [
    `const Matrix J = jacobian(${ladder ? "a" : "factor"} * x);`,
    "const Eigen::SelfAdjointEigenSolver<Matrix> eigen(J, Eigen::EigenvaluesOnly);",
    `std::cout << ${ladder ? "a" : "factor"} << " " << J.stableNorm() << " ";`,
    'std::cout << eigen.eigenvalues().maxCoeff() << "\\n";',
  ];
  return ofSentence(state, words, {
    names: ["Q", "K"],
    parts: [JACOBIAN],
    lines: [
      ...(ladder
        ? ["const Vector x{{1.0, 1.0, 2.0, 4.0}};  // times a"]
        : logitsAndSentence(state, words)),
      `std::cout << "${ladder ? "a" : "factor"}, Frobenius norm, spectral norm\\n";`,
      ...(ladder
        ? [
            "for (int i = 0; i <= 121; ++i) {",
            `  const double a = i < 121 ? 20.0 * i * i / 14400 : ${real(state.a * state.factor)};`,
            ...indented(at),
            "}",
          ]
        : factors(state, at)),
      ...forRows(words, "Frobenius norm of each row of the sentence, unscaled and scaled", [
        'std::cout << jacobian(row).stableNorm() << " ";',
        `std::cout << jacobian(row / ${scaleOf(state, words)}).stableNorm() << "\\n";`,
      ]),
    ],
  });
}

const ONE_SOFTMAX = `
Vector softmax(const Vector& x) {
  const Vector e = (x.array() - x.maxCoeff()).exp();
  return e / e.sum();
}
`;

function upstream(state: State, words: Lines): string {
  const { headers, parts, lines } = logitParts({ ...state, factor: 1, shift: 0 }, words);
  const g = upstreamOf(state, logitsOf(state, words));
  return program(
    headers,
    [...parts, ONE_SOFTMAX, JACOBIAN],
    [
      ...lines,
      `Vector g(${g.length});`,
      `g << ${list(g)};`,
      `const Vector z = ${scaledAndShifted("x.array()", state)};`,
      "const double h = 1e-5;",
      printed("g", "g.transpose()"),
      printed("softmax", "softmax(z).transpose()"),
      printed("J g", "(jacobian(z) * g).transpose()"),
      "const Vector difference = (softmax(z + h * g) - softmax(z - h * g)) / (2 * h);",
      printed("central difference", "difference.transpose()"),
      'std::cout << "factor, norm of J g\\n";',
      ...factors(state, [
        'std::cout << factor << " " << (jacobian(factor * x) * g).norm() << "\\n";',
      ]),
    ],
  );
}

// ---- what reaches the queries ----

type Reach = Exclude<Quantity, "entropy">;

const REACHING: Readonly<Record<Reach, string>> = {
  peak: "y[top]",
  jacobian: "times_jacobian(y, Matrix::Identity(y.size(), y.size()), top).norm()",
  gradient: "times_jacobian(y, K, top).norm() / divisor",
};

/** For the scores of one query, unscaled and scaled. */
const reachingLines = (scale: string, quantities: readonly Reach[]): Lines => [
  "Eigen::Index top;",
  "const Vector gap = row.maxCoeff(&top) - row.array();",
  `for (const double divisor : {1.0, ${scale}}) {`,
  "  const Vector e = (-gap / divisor).array().exp(), y = e / e.sum();",
  ...quantities.map((name) => `  std::cout << ${REACHING[name]} << " ";`),
  "}",
  'std::cout << "\\n";',
];

const reachingRows = (state: State, words: Lines, quantities: readonly Reach[]): Lines => [
  ...ROWS,
  ...indented(reachingLines(scaleOf(state, words), quantities)),
  "}",
];

const reaching: Make = (state, words) =>
  ofSentence(state, words, {
    names: ["Q", "K"],
    parts: [TIMES_JACOBIAN],
    lines: [
      'std::cout << "for each word, unscaled and then scaled: norm of dy/dq, norm of J\\n";',
      ...reachingRows(state, words, ["gradient", "jacobian"]),
    ],
  });

const fan =
  (quantity: Reach): Make =>
  (state, words) => {
    const own = words.length === 0 ? undefined : sentence(state, words, ["Q", "K"]);
    return manyDraws(
      state,
      [`const std::vector<double> exponents{0.0, ${real(state.exponent)}};`],
      [quantity],
      [
        'std::cout << "exponent, d, median, lower and upper decile, mean\\n";',
        "for (std::size_t j = 0; j < exponents.size(); ++j)",
        "  for (std::size_t i = 0; i < octaves; ++i) {",
        "    const auto& v = values[0][j][i];",
        '    std::cout << exponents[j] << " " << (1 << i) << " " << quantile(v, 0.5) << " " << quantile(v, 0.1)',
        '              << " " << quantile(v, 0.9) << " " << Vector::Map(v.data(), v.size()).mean() << "\\n";',
        "  }",
        ...(own === undefined
          ? []
          : scope("the rings: the sentence, a row a word, unscaled and scaled", [
              ...own.lines,
              ...reachingRows(state, words, [quantity]),
            ])),
      ],
      own,
    );
  };

function singles(state: State): string {
  const d = 2 ** Math.round(Math.log2(state.dim));
  return program(
    SEEDED,
    [randomState("list"), TIMES_JACOBIAN],
    [
      `const std::uint32_t keys = ${state.keys}, draws = ${Math.min(60, state.draws)}, seed = ${state.drawseed};`,
      `const Eigen::Index d = ${d};`,
      `std::cout << "norm of dy/dq in each draw, d = ${d}; unscaled, scaled\\n";`,
      "for (std::uint32_t t = 0; t < draws; ++t) {",
      "  const Matrix x = RandomState({seed, keys, t}).normal(keys + 1, 1024);",
      "  const Matrix K = x.bottomLeftCorner(keys, d);",
      "  const Vector row = K * x.row(0).head(d).transpose();",
      ...indented(reachingLines(divisorOf("d", state.exponent), ["gradient"])),
      "}",
    ],
  );
}

const LOSSES = {
  squares: { loss: "Z.squaredNorm() / 2", gradient: "Z" },
  sum: { loss: "Z.sum()", gradient: "Matrix::Ones(Z.rows(), Z.cols())" },
  target: { loss: "dZ.squaredNorm() / 2", gradient: "Z.rowwise() - V.row(target)" },
};

const GRADIENTS = {
  scores: { name: "dL/d(QKᵀ)", value: "dS" },
  queries: { name: "dL/dQ", value: "(dS * K)" },
  keys: { name: "dL/dK", value: "(dS.transpose() * Q)" },
};

const own =
  (of: keyof typeof GRADIENTS, side: Side): Make =>
  (state, words) => {
    const { loss, gradient } = LOSSES[state.loss];
    const { name, value } = GRADIENTS[of];
    const count = requestOf(state, words).words.length;
    return ofSentence(state, words, {
      names: ["Q", "K", "V"],
      parts: [ROW_SOFTMAX],
      lines: [
        `const double divisor = ${side === "scaled" ? scaleOf(state, words) : "1.0"};`,
        ...(state.loss === "target"
          ? [`const Eigen::Index target = ${Math.min(state.target, count) - 1};`]
          : []),
        "const Matrix S = Q * K.transpose(), Y = softmax(S / divisor), Z = Y * V;",
        `const Matrix dZ = ${gradient};`,
        "Matrix dY = dZ * V.transpose();",
        "for (Eigen::Index i = 0; i < S.rows(); ++i) {  // changes nothing, keeps digits",
        "  Eigen::Index top;",
        "  S.row(i).maxCoeff(&top);",
        "  dY.row(i).array() -= double{dY(i, top)};",
        "}",
        "// Each row: its Jacobian times dY.",
        "const Vector sums = Y.cwiseProduct(dY).rowwise().sum();",
        "const Matrix dS = Y.cwiseProduct(dY.colwise() - sums) / divisor;",
        `std::cout << "loss: " << ${loss} << "\\n";`,
        printed(name, of === "scores" ? value : shown(state, words, value)),
      ],
    });
  };

// ---- the exponent ----

const ENTROPY = `
double entropy(const Vector& x) {
  Eigen::Index top;
  const Vector gap = x.maxCoeff(&top) - x.array();
  const Vector e = (-gap.array()).exp();
  const double others = e.head(top).sum() + e.tail(e.size() - top - 1).sum();
  return std::log1p(others) + e.dot(gap) / e.sum();
}
`;

function growth(state: State, words: Lines): string {
  const found = sentence(state, words, ["Q", "K"]);
  const rings = words.length > 1;
  return program(
    [...SEEDED, ...(rings ? found.headers : [])],
    [randomState("list"), QUANTILE, ENTROPY, ...(rings ? found.parts : [])],
    [
      `const std::uint32_t draws = ${Math.min(400, state.draws)}, seed = ${state.drawseed}, d = 64;`,
      "const double kappa = std::sqrt(d) / std::log(512);  // both ways are one at 512 keys",
      "// entropies[way][octave]: one number a draw, for n = 2, 4 … 4096",
      "std::vector entropies(2, std::vector(12, std::vector<double>(draws)));",
      "for (std::uint32_t t = 0; t < draws; ++t) {",
      "  const Matrix x = RandomState({seed, d, t}).normal(4097, d);",
      "  const Vector scores = x.bottomRows(4096) * x.row(0).transpose();",
      "  for (int i = 0; i < 12; ++i) {",
      "    const double n = 2 << i;",
      "    entropies[0][i][t] = entropy(scores.head(2 << i) / std::sqrt(d));",
      "    entropies[1][i][t] = entropy(scores.head(2 << i) * kappa * std::log(n) / d);",
      "  }",
      "}",
      'std::cout << "n; lower decile, median, upper decile with the root, then with kappa ln(n); ln(n)\\n";',
      "for (int i = 0; i < 12; ++i) {",
      "  std::cout << (2 << i);",
      "  for (auto& way : entropies) {",
      "    std::sort(way[i].begin(), way[i].end());",
      '    for (const double p : {0.1, 0.5, 0.9}) std::cout << " " << quantile(way[i], p);',
      "  }",
      '  std::cout << " " << std::log(2 << i) << "\\n";',
      "}",
      ...(rings
        ? scope("the rings: the rows of the sentence", [
            ...found.lines,
            'std::cout << "sentence: " << X.rows();',
            ...ROWS,
            `  std::cout << " " << entropy(row / ${scaleOf(state, words)});`,
            "}",
          ])
        : []),
    ],
  );
}

const ROUNDED = `
// To nearest, ties to even, with so many bits; 2^least is the first normal number, 2^beyond too large.
template <int digits, int least, int beyond>
double rounded(double x) {
  if (!std::isfinite(x)) return x;
  int exponent;
  std::frexp(x, &exponent);
  const double unit = std::ldexp(1.0, std::max(exponent, least + 1) - digits);
  const double nearest = std::nearbyint(x / unit) * unit;
  return std::abs(nearest) < std::ldexp(1.0, beyond) ? nearest : std::copysign(INFINITY, x);
}
`;

/** What rounds a number to a precision. */
const ROUND = {
  double: "[](double x) { return x; }",
  float: "rounded<24, -126, 128>",
  half: "rounded<11, -14, 16>",
  bfloat16: "rounded<8, -126, 128>",
};

const places =
  (which: "logits" | "difference"): Make =>
  (state, words) => {
    const { precision, accumulate, place, size } = state;
    const exactly = precision === "double";
    const inFloat = !exactly && accumulate === "float";
    const both = place === "both";
    const divide = (name: string) => `${name} = (${name} / divisor).unaryExpr(number);`;
    return ofSentence(state, words, {
      names: ["Q", "K"],
      headers: exactly ? [] : ["algorithm"],
      parts: exactly ? [] : [ROUNDED],
      lines: [
        `const auto number = ${ROUND[precision]};`,
        `const auto wide = ${inFloat ? ROUND.float : "number"};  // what sums are kept in`,
        "const double root = std::sqrt(X.cols());",
        `const Matrix sized_q = ${real(size)} * Q, sized_k = ${real(size)} * K;`,
        "const Matrix exact = sized_q * sized_k.transpose() / root;",
        `const double divisor = number(${both ? "std::sqrt(root)" : "root"});`,
        "Matrix q = sized_q.unaryExpr(number), k = sized_k.unaryExpr(number);",
        ...(both || place === "queries" ? [divide("q")] : []),
        ...(both || place === "keys" ? [divide("k")] : []),
        "Matrix logits = Matrix::Zero(exact.rows(), exact.cols());",
        "for (Eigen::Index l = 0; l < q.cols(); ++l) {  // one coordinate after the other, each step rounded",
        "  const Matrix products = q.col(l) * k.col(l).transpose();",
        "  logits = (logits + products.unaryExpr(wide)).unaryExpr(wide);",
        "}",
        "logits = logits.unaryExpr(number).eval();",
        ...(place === "scores" ? [divide("logits")] : []),
        which === "logits"
          ? printed("logits", "logits")
          : printed("logits - exact", "logits - exact"),
      ],
    });
  };

// ---- all of them ----

const FIGURES = byFigure<string>({
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
  exponentCurves: (state, words) =>
    cppOfView("exponent", { ...state, measure: quantityOf(state) }, words),
  growth,
  places,
});

export function cppOfFigure(
  figure: string | undefined,
  state: State,
  words: Lines,
  done?: number,
): string | null {
  const make = figure === undefined ? undefined : FIGURES[figure];
  return make === undefined ? null : make(state, words, done);
}
