#include "attention_scale/moments.hpp"

#include "attention_scale/check.hpp"

#include <algorithm>
#include <cmath>

namespace attention_scale {

void RunningMoments::add(double value) {
  if (count_ == 0) {
    first_ = value;
  }
  ++count_;
  const double distance = value - first_;
  const double from_old_mean = distance - mean_;
  mean_ += from_old_mean / static_cast<double>(count_);
  squares_ += from_old_mean * (distance - mean_);
  min_ = std::min(min_, value);
  max_ = std::max(max_, value);
}

Moments moments(std::span<const double> data, int ddof) {
  const auto count = static_cast<std::int64_t>(data.size());
  if (ddof < 0) {
    throw Error(ErrorCode::kDomain, "ddof is " + std::to_string(ddof) + "; it must be 0 or more.");
  }
  if (count <= ddof) {
    throw Error(ErrorCode::kDomain, "data has " + std::to_string(count) + " entries and ddof is " +
                                        std::to_string(ddof) +
                                        "; there must be more entries than ddof.");
  }
  check::finite<double>(
      "data", Eigen::Map<const Matrix<double>>(data.data(), 1, static_cast<Index>(count)));
  RunningMoments running;
  for (const double value : data) {
    running.add(value);
  }
  const double variance = running.variance(ddof);
  if (!std::isfinite(running.mean()) || !std::isfinite(variance)) {
    throw Error(ErrorCode::kDomain,
                "data: the entries are finite but the square of their deviation overflows.");
  }
  return {.count = count,
          .mean = running.mean(),
          .variance = variance,
          .std = std::sqrt(variance),
          .min = running.min(),
          .max = running.max()};
}

}  // namespace attention_scale
