#include "attention_scale/statistics/histogram.hpp"

#include "attention_scale/core/check.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace attention_scale {
namespace {

/// The largest number of bins whose indices are computed in single precision.
constexpr std::size_t kMostFloatBins = 65536;
/// Number of values whose bins are found before they are counted.
constexpr std::size_t kAtATime = 512;

}  // namespace

Histogram::Histogram(Index bins, double low, double high) {
  if (bins < 1) {
    throw Error(ErrorCode::kDomain, {"bins is ", std::to_string(bins), "; it must be 1 or more."});
  }
  check::finite("the lower end of the range", low);
  check::finite("the upper end of the range", high);
  const auto count = static_cast<double>(bins);
  bins_per_unit_ = count / (high - low);
  if (!(low < high) || !std::isfinite(high - low) || !std::isfinite(bins_per_unit_)) {
    throw Error(ErrorCode::kDomain,
                {"the range goes from ", check::number(low), " to ", check::number(high),
                 "; it must rise, and its width must not overflow."});
  }
  counts_.resize(static_cast<std::size_t>(bins));
  edges_.resize(counts_.size() + 1);
  // numpy.linspace: low + i·step, and the last edge exactly.
  const double step = (high - low) / count;
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    edges_[i] = static_cast<double>(i) * step + low;
  }
  edges_.back() = high;
}

void Histogram::add_if_within(double value) {
  if (!(value >= edges_.front() && value <= edges_.back())) {
    return;
  }
  // As NumPy: an estimate by one multiplication, corrected by comparison with the edges.
  const std::size_t last = counts_.size() - 1;
  const auto guess = static_cast<std::size_t>((value - edges_.front()) * bins_per_unit_);
  std::size_t bin = std::min(guess, last);
  if (value < edges_[bin]) {
    --bin;
  } else if (bin != last && value >= edges_[bin + 1]) {
    ++bin;
  }
  ++counts_[bin];
}

void Histogram::add(std::span<const double> data) {
  check::finite<double>(
      "data", Eigen::Map<const Matrix<double>>(data.data(), 1, static_cast<Index>(data.size())));
  for (const double value : data) {
    add_if_within(value);
  }
}

void Histogram::add(std::span<const float> data) {
  const auto low = static_cast<float>(edges_.front());
  const auto bins_per_unit = static_cast<float>(bins_per_unit_);
  const std::size_t bins = counts_.size();
  // A factor that single precision rounds to 0 would put every value into the first bin.
  if (bins > kMostFloatBins || !std::isfinite(low) || !std::isnormal(bins_per_unit)) {
    for (const float value : data) {
      add_if_within(static_cast<double>(value));
    }
    return;
  }
  counts_.push_back(0);  // for everything outside the range, until the end of this function
  const auto end = static_cast<float>(bins);
  std::array<std::int32_t, kAtATime> slots{};
  while (!data.empty()) {
    const auto block = data.first(std::min(slots.size(), data.size()));
    // In a loop of its own, which compilers vectorise.
    for (std::size_t i = 0; i < block.size(); ++i) {
      const float place = (block[i] - low) * bins_per_unit;
      const float inside = place < end ? place : end - 1;
      slots[i] = static_cast<std::int32_t>(place >= 0 && place <= end ? inside : end);
    }
    for (std::size_t i = 0; i < block.size(); ++i) {
      ++counts_[static_cast<std::size_t>(slots[i])];
    }
    data = data.subspan(block.size());
  }
  counts_.pop_back();
}

}  // namespace attention_scale
