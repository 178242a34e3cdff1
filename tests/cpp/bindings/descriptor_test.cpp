#include "descriptor.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <vector>

namespace attention_scale::bindings {
namespace {

/// result [x]: scale·x. Does nothing where no result is wanted.
void scaled(Input<"x"> x, Number<"scale"> scale, Number<"count", int> count,
            Input<"mask", std::uint8_t> mask, Output<"result"> result) {
  EXPECT_EQ(count, 3);
  EXPECT_FALSE(mask.given());
  if (result.given()) {
    result.put(std::vector<double>{scale * x.span()[0], scale * x.span()[1]});
  }
}

/// A descriptor as JavaScript writes it: fields one after the other.
struct Descriptor {
  template <typename Field>
  void add(const Field& field) {
    std::memcpy(bytes.data() + size, &field, sizeof(field));
    size += sizeof(field);
  }
  [[nodiscard]] Address address() const { return reinterpret_cast<Address>(bytes.data()); }

  alignas(16) std::array<std::byte, 128> bytes{};
  std::size_t size = 0;
};

Array array(const double* data, std::int32_t cols) {
  return {.address = reinterpret_cast<Address>(data), .rows = 1, .cols = cols};
}

constexpr std::array<double, 2> kX{4, 6};

Descriptor descriptor(const Array& result) {
  Descriptor built;
  built.add(array(kX.data(), 2));
  built.add(0.5);
  built.add(3.0);
  built.add(Array{});
  built.add(result);
  return built;
}

TEST(Descriptor, HasItsFieldsInTheOrderOfTheParametersWithoutPadding) {
  std::array<double, 2> result{};
  const Descriptor given = descriptor(array(result.data(), 2));
  EXPECT_EQ(given.size, 3 * 16 + 2 * 8);
  Packed<&scaled>::run(given.address());
  EXPECT_EQ(result, (std::array<double, 2>{2, 3}));
}

TEST(Descriptor, MarksAnUnwantedOutputWithAddressZero) {
  EXPECT_NO_THROW(Packed<&scaled>::run(descriptor(Array{}).address()));
}

TEST(Descriptor, RefusesResultsThatDoNotFitTheirRoom) {
  std::array<double, 2> result{};
  const Descriptor given = descriptor(array(result.data(), 1));
  EXPECT_THROW(Packed<&scaled>::run(given.address()), Error);
  EXPECT_EQ(result, (std::array<double, 2>{}));
}

TEST(Descriptor, IsSpelledOutInTheSignatureOfTheCall) {
  EXPECT_STREQ(Packed<&scaled>::kSignature<"scaled">.data(),
               "scaled x:f64 scale count mask:u8 result>f64");
}

}  // namespace
}  // namespace attention_scale::bindings
