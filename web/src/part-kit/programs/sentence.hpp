#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iomanip>
#include <iostream>
#include <string>
#include <vector>

#include "numpy.hpp"

// ---- parameters ----
const std::vector<std::string> words{"I", "am", "good"};
const int dim{64};
const std::uint32_t seed{13};
const std::string projections{"random"};
const double exponent{0.5};
const std::vector<std::vector<double>> x{};
// ---- end of the parameters ----

/// The checksum of zlib.crc32.
inline std::uint32_t crc32(const std::string& text) {
  std::uint32_t crc = ~0U;
  for (const char byte : text) {
    crc ^= static_cast<unsigned char>(byte);
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1U) != 0 ? 0xEDB88320U : 0U);
  }
  return ~crc;
}

/// Word vectors X, queries Q, keys K and values V, a row for each word, the scores and d^exponent.
struct Sentence {
  Matrix X, Q, K, V, scores;
  double divisor;

  Sentence() : X(words.size(), x.empty() ? static_cast<std::size_t>(dim) : x[0].size()) {
    Eigen::Index row = 0;
    for (const std::string& word : words)
      X.row(row++) = RandomState({seed, crc32(word)}).normal(1, X.cols());
    row = 0;
    for (const std::vector<double>& given : x) X.row(row++) = Row::Map(given.data(), X.cols());
    Q = project(X, 1);
    K = project(X, 2);
    V = project(X, 3);
    scores = Q * K.transpose();
    divisor = std::pow(X.cols(), exponent);
  }

  /// Queries, keys and values of vectors, for i = 1, 2, 3, and their output, for 4.
  static Matrix project(const Matrix& vectors, std::uint32_t i) {
    if (projections == "identity") return vectors;
    return vectors * RandomState({seed, i}).normal(dim, 1024).leftCols(dim) / std::sqrt(dim);
  }
};

/// Softmax of each row.
inline Matrix softmax(Matrix logits) {
  logits.colwise() -= logits.rowwise().maxCoeff().eval();
  logits = logits.array().exp();
  logits.array().colwise() /= logits.rowwise().sum().eval().array();
  return logits;
}

/// The columns that the page shows.
inline Matrix shown(const Matrix& rows) {
  return rows.leftCols(std::min<Eigen::Index>(16, rows.cols()));
}

/// Prints a heading, and below it each of the numbers with every digit.
template <typename... Numbers>
void print(const std::string& heading, const Numbers&... numbers) {
  std::cout << std::setprecision(17) << heading << '\n';
  ((std::cout << numbers << '\n'), ...);
}

/// Prints numbers in one line.
template <typename... Numbers>
void print_row(const Numbers&... numbers) {
  ((std::cout << numbers << ' '), ...);
  std::cout << '\n';
}
