#include "attention_scale/statistics/moments.hpp"

#include "attention_scale/core/check.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace attention_scale {
namespace {

/// The largest count that JavaScript, where counts are doubles, represents exactly.
constexpr std::int64_t kMostNumbers = (std::int64_t{1} << 53) - 1;

}  // namespace

RunningMoments::RunningMoments(const Moments& population)
    : count_(population.count),
      first_(population.mean),
      squares_(population.variance * static_cast<double>(population.count)),
      min_(population.min),
      max_(population.max) {}

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
  const Eigen::Map<const Eigen::ArrayXd> entries(block.data(), static_cast<Index>(block.size()));
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
  if (ddof < 0) {
    throw Error(ErrorCode::kDomain, {"ddof is ", std::to_string(ddof), "; it must be 0 or more."});
  }
  if (count_ <= ddof) {
    throw Error(ErrorCode::kDomain,
                {name, " has ", std::to_string(count_), " entries and ddof is ",
                 std::to_string(ddof), "; there must be more entries than ddof."});
  }
  const double mean = first_ + mean_;
  const double variance = squares_ / static_cast<double>(count_ - ddof);
  if (!std::isfinite(mean) || !std::isfinite(variance)) {
    throw Error(ErrorCode::kDomain,
                {name, ": the entries are finite but the square of their deviation overflows."});
  }
  return {.count = count_,
          .mean = mean,
          .variance = variance,
          .std = std::sqrt(variance),
          .min = min_,
          .max = max_};
}

Moments moments(std::span<const double> data, int ddof) {
  check::finite<double>(
      "data", Eigen::Map<const Matrix<double>>(data.data(), 1, static_cast<Index>(data.size())));
  RunningMoments running;
  running.add(data);
  return running.moments(ddof);
}

Moments combined_moments(std::span<const Moments> parts, int ddof) {
  check::not_empty_list("parts", parts.size(), "the moments of one at least");
  RunningMoments all;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto& [count, mean, variance, deviation, min, max] = parts[i];
    const bool valid = count >= 1 && std::isfinite(mean) && variance >= 0 &&
                       std::isfinite(variance) && std::isfinite(min) && std::isfinite(max) &&
                       min <= max;
    if (!valid) {
      throw Error(ErrorCode::kDomain, {"parts[", std::to_string(i),
                                       "] are moments of no numbers; it must have a count of 1 or "
                                       "more, a variance of 0 or more, min ≤ max, all finite."});
    }
    if (count > kMostNumbers - all.count()) {
      throw Error(ErrorCode::kDomain, {"parts: their counts add up to more than ",
                                       std::to_string(kMostNumbers), ", the largest count."});
    }
    all.merge(RunningMoments(parts[i]));
  }
  return all.moments(ddof, "the whole");
}

std::vector<Moments> matrix_moments(const MatrixIn<double>& matrix, int ddof) {
  check::finite<double>("matrix", matrix);
  RunningMoments all;
  std::vector<Moments> result(1);
  for (Index i = 0; i < matrix.rows(); ++i) {
    RunningMoments row;
    row.add(entries_of(matrix.row(i)));
    all.merge(row);
    result.push_back(row.moments(ddof, "row " + std::to_string(i)));
  }
  result.front() = all.moments(ddof, "matrix");
  for (Index j = 0; j < matrix.cols(); ++j) {
    const Vector<double> entries = matrix.col(j);
    RunningMoments column;
    column.add(entries_of(entries));
    result.push_back(column.moments(ddof, "column " + std::to_string(j)));
  }
  return result;
}

}  // namespace attention_scale
