#include "attention_scale/statistics/statistics.hpp"

#include "attention_scale/core/check.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

namespace attention_scale {
namespace {

/// The largest count that JavaScript, where counts are doubles, represents exactly.
constexpr std::int64_t kMostNumbers = (std::int64_t{1} << 53) - 1;

/// The number `share` of the way from `low` to `high`, by NumPy's formula, which starts at the
/// nearer end; by another one where the difference of both overflows.
double between(double low, double high, double share) {
  if (share == 0 || low == high) {
    return low;
  }
  const double apart = high - low;
  if (std::isinf(apart)) {
    return low * (1 - share) + high * share;
  }
  return share < 0.5 ? low + apart * share : high - apart * (1 - share);
}

/// The quantile of `sorted` numbers.
double quantile_of(std::span<const double> sorted, double probability) {
  const double position = probability * static_cast<double>(sorted.size() - 1);
  const double below = std::floor(position);
  const auto low = static_cast<std::size_t>(below);
  return between(sorted[low], sorted[std::min(low + 1, sorted.size() - 1)], position - below);
}

DrawSummary summary(std::span<const double> draws) {
  std::vector<double> sorted(draws.begin(), draws.end());
  std::sort(sorted.begin(), sorted.end());
  DrawSummary result{.low = quantile_of(sorted, 0.1),
                     .median = quantile_of(sorted, 0.5),
                     .high = quantile_of(sorted, 0.9)};

  const Eigen::Map<const Eigen::ArrayXd> entries(draws.data(), std::ssize(draws));
  result.largest = entries.maxCoeff();
  // Relative to the largest absolute value: its powers neither overflow nor underflow, and those of
  // the others that underflow do not count beside it.
  const double unit = std::max(std::abs(entries.minCoeff()), std::abs(result.largest));
  if (unit > 0) {
    const double mean = (entries / unit).mean();
    result.mean = unit * mean;
    const Eigen::ArrayXd squares = (entries / unit).square();
    const double sum = squares.sum();
    result.share =
        std::min(1.0, sum * (sum / (static_cast<double>(draws.size()) * squares.square().sum())));
    if (draws.size() > 1) {
      const auto degrees = static_cast<double>(draws.size() - 1);
      result.std = unit * std::sqrt((entries / unit - mean).square().sum() / degrees);
    }
  }
  return result;
}

/// The largest number of bins whose indices are computed in single precision.
constexpr std::size_t kMostFloatBins = 65536;
/// Number of values whose bins are found before they are counted.
constexpr std::size_t kAtATime = 512;

/// log(to / from), also where the logarithms of both round to the same number, and where their
/// quotient overflows.
double log_ratio(double from, double to) {
  const double change = (to - from) / from;
  return std::abs(change) < 0.5 ? std::log1p(change) : std::log(to) - std::log(from);
}

}  // namespace

RunningMoments::RunningMoments(const Moments& population)
    : count_(population.count),
      first_(population.mean),
      squares_(population.variance * static_cast<double>(population.count)),
      min_(population.min),
      max_(population.max) {
  check::domain(count_ >= 1, {"the count of the moments is ", count_, "; it must be 1 or more."});
}

void RunningMoments::add(std::span<const double> values) {
  constexpr std::size_t kBlock = 1024;  // stays in the first cache between the passes
  while (!values.empty()) {
    const auto block = values.first(std::min(kBlock, values.size()));
    add_block(block);
    values = values.subspan(block.size());
  }
}

/// Not inlined: V8 optimises a function that is called often, also during a single call of add().
[[gnu::noinline]] void RunningMoments::add_block(std::span<const double> block) {
  const Eigen::Map<const Eigen::ArrayXd> entries(block.data(), std::ssize(block));
  RunningMoments part;
  part.count_ = entries.size();
  part.first_ = block[0];
  part.mean_ = (entries - part.first_).mean();
  part.squares_ = (entries - part.first_ - part.mean_).square().sum();
  part.min_ = entries.minCoeff();
  part.max_ = entries.maxCoeff();
  merge(part);
}

void RunningMoments::merge(const RunningMoments& other) {
  if (other.count_ == 0) {
    return;
  }
  if (count_ == 0) {
    *this = other;
    return;
  }
  const double share =
      static_cast<double>(other.count_) / static_cast<double>(count_ + other.count_);
  const double apart = (other.first_ - first_) + (other.mean_ - mean_);
  squares_ += other.squares_ + apart * apart * share * static_cast<double>(count_);
  mean_ += apart * share;
  count_ += other.count_;
  min_ = std::min(min_, other.min_);
  max_ = std::max(max_, other.max_);
}

Moments RunningMoments::moments(int ddof, std::string_view name) const {
  check::domain(ddof >= 0, {"ddof is ", ddof, "; it must be 0 or more."});
  check::domain(count_ > ddof, {name, " has ", count_, " entries and ddof is ", ddof,
                                "; there must be more entries than ddof."});
  const double mean = first_ + mean_;
  const double variance = squares_ / static_cast<double>(count_ - ddof);
  check::domain(std::isfinite(mean) && std::isfinite(variance),
                {name, ": the entries are finite but the square of their deviation overflows."});
  return {.count = count_,
          .mean = mean,
          .variance = variance,
          .std = std::sqrt(variance),
          .min = min_,
          .max = max_};
}

Moments moments(std::span<const double> data, int ddof) {
  check::finite<double>("data", Eigen::Map<const Matrix<double>>(data.data(), 1, std::ssize(data)));
  return RunningMoments(data).moments(ddof);
}

Moments combined_moments(std::span<const Moments> parts, int ddof) {
  check::not_empty_list("parts", parts.size(), "the moments of one at least");
  RunningMoments all;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto& [count, mean, variance, deviation, min, max] = parts[i];
    const bool valid = count >= 1 && std::isfinite(mean) && variance >= 0 &&
                       std::isfinite(variance) && std::isfinite(min) && std::isfinite(max) &&
                       min <= max;
    check::domain(valid, {"parts[", i,
                          "] are moments of no numbers; it must have a count of 1 or "
                          "more, a variance of 0 or more, min ≤ max, all finite."});
    check::domain(count <= kMostNumbers - all.count(), {"parts: their counts add up to more than ",
                                                        kMostNumbers, ", the largest count."});
    all.merge(RunningMoments(parts[i]));
  }
  return all.moments(ddof, "the whole");
}

