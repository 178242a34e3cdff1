#include "descriptor.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <string_view>
#include <vector>

#include "field_groups.hpp"

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

TEST(Descriptor, RefusesANumberThatItsTypeDoesNotHold) {
  const auto refuses = [](auto number, const char* sentence) {
    try {
      number();
    } catch (const Error& error) {
      return error.code() == ErrorCode::kDomain && std::string_view(error.what()) == sentence;
    }
    return false;
  };
  const auto narrow = [](double value) { return std::int32_t{Number<"n", std::int32_t>(value)}; };
  EXPECT_EQ(narrow(-2147483648.0), std::numeric_limits<std::int32_t>::min());
  EXPECT_TRUE(refuses([&] { narrow(3e9); },
                      "n is 3000000000; it must lie between -2147483648 and 2147483647."));
  EXPECT_TRUE(refuses([&] { narrow(std::nan("")); },
                      "n is NaN; it must lie between -2147483648 and 2147483647."));
  EXPECT_EQ((std::int64_t{Number<"n", std::int64_t>(3e9)}), 3'000'000'000);
  EXPECT_TRUE(refuses([] { (void)std::uint32_t{Number<"n", std::uint32_t>(-1)}; },
                      "n is -1; it must lie between 0 and 4294967295."));
  const std::array<double, 2> wire{1, 0x1p40};
  const Numbers<Names<"first", "second">> numbers(wire);
  EXPECT_EQ(numbers.as<std::uint32_t>(0), 1U);
  EXPECT_TRUE(refuses([&] { (void)numbers.as<std::uint32_t>(1); },
                      "second is 1099511627776; it must lie between 0 and 4294967295."));
}

TEST(Descriptor, RefusesAnArrayOfAnotherShapeThanTheCallFills) {
  const Array array{.address = 8, .rows = 2, .cols = 3};
  const Output<"result"> result(array);
  EXPECT_NO_THROW(result.check_shape(2, 3));
  EXPECT_THROW(result.check_shape(3, 2), Error);
  EXPECT_THROW(result.check_shape(6, 1), Error);
}

TEST(Descriptor, IsSpelledOutInTheSignatureOfTheCall) {
  EXPECT_STREQ(Packed<&scaled>::kSignature<"scaled">.data(),
               "scaled x:f64 scale count mask:u8 result>f64");
}

}  // namespace
}  // namespace attention_scale::bindings
