#include "descriptor.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>
#include <string_view>
#include <vector>

#include "expectations.hpp"

namespace attention_scale::bindings {
namespace {

/// result: scale·x, as a list. Does nothing where no result is wanted.
void scaled(List<"x"> x, Number<"scale=2"> scale, Number<"count", int> count,
            Input<"mask", std::uint8_t> mask, Output<"result"> result) {
  EXPECT_EQ(count, 3);
  EXPECT_FALSE(mask.given());
  if (result.wanted()) {
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
  /// The last field.
  [[nodiscard]] Array result() const {
    Array array{};
    std::memcpy(&array, bytes.data() + size - sizeof(array), sizeof(array));
    return array;
  }
  [[nodiscard]] Address address() const { return reinterpret_cast<Address>(bytes.data()); }

  alignas(16) std::array<std::byte, 128> bytes{};
  std::size_t size = 0;
};

Array array(const double* data, std::int32_t cols) {
  return {.address = reinterpret_cast<Address>(data), .rows = 1, .cols = cols};
}

constexpr std::array<double, 2> kX{4, 6};

Descriptor descriptor(Address result) {
  Descriptor built;
  built.add(array(kX.data(), 2));
  built.add(0.5);
  built.add(3.0);
  built.add(Array{});
  built.add(Array{.address = result, .rows = 0, .cols = 0});
  return built;
}

TEST(Descriptor, HasItsFieldsInTheOrderOfTheParametersWithoutPadding) {
  const Descriptor given = descriptor(1);
  EXPECT_EQ(given.size, 3 * 16 + 2 * 8);
  Packed<&scaled>::run(given.address());
  const auto [address, rows, cols] = given.result();
  EXPECT_EQ(rows, kList);
  EXPECT_EQ(cols, 2);
  const auto* const result = reinterpret_cast<const double*>(address);
  EXPECT_EQ((std::vector<double>{result[0], result[1]}), (std::vector<double>{2, 3}));
}

TEST(Descriptor, MarksAnUnwantedOutputWithAddressZero) {
  const Descriptor given = descriptor(0);
  Packed<&scaled>::run(given.address());
  EXPECT_EQ(given.result().address, Address{0});
}

TEST(Descriptor, HasResultsOfEveryShape) {
  Array array{.address = 1, .rows = 0, .cols = 0};
  const Output<"result"> result(array);
  result.put(4);
  EXPECT_EQ(array.rows, kNumber);
  EXPECT_EQ(*reinterpret_cast<const double*>(array.address), 4);
  result.put(Matrix<double>(Matrix<double>::Constant(100, 300, 5)));
  EXPECT_EQ(array.rows, 100);
  EXPECT_EQ(array.cols, 300);
  EXPECT_EQ(reinterpret_cast<const double*>(array.address)[29'999], 5);
  const Address large = array.address;
  EXPECT_EQ(result.make(2, 3).size(), 6);
  EXPECT_NE(array.address, large);
  EXPECT_THROW((void)result.make(1 << 14, 1 << 14), Error);
  Array table{.address = 1, .rows = 0, .cols = 0};
  const Outputs<"results"> results(table);
  results.begin(2);
  results[1].put(6);
  EXPECT_EQ(table.rows, 2);
  const auto* const entries = reinterpret_cast<const Array*>(table.address);
  EXPECT_EQ(entries[0].rows, 0);
  EXPECT_EQ(*reinterpret_cast<const double*>(entries[1].address), 6);
}

TEST(Descriptor, HasResultsThatArePartsOfWiderMatrices) {
  Array array{.address = 1, .rows = 0, .cols = 0};
  const Output<"result"> result(array);
  const auto wide = tests::sample<double>(3, 5, 1);
  result.put(wide.middleCols(1, 2));
  const Eigen::Map<const Matrix<double>> put(reinterpret_cast<const double*>(array.address),
                                             array.rows, array.cols);
  EXPECT_EQ(put, wide.middleCols(1, 2));
  result.put(wide.row(2));
  EXPECT_EQ(array.rows, kList);
  EXPECT_EQ(*reinterpret_cast<const double*>(array.address), wide(2, 0));
}

TEST(Descriptor, RefusesResultsWhoseNumberOfEntriesNoIntegerHolds) {
  Array array{.address = 1, .rows = 0, .cols = 0};
  const Output<"result"> result(array);
  constexpr std::int64_t kHalf = std::int64_t{1} << 32;
  // 2⁶⁴ wraps to 0.
  EXPECT_TRUE(tests::refuses([&] { result.check_shape(kHalf, kHalf); }, ErrorCode::kLimit,
                             {"result would be too large"}));
  constexpr std::size_t kBytes = std::numeric_limits<std::size_t>::max() / 4;
  EXPECT_TRUE(tests::refuses([&] { result.check_shape(1 << 13, 1 << 13, kBytes); },
                             ErrorCode::kLimit, {"result would be too large"}));
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
  EXPECT_TRUE(refuses([] { (void)Index{Number<"n=1", Index>(2.5)}; }, "n must be a whole number."));
}

struct Sizes {
  std::uint32_t seed = 0;
  Index dim = 7;
  std::optional<double> scale{1};
};

using SizeMembers = Members<Member<"scale=", &Sizes::scale>, Member<"seed", &Sizes::seed>>;

TEST(Descriptor, HasNumbersThatAreMembersOfAStructInAnyOrder) {
  using Fields = Struct<Sizes, SizeMembers>;
  const Fields::Wire numbers{std::nan(""), 4};
  const Sizes sizes = Fields(numbers);
  EXPECT_EQ(sizes.seed, 4U);
  EXPECT_FALSE(sizes.scale.has_value());
  EXPECT_EQ(sizes.dim, 7);
  const Fields::Wire wrong{0, -1};
  EXPECT_THROW((void)static_cast<Sizes>(Fields(wrong)), Error);
  EXPECT_EQ(Fields::kText.view(), " scale= seed");
}

struct Sized {
  double weight = 0;
  Sizes sizes{};
};

using SizedRecords = Records<"records", Sized, Within<&Sized::sizes, SizeMembers>,
                             Member<"weight~", &Sized::weight>>;

TEST(Descriptor, HasRecordsOfMembersOfAStructWithinAnother) {
  constexpr std::array<double, 6> kNumbers{0.5, 4, 1, 2, 5, 3};
  const Array given{.address = reinterpret_cast<Address>(kNumbers.data()), .rows = 2, .cols = 3};
  const std::vector<Sized> records = SizedRecords(given).list();
  ASSERT_EQ(records.size(), 2U);
  EXPECT_EQ(records[0].sizes.scale, 0.5);
  EXPECT_EQ(records[0].sizes.seed, 4U);
  EXPECT_EQ(records[0].weight, 1);
  EXPECT_EQ(records[1].sizes.seed, 5U);
  EXPECT_EQ(SizedRecords::kText.view(), " records:f64{scale=,seed,weight~}");
  const Array narrow{.address = reinterpret_cast<Address>(kNumbers.data()), .rows = 3, .cols = 2};
  EXPECT_THROW((void)SizedRecords(narrow), Error);
}

struct Found {
  double number = 0;
  std::vector<Index> list{};
  Matrix<float> matrix{};
};

TEST(Descriptor, HasResultsThatAreMembersOfAStructInAnyOrder) {
  using Fields = Results<Member<"matrix", &Found::matrix>, Member<"number", &Found::number>,
                         Member<"list", &Found::list>>;
  EXPECT_EQ(Fields::kText.view(), " matrix>f32 number>f64 list>f64");
  Fields::Wire wire{};
  wire.fill({.address = 1, .rows = 0, .cols = 0});
  const Fields results(wire);
  results.put(Found{.number = 4, .list = {5, 6}, .matrix = Matrix<float>::Constant(1, 2, 3)});
  const auto& [matrix, number, list] = wire;
  EXPECT_EQ(reinterpret_cast<const float*>(matrix.address)[1], 3);
  EXPECT_EQ(matrix.rows, 1);
  EXPECT_EQ(*reinterpret_cast<const double*>(number.address), 4);
  EXPECT_EQ(number.rows, kNumber);
  EXPECT_EQ(reinterpret_cast<const double*>(list.address)[1], 6);
  EXPECT_EQ(list.rows, kList);
}

TEST(Descriptor, HasAListOfEachMemberOfAListOfStructs) {
  using Fields = Results<Member<"dim", &Sizes::dim>, Member<"seed", &Sizes::seed>>;
  Fields::Wire wire{};
  wire.fill({.address = 1, .rows = 0, .cols = 0});
  Fields(wire).put(std::vector<Sizes>{{.seed = 1, .dim = 2}, {.seed = 3, .dim = 4}});
  EXPECT_EQ(wire[0].cols, 2);
  EXPECT_EQ(reinterpret_cast<const double*>(wire[0].address)[1], 4);
  EXPECT_EQ(reinterpret_cast<const double*>(wire[1].address)[1], 3);
}

TEST(Descriptor, IsSpelledOutInTheSignatureOfTheCall) {
  EXPECT_STREQ(Packed<&scaled>::kSignature<"scaled">.data(),
               "scaled x:f64[] scale=2 count mask:u8[][] result>f64");
}

}  // namespace
}  // namespace attention_scale::bindings
