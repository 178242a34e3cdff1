#include "attention_scale/histogram.hpp"

#include "attention_scale/check.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace attention_scale {
namespace {

/// Single precision tells places in a range apart this well, and no better.
constexpr std::size_t kMostStreamedBins = 65536;

}  // namespace

Histogram::Histogram(Index bins, double low, double high) {
  if (bins < 1) {
    throw Error(ErrorCode::kDomain, "bins is " + std::to_string(bins) + "; it must be 1 or more.");
  }
  check::finite("the lower end of the range", low);
  check::finite("the upper end of the range", high);
  const auto count = static_cast<double>(bins);
  bins_per_unit_ = count / (high - low);
  if (!(low < high) || !std::isfinite(high - low) || !std::isfinite(bins_per_unit_)) {
    throw Error(ErrorCode::kDomain, "the range goes from " + check::number(low) + " to " +
                                        check::number(high) +
                                        "; it must rise, and its width must not overflow.");
  }
  counts_.resize(static_cast<std::size_t>(bins));
  edges_.resize(counts_.size() + 1);
  // numpy.linspace: a step times i, and the last edge as given.
  const double step = (high - low) / count;
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    edges_[i] = static_cast<double>(i) * step + low;
  }
  edges_.back() = high;
}

std::size_t Histogram::bin_of(double value) const {
  // As NumPy: a guess by one multiplication, set right by the edges on either side.
  const std::size_t last = counts_.size() - 1;
  const auto guess = static_cast<std::size_t>((value - edges_.front()) * bins_per_unit_);
  const std::size_t bin = std::min(guess, last);
  if (value < edges_[bin]) {
    return bin - 1;
  }
  return bin != last && value >= edges_[bin + 1] ? bin + 1 : bin;
}

void Histogram::add(std::span<const double> data) {
  check::finite<double>(
      "data", Eigen::Map<const Matrix<double>>(data.data(), 1, static_cast<Index>(data.size())));
  for (const double value : data) {
    if (value >= edges_.front() && value <= edges_.back()) {
      ++counts_[bin_of(value)];
    }
  }
}

void Histogram::add_streamed(std::span<const float> data) {
  const auto low = static_cast<float>(edges_.front());
  const auto bins_per_unit = static_cast<float>(bins_per_unit_);
  const std::size_t bins = counts_.size();
  if (bins > kMostStreamedBins || !std::isfinite(low) || !std::isfinite(bins_per_unit)) {
    for (const float entry : data) {
      const auto value = static_cast<double>(entry);
      if (value >= edges_.front() && value <= edges_.back()) {
        ++counts_[bin_of(value)];
      }
    }
    return;
  }
  // Two slots after the bins, so that no number needs a branch: the upper end of the range itself,
  // and what is not counted. The places are found block by block, in a loop the compiler
  // vectorises.
  const auto end = static_cast<float>(bins);
  const float outside = end + 1;
  streamed_.assign(bins + 2, 0);
  std::array<std::int32_t, 512> slots{};
  while (!data.empty()) {
    const auto block = data.first(std::min(slots.size(), data.size()));
    for (std::size_t i = 0; i < block.size(); ++i) {
      const float place = (block[i] - low) * bins_per_unit;
      const float from_low = place >= 0 ? place : outside;
      slots[i] = static_cast<std::int32_t>(from_low <= end ? from_low : outside);
    }
    for (std::size_t i = 0; i < block.size(); ++i) {
      ++streamed_[static_cast<std::size_t>(slots[i])];
    }
    data = data.subspan(block.size());
  }
  for (std::size_t i = 0; i < bins; ++i) {
    counts_[i] += streamed_[i];
  }
  counts_.back() += streamed_[bins];
}

}  // namespace attention_scale
