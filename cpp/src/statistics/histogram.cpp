#include "attention_scale/statistics/histogram.hpp"

#include "attention_scale/core/check.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace attention_scale {
namespace {

/// Single precision tells places in a range apart this well, and no better.
constexpr std::size_t kMostStreamedBins = 65536;
/// Numbers that follow each other are counted in different tables: counting twice in one place has
/// to wait for the first.
constexpr std::size_t kTables = 4;
/// Numbers whose slots are found before they are counted.
constexpr std::size_t kAtATime = 512;

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

void Histogram::add_if_within(double value) {
  if (!(value >= edges_.front() && value <= edges_.back())) {
    return;
  }
  // As NumPy: a guess by one multiplication, set right by the edges on either side.
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

HistogramStream::HistogramStream(Histogram& histogram)
    : histogram_(histogram),
      low_(static_cast<float>(histogram.edges_.front())),
      bins_per_unit_(static_cast<float>(histogram.bins_per_unit_)) {
  const std::size_t bins = histogram.counts_.size();
  // Not with a factor that single precision rounds to 0, by which every place would be 0.
  if (bins <= kMostStreamedBins && std::isfinite(low_) && std::isnormal(bins_per_unit_)) {
    // Two slots after the bins, so that no number needs a branch: the upper end of the range
    // itself, and what is not counted.
    slots_ = bins + 2;
    tables_.resize(kTables * slots_);
  }
}

HistogramStream::~HistogramStream() { hand_over(); }

void HistogramStream::add(std::span<const float> data) {
  if (slots_ == 0) {
    for (const float value : data) {
      histogram_.add_if_within(static_cast<double>(value));
    }
    return;
  }
  const auto end = static_cast<float>(slots_ - 2);
  const float outside = end + 1;
  std::array<std::int32_t, kAtATime> slots{};
  while (!data.empty()) {
    const auto block = data.first(std::min(slots.size(), data.size()));
    if (counted_ > std::numeric_limits<std::uint32_t>::max() - block.size()) {
      hand_over();
    }
    counted_ += block.size();
    // In a loop of its own, which the compiler vectorises.
    for (std::size_t i = 0; i < block.size(); ++i) {
      const float place = (block[i] - low_) * bins_per_unit_;
      const float from_low = place >= 0 ? place : outside;
      slots[i] = static_cast<std::int32_t>(from_low <= end ? from_low : outside);
    }
    for (std::size_t i = 0; i < block.size(); ++i) {
      ++tables_[i % kTables * slots_ + static_cast<std::size_t>(slots[i])];
    }
    data = data.subspan(block.size());
  }
}

void HistogramStream::hand_over() {
  std::vector<std::int64_t>& counts = histogram_.counts_;
  for (std::size_t i = 0; i < tables_.size(); ++i) {
    const std::size_t slot = i % slots_;
    if (slot <= counts.size()) {
      counts[std::min(slot, counts.size() - 1)] += tables_[i];
    }
  }
  std::fill(tables_.begin(), tables_.end(), 0U);
  counted_ = 0;
}

}  // namespace attention_scale
