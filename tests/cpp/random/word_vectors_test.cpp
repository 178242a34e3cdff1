#include "attention_scale/random/random.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "expectations.hpp"

namespace attention_scale::tests {
namespace {

// tests/engine holds the draws to NumPy, and every word to its CRC-32.

using Words = std::vector<std::string>;

TEST(Crc32, CountsEveryByteAlsoOfZero) {
  // zlib.crc32(b"\0") and zlib.crc32(bytes(range(256))).
  EXPECT_EQ(crc32(std::string_view("\0", 1)), 0xD202EF8DU);
  std::string all;
  for (int byte = 0; byte < 256; ++byte) {
    all.push_back(static_cast<char>(byte));
  }
  EXPECT_EQ(crc32(all), 0x29058C73U);
}

TEST(WordVectors, OnlyGainCoordinatesWhereDimGrows) {
  const Words words{"我", "很好", "café"};
  const Matrix<double> whole = word_vectors(words, 7, kLargestDim);
  for (const Index dim : {1, 2, 3, 16, 511, 1023}) {
    EXPECT_TRUE(close(word_vectors(words, 7, dim), whole.leftCols(dim), kExactly)) << dim;
  }
}

TEST(WordVectors, RefuseNoWordsAndADimOutsideTheRangeAndThenTakeTheNextGoodCall) {
  const Words words{"good"};
  EXPECT_TRUE(refuses([&] { word_vectors(words, 0, 0); }, ErrorCode::kDomain,
                      {"dim is 0", "between 1 and 1024"}));
  EXPECT_TRUE(refuses([&] { word_vectors(words, 0, -1); }, ErrorCode::kDomain, {"dim is -1"}));
  EXPECT_TRUE(refuses([&] { word_vectors(words, 0, 1025); }, ErrorCode::kDomain,
                      {"dim is 1025", "between 1 and 1024"}));
  EXPECT_TRUE(refuses([] { word_vectors(Words{}, 0, 3); }, ErrorCode::kShape,
                      {"words is an empty list", "at least one"}));
  EXPECT_EQ(word_vectors(words, 0, 1024).cols(), 1024);
  EXPECT_EQ(word_vectors(words, 0, 1).cols(), 1);
}

}  // namespace
}  // namespace attention_scale::tests
