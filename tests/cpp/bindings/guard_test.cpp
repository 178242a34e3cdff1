#include "guard.hpp"

#include <gtest/gtest.h>

#include <new>
#include <stdexcept>
#include <string>

namespace attention_scale::bindings {
namespace {

/// Throws an exception of the given kind, or none.
void call(int kind) {
  switch (kind) {
    case 1:
      throw Error(ErrorCode::kShape, {"These do not fit."});
    case 2:
      throw std::bad_alloc();
    case 3:
      throw std::length_error("too long");
    case 4:
      throw 4;
    case 5:
      throw Error(ErrorCode::kShape, {std::string(5000, 'x')});
    default:
      break;
  }
}

constexpr int kLimit = static_cast<int>(ErrorCode::kLimit);

TEST(Guard, ReturnsNoErrorWhereNothingIsThrown) { EXPECT_EQ(Guarded<&call>::run(0), kNoError); }

TEST(Guard, ReturnsTheCodeAndKeepsTheSentenceOfAnError) {
  EXPECT_EQ(Guarded<&call>::run(1), static_cast<int>(ErrorCode::kShape));
  EXPECT_STREQ(last_error(), "These do not fit.");
  EXPECT_EQ(Guarded<&call>::run(2), kLimit);
  EXPECT_STREQ(last_error(), "There is not enough memory for matrices of this size.");
}

TEST(Guard, CatchesWhateverElseIsThrown) {
  EXPECT_EQ(Guarded<&call>::run(3), kLimit);
  EXPECT_STREQ(last_error(), "The engine could not finish this call.");
  last_sentence.fill('x');
  EXPECT_EQ(Guarded<&call>::run(4), kLimit);
  EXPECT_STREQ(last_error(), "The engine could not finish this call.");
}

TEST(Guard, CutsASentenceForWhichThereIsNoRoom) {
  EXPECT_EQ(Guarded<&call>::run(5), static_cast<int>(ErrorCode::kShape));
  EXPECT_EQ(last_error(), std::string(last_sentence.size() - 1, 'x'));
}

}  // namespace
}  // namespace attention_scale::bindings