std::vector<Moments> matrix_moments(const MatrixIn<double>& matrix, int ddof) {
  check::finite<double>("matrix", matrix);
  RunningMoments all;
  std::vector<Moments> result(1);
  for (Index i = 0; i < matrix.rows(); ++i) {
    const RunningMoments row(entries_of(matrix.row(i)));
    all.merge(row);
    result.push_back(row.moments(ddof, "row " + std::to_string(i)));
  }
  result.front() = all.moments(ddof, "matrix");
  for (Index j = 0; j < matrix.cols(); ++j) {
    const Vector<double> entries = matrix.col(j);
    result.push_back(
        RunningMoments(entries_of(entries)).moments(ddof, "column " + std::to_string(j)));
  }
  return result;
}

std::vector<double> quantiles(std::span<const double> data, std::span<const double> probabilities) {
  check::not_empty_list("data", data.size());
  const auto nan = std::find_if(data.begin(), data.end(), [](double x) { return std::isnan(x); });
  check::domain(nan == data.end(), {"data: entry ", nan - data.begin(),
                                    " is NaN; every entry must be a number or ±∞."});
  std::vector<double> sorted(data.begin(), data.end());
  std::sort(sorted.begin(), sorted.end());
  std::vector<double> results;
  for (const double probability : probabilities) {
    check::within("probabilities[" + std::to_string(results.size()) + "]", probability, 0, 1);
    results.push_back(quantile_of(sorted, probability));
  }
  return results;
}

std::vector<DrawSummary> draw_summaries(const MatrixIn<double>& draws) {
  check::not_empty("draws", draws.rows(), draws.cols());
  check::finite<double>("draws", draws);
  std::vector<DrawSummary> summaries;
  for (Index i = 0; i < draws.rows(); ++i) {
    summaries.push_back(summary(entries_of(draws.row(i))));
    check::domain(!std::isinf(summaries.back().std),
                  {"draws: the entries of row ", i, " are finite but their deviation overflows."});
  }
  return summaries;
}

