#include "attention_scale/formats/stored_weights.hpp"

#include "attention_scale/attention/given_weights.hpp"
#include "attention_scale/softmax/softmax.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string_view>
#include <vector>

#include "expectations.hpp"

namespace attention_scale::tests {
namespace {

using Bytes = std::vector<std::uint8_t>;

constexpr std::array<double, kPowers> kPowersOfSides{8, 1};

/// The words of weights in half precision or bfloat16, rounded down.
Bytes short_bytes(const Matrix<double>& weights, NumberFormat format) {
  std::vector<float> values(std::size_t{1} << 15U);
  Bytes words;
  for (std::size_t word = 0; word < values.size(); ++word) {
    words.push_back(static_cast<std::uint8_t>(word & 0xffU));
    words.push_back(static_cast<std::uint8_t>(word >> 8U));
  }
  decode_numbers<float>(words, format, false, values);
  const auto finite =
      std::find_if(values.begin(), values.end(), [](float value) { return !std::isfinite(value); });
  Bytes bytes;
  for (Index i = 0; i < weights.size(); ++i) {
    const auto above = std::upper_bound(values.begin(), finite, weights.data()[i]);
    const auto word = static_cast<std::size_t>(above - values.begin()) - 1;
    bytes.push_back(static_cast<std::uint8_t>(word & 0xffU));
    bytes.push_back(static_cast<std::uint8_t>(word >> 8U));
  }
  return bytes;
}

template <typename S>
Bytes bytes_of(const Matrix<double>& weights) {
  const Eigen::Matrix<S, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> numbers =
      weights.cast<S>();
  const auto* const first = reinterpret_cast<const std::uint8_t*>(numbers.data());
  return {first, first + static_cast<std::size_t>(numbers.size()) * sizeof(S)};
}

Bytes reversed(Bytes bytes, std::size_t size) {
  for (auto at = bytes.begin(); at != bytes.end(); at += static_cast<std::ptrdiff_t>(size)) {
    std::reverse(at, at + static_cast<std::ptrdiff_t>(size));
  }
  return bytes;
}

/// The same the long way: all weights under the power.
void expect_summaries(const StoredWeights& stored, const std::array<double, kPowers>& powers,
                      Index block) {
  const WeightSummaries found = summarise_weights(stored, powers, block);
  const std::size_t size = bytes_of_number(stored.format);
  const Index cells = stored.rows * stored.cols;
  const Index matrices = static_cast<Index>(stored.bytes.size() / size) / cells;
  const Index down = (stored.rows + block - 1) / block;
  const Index across = (stored.cols + block - 1) / block;
  ASSERT_EQ(found.pictures.rows(), 2 * matrices);
  ASSERT_EQ(found.pictures.cols(), down * across);
  Matrix<double> weights(stored.rows, stored.cols);
  for (Index place = 0; place < 2 * matrices; ++place) {
    const std::size_t bytes = static_cast<std::size_t>(cells) * size;
    decode_numbers<double>(stored.bytes.subspan(static_cast<std::size_t>(place / 2) * bytes, bytes),
                           stored.format, stored.big_endian,
                           {weights.data(), static_cast<std::size_t>(cells)});
    const Matrix<double> tempered =
        tempered_weights(weights, powers.at(static_cast<std::size_t>(place % 2)));
    for (Index cell = 0; cell < down * across; ++cell) {
      const Index row = cell / across * block;
      const Index col = cell % across * block;
      const double expected = tempered
                                  .block(row, col, std::min(block, stored.rows - row),
                                         std::min(block, stored.cols - col))
                                  .maxCoeff();
      EXPECT_NEAR(found.pictures(place, cell), expected, 1e-7 * expected + 1e-40) << cell;
    }
    const RowStatistics rows = row_statistics(tempered);
    double entropy = 0;
    double largest = 0;
    for (std::size_t row = 0; row < rows.peak.size(); ++row) {
      entropy += rows.entropy[row] / static_cast<double>(stored.rows);
      largest += rows.peak[row] / static_cast<double>(stored.rows);
    }
    EXPECT_NEAR(found.entropies[place], entropy, 1e-12 * entropy + 1e-300);
    EXPECT_NEAR(found.largest[place], largest, 1e-12 * largest);
  }
}

/// Softmax rows of any width of scores, some of them masked, one of them without a weight.
Matrix<double> some_weights(Index rows, Index cols, double spread) {
  Matrix<double> logits = Matrix<double>::Random(rows, cols) * spread;
  for (Index row = 0; row < rows; ++row) {
    for (Index col = row % cols + 1; col < cols; ++col) {
      logits(row, col) = -kInfinity;
    }
  }
  Matrix<double> weights = softmax<double>(logits);
  weights.row(rows / 2).setZero();
  weights.row(rows - 1) *= 0.25;
  return weights;
}

TEST(StoredWeights, AreSummarisedAsTemperedWeightsInEveryFormatAndOrder) {
  // Two matrices of 9×11.
  const Matrix<double> weights = some_weights(18, 11, 6);
  struct Stored {
    Bytes bytes;
    NumberFormat format;
  };
  const std::array all{Stored{.bytes = short_bytes(weights, NumberFormat::kFloat16),
                              .format = NumberFormat::kFloat16},
                       Stored{.bytes = short_bytes(weights, NumberFormat::kBfloat16),
                              .format = NumberFormat::kBfloat16},
                       Stored{.bytes = bytes_of<float>(weights), .format = NumberFormat::kFloat32},
                       Stored{.bytes = bytes_of<double>(weights), .format = NumberFormat::kFloat64},
                       Stored{.bytes = bytes_of<std::int8_t>(Matrix<double>(weights * 99)),
                              .format = NumberFormat::kInt8}};
  for (const Stored& stored : all) {
    const std::size_t size = bytes_of_number(stored.format);
    const Bytes other = reversed(stored.bytes, size);
    for (const Index block : {1, 4, 20}) {
      SCOPED_TRACE(static_cast<int>(stored.format));
      StoredWeights given{.bytes = stored.bytes, .format = stored.format, .rows = 9, .cols = 11};
      expect_summaries(given, kPowersOfSides, block);
      expect_summaries(given, {0, 2.5}, block);
      given.bytes = other;
      given.big_endian = true;
      expect_summaries(given, kPowersOfSides, block);
    }
  }
}

TEST(StoredWeights, KeepTheirDigitsWherePowersVanish) {
  // (1/512)^4096 is below every double: scores that were divided by 4096 in place of its root.
  Matrix<double> weights = some_weights(8, 32, 0.01);
  for (const NumberFormat format : {NumberFormat::kFloat16, NumberFormat::kBfloat16}) {
    const Bytes bytes = short_bytes(weights / 16, format);
    expect_summaries({.bytes = bytes, .format = format, .rows = 8, .cols = 32}, {4096, 64}, 4);
  }
  // Almost one-hot: the entropy is that of weights far below the rounding of 1.
  weights << Matrix<double>::Constant(8, 32, 0x1p-24);
  weights.col(3).setOnes();
  const Bytes bytes = short_bytes(weights, NumberFormat::kFloat16);
  expect_summaries({.bytes = bytes, .format = NumberFormat::kFloat16, .rows = 8, .cols = 32},
                   {8, 2}, 8);
}

TEST(StoredWeights, TakeMinusZeroForZero) {
  const Bytes bytes{0x00, 0x80, 0x00, 0x38, 0x00, 0x38, 0x00, 0x00};  // −0, 0.5, 0.5, 0
  expect_summaries({.bytes = bytes, .format = NumberFormat::kFloat16, .rows = 2, .cols = 2},
                   kPowersOfSides, 1);
}

TEST(StoredWeights, RefuseWhatIsNoWeightAndNoMatrix) {
  const auto refuses_bytes = [](const Bytes& bytes, ErrorCode code,
                                std::initializer_list<std::string_view> words) {
    const StoredWeights weights{
        .bytes = bytes, .format = NumberFormat::kFloat16, .rows = 1, .cols = 2};
    return refuses([&] { summarise_weights(weights, kPowersOfSides, 1); }, code, words);
  };
  EXPECT_TRUE(refuses_bytes({0, 0x38, 0, 0xb8}, ErrorCode::kDomain, {"-0.5", "negative"}));
  EXPECT_TRUE(refuses_bytes({0, 0x38, 0, 0x7c}, ErrorCode::kDomain, {"∞", "finite"}));
  EXPECT_TRUE(refuses_bytes({0, 0x38, 1, 0x7c}, ErrorCode::kDomain, {"NaN", "finite"}));
  EXPECT_TRUE(refuses_bytes({0, 0x38, 0}, ErrorCode::kShape, {"3 bytes", "1×2", "4"}));
  EXPECT_TRUE(refuses_bytes({}, ErrorCode::kShape, {"0 bytes"}));
  const Bytes bytes{0, 0x38, 0, 0x38};
  const auto refused = [&](Index rows, double power, Index block, ErrorCode code) {
    const StoredWeights weights{
        .bytes = bytes, .format = NumberFormat::kFloat16, .rows = rows, .cols = 2};
    return refuses([&] { summarise_weights(weights, {1, power}, block); }, code, {});
  };
  EXPECT_TRUE(refused(0, 1, 1, ErrorCode::kShape));
  EXPECT_TRUE(refused(1, -1, 1, ErrorCode::kDomain));
  EXPECT_TRUE(refused(1, kNaN, 1, ErrorCode::kDomain));
  EXPECT_TRUE(refused(1, 1, 0, ErrorCode::kDomain));
}

}  // namespace
}  // namespace attention_scale::tests
