#pragma once

#include <algorithm>
#include <sstream>

#include "sentence.hpp"

// ---- parameters ----
const std::string second{"我 很 好"};
// ---- end of the parameters ----

/// The word vectors of the second sentence, a row for each word.
inline Matrix second_vectors() {
  Matrix Y(3, 3);
  Y << 1.71, 1.06, 1.49, 0.81, 2.01, 1.47, 1.42, 2.38, 0.11;
  if (!x.empty()) return Y;
  Y.resize(std::count(second.begin(), second.end(), ' ') + 1, dim);
  std::istringstream text(second);
  Eigen::Index row = 0;
  for (std::string word; text >> word;)
    Y.row(row++) = RandomState({seed, crc32(word)}).normal(1, dim);
  return Y;
}