Histogram::Histogram(Index bins, double low, double high) {
  check::domain(bins >= 1, {"bins is ", bins, "; it must be 1 or more."});
  check::finite("the lower end of the range", low);
  check::finite("the upper end of the range", high);
  const double first = low == high ? low - 0.5 : low;
  const double last = low == high ? high + 0.5 : high;
  const auto count = static_cast<double>(bins);
  bins_per_unit_ = count / (last - first);
  check::domain(first < last && std::isfinite(last - first) && std::isfinite(bins_per_unit_),
                {"the range goes from ", low, " to ", high,
                 "; it must not fall, and its width must neither overflow nor vanish."});
  counts_.resize(static_cast<std::size_t>(bins));
  edges_.resize(counts_.size() + 1);
  // numpy.linspace: first + i·step, and the last edge exactly.
  const double step = (last - first) / count;
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    edges_[i] = static_cast<double>(i) * step + first;
  }
  edges_.back() = last;
}

void Histogram::add_if_within(double value) {
  if (!(value >= edges_.front() && value <= edges_.back())) {
    return;
  }
  // The bin is found as in NumPy: an estimate by one multiplication, corrected by comparison with
  // the edges.
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
  check::finite<double>("data", Eigen::Map<const Matrix<double>>(data.data(), 1, std::ssize(data)));
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
    // The places have a loop of their own, which compilers vectorise.
    for (std::size_t i = 0; i < block.size(); ++i) {
      const float place = (block[i] - low) * bins_per_unit;
      // The upper edge belongs to the last bin.
      const float bin = place < end ? place : end - 1;
      slots[i] = static_cast<std::int32_t>(place >= 0 && place <= end ? bin : end);
    }
    for (std::size_t i = 0; i < block.size(); ++i) {
      ++counts_[static_cast<std::size_t>(slots[i])];
    }
    data = data.subspan(block.size());
  }
  counts_.pop_back();
}

std::vector<double> local_exponents(std::span<const double> x, std::span<const double> y) {
  check::fit(x.size() == y.size() && x.size() >= 2,
             {"x has ", x.size(), " entries and y ", y.size(),
              "; both need the same number, at least 2."});
  for (std::size_t i = 0; i < x.size(); ++i) {
    check::finite("x", x[i]);
    check::within("y", y[i], 0, std::numeric_limits<double>::max());
    check::domain(x[i] > (i == 0 ? 0 : x[i - 1]),
                  {"x holds ", x[i],
                   " where a larger number is needed: its entries must be "
                   "positive and rising."});
  }
  std::vector<double> exponents(x.size() - 1);
  for (std::size_t i = 0; i + 1 < x.size(); ++i) {
    const bool both_zero = y[i] == 0 && y[i + 1] == 0;
    exponents[i] = both_zero ? 0 : log_ratio(y[i], y[i + 1]) / log_ratio(x[i], x[i + 1]);
  }
  return exponents;
}

double normal_density(double x, double mean, double std) {
  constexpr double kRootOfTwoPi = 2.5066282746310002;
  check::finite("x", x);
  check::finite("mean", mean);
  check::positive("std", std);
  const double distance = x - mean;
  // The difference of halves is finite where that of x and mean overflows.
  const double deviations =
      std::isfinite(distance) ? distance / std : (x / 2 - mean / 2) / (std / 2);
  // Two factors e^(−deviations²/4), each with half of the power of two in 1/std: the exponential
  // alone may vanish where the density does not.
  const double root = std::exp(-deviations * deviations / 4);
  int exponent = 0;
  const double significand = std::frexp(std, &exponent);
  const double density = std::scalbn(root, -exponent / 2) *
                         std::scalbn(root / kRootOfTwoPi / significand, exponent / 2 - exponent);
  check::domain(!std::isinf(density), {"std is ", std, "; so narrow a density at ", x,
                                       " overflows double precision: make std larger."});
  return density;
}

}  // namespace attention_scale
