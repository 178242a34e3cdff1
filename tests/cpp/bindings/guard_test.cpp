#include "guard.hpp"

#include <gtest/gtest.h>

#include <new>
#include <stdexcept>

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
    default:
      break;
  }
}

constexpr int kLimit = static_cast<int>(ErrorCode::kLimit);

TEST(Guard, ReturnsNoErrorWhereNothingIsThrown) { EXPECT_EQ(Guarded<&call>::run(0), kNoError); }

TEST(Guard, ReturnsTheCodeAndKeepsTheSentenceOfAnError) {
  EXPECT_EQ(Guarded<&call>::run(1), static_cast<int>(ErrorCode::kShape));
  EXPECT_EQ(last_error(), "These do not fit.");
  EXPECT_EQ(Guarded<&call>::run(2), kLimit);
  EXPECT_EQ(last_error(), "There is not enough memory for matrices of this size.");
}

TEST(Guard, CatchesWhateverElseIsThrown) {
  EXPECT_EQ(Guarded<&call>::run(3), kLimit);
  EXPECT_EQ(last_error(), "The engine could not finish this call.");
  last_error().clear();
  EXPECT_EQ(Guarded<&call>::run(4), kLimit);
  EXPECT_EQ(last_error(), "The engine could not finish this call.");
}

}  // namespace
}  // namespace attention_scale::bindings
