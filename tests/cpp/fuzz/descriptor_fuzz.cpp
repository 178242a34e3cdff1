// Calls with numbers, shapes and entries that the fuzzer chooses, in descriptors of the right size.
// A call may refuse its arguments with a code; what AddressSanitizer or UndefinedBehaviorSanitizer
// reports is a defect.
//   cmake --preset fuzz && cmake --build --preset fuzz && build/fuzz/tests/cpp/attention_scale_fuzz
//   -max_total_time=60
#include <fuzzer/FuzzedDataProvider.h>

#include <algorithm>
#include <array>
#include <limits>

#include "memory/calls.hpp"

namespace attention_scale::tests {
namespace {

/// Small numbers, since a call makes as many steps or draws as it is told, and those that no limit
/// allows.
double number_from(FuzzedDataProvider& input) {
  constexpr std::array kRefused{std::numeric_limits<double>::quiet_NaN(),
                                std::numeric_limits<double>::infinity(),
                                -1.0,
                                0.5,
                                1e300,
                                3e9};
  return input.ConsumeBool() ? input.ConsumeIntegralInRange(0, 9)
                             : input.PickValueInArray(kRefused);
}

void change(Block& block, FuzzedDataProvider& input) {
  for (Block& array : block.arrays) {
    change(array, input);
  }
  if (block.memory.empty()) {
    return;
  }
  const std::size_t entry = block.memory.size() / static_cast<std::size_t>(block.rows * block.cols);
  if (input.ConsumeBool()) {
    block.rows = input.ConsumeIntegralInRange(0, 9);
    block.cols = input.ConsumeIntegralInRange(0, 9);
    block.memory.resize(static_cast<std::size_t>(block.rows * block.cols) * entry);
  }
  if (input.ConsumeBool()) {
    const auto entries = input.ConsumeBytes<std::uint8_t>(block.memory.size());
    std::transform(entries.begin(), entries.end(), block.memory.begin(),
                   [](std::uint8_t value) { return std::byte{value}; });
  }
}

}  // namespace
}  // namespace attention_scale::tests

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace attention_scale::tests;
  static const std::vector<Call> calls = every_call();
  FuzzedDataProvider input(data, size);
  Call call = calls[input.ConsumeIntegralInRange<std::size_t>(0, calls.size() - 1)];
  for (Argument& argument : call.arguments) {
    if (auto* block = std::get_if<Block>(&argument)) {
      change(*block, input);
    } else if (input.ConsumeBool()) {
      argument = number_from(input);
    }
  }
  for (const Call& earlier : call.before) {
    Prepared(earlier).run();
  }
  Prepared(call).run();
  return 0;
}
