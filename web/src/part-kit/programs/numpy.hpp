#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <random>
#include <utility>
#include <vector>

using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Vector = Eigen::VectorXd;
using Row = Eigen::RowVectorXd;

/// Seeds std::mt19937 with a list as numpy.random.RandomState does (init_by_array of MT19937).
struct SeedList {
  using result_type = std::uint32_t;
  std::vector<std::uint32_t> seeds;

  template <typename Iterator>
  void generate(Iterator state, Iterator) const {
    const std::uint32_t size = 624;
    state[0] = 19650218U;
    const auto mixed = [&](std::uint32_t i) { return state[i - 1] ^ (state[i - 1] >> 30); };
    for (std::uint32_t i = 1; i < size; ++i) state[i] = 1812433253U * mixed(i) + i;
    std::uint32_t i = 1;
    const auto next = [&] {
      if (++i < size) return;
      state[0] = state[size - 1];
      i = 1;
    };
    const auto count = static_cast<std::uint32_t>(seeds.size());
    for (std::uint32_t k = 0; k < std::max(size, count); ++k, next())
      state[i] = (state[i] ^ (mixed(i) * 1664525U)) + seeds[k % count] + k % count;
    for (std::uint32_t k = 1; k < size; ++k, next())
      state[i] = (state[i] ^ (mixed(i) * 1566083941U)) - i;
    state[0] = 0x80000000U;
  }
};

/// The random numbers of numpy.random.RandomState: MT19937 and Marsaglia's polar method.
class RandomState {
 public:
  explicit RandomState(std::uint32_t seed) : twister(seed) {}
  explicit RandomState(const std::vector<std::uint32_t>& seeds) {
    SeedList list{seeds};
    twister.seed(list);
  }

  /// Uniform in [0, 1), 53 random bits.
  double uniform() {
    const auto high = static_cast<double>(twister() >> 5);
    const auto low = static_cast<double>(twister() >> 6);
    return (high * 67108864.0 + low) / 9007199254740992.0;
  }

  /// Standard normal; the polar method gives two at a time.
  double normal() {
    if (second) return *std::exchange(second, std::nullopt);
    double x, y, square;
    do {
      x = 2.0 * uniform() - 1.0;
      y = 2.0 * uniform() - 1.0;
      square = x * x + y * y;
    } while (square >= 1.0 || square == 0.0);
    const double scale = std::sqrt(-2.0 * std::log(square) / square);
    second = scale * x;
    return scale * y;
  }

  /// Standard normal draws [rows × cols], row by row.
  Matrix normal(Eigen::Index rows, Eigen::Index cols) {
    return Matrix::NullaryExpr(rows, cols, [this] { return normal(); });
  }

 private:
  std::mt19937 twister;
  std::optional<double> second;
};
