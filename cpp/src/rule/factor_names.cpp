#include "rule/factor_names.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string_view>

namespace attention_scale::rule {
namespace {

/// A model that multiplies by another number than 1/√d. Read in the code of each, August 2026.
struct ModelFactor {
  Index dim;      ///< of its heads
  double factor;  ///< what multiplies q·k in all
  std::string_view name;
};

/// (0.1·m·ln s + 1)²: YaRN's factor for a context s times as long.
double yarn(double stretch, double share = 1) {
  const double factor = 0.1 * share * std::log(stretch) + 1;
  return factor * factor;
}

std::vector<ModelFactor> model_factors() {
  const auto root = [](double number) { return 1 / std::sqrt(number); };
  return {
      {.dim = 16, .factor = root(48), .name = "1/√48 (AlphaFold 2, invariant points)"},
      {.dim = 64, .factor = root(192), .name = "1/√192 (DeBERTa v3, CvT)"},
      {.dim = 64, .factor = root(384), .name = "1/√384 (CvT)"},
      {.dim = 64, .factor = 0.390625 / 8, .name = "0.390625/√64 (Falcon-H1)"},
      {.dim = 64, .factor = yarn(32) * root(64), .name = "1.8132/√64 (gpt-oss)"},
      {.dim = 96,
       .factor = (1 + std::log(32) / std::log(4096)) * root(96),
       .name = "1.4167/√96 (Phi-3-mini 128k)"},
      {.dim = 128, .factor = root(32), .name = "1/√32 (Evolla)"},
      {.dim = 128, .factor = root(144), .name = "1/√144 (Gemma 2 27B)"},
      {.dim = 128, .factor = root(168), .name = "1/√168 (Gemma 3 27B)"},
      {.dim = 128, .factor = 0.1, .name = "0.1 (modded-nanogpt)"},
      {.dim = 128, .factor = 1.44 * root(128), .name = "1.44/√128 (nanochat)"},
      {.dim = 128, .factor = yarn(8) * root(128), .name = "1.4591/√128 (OLMo 3)"},
      {.dim = 128, .factor = yarn(128) * root(128), .name = "2.2058/√128 (Mistral Small 4)"},
      {.dim = 128, .factor = 3.87 * root(128), .name = "3.87/√128 (Muse Glimmer)"},
      {.dim = 128,
       .factor = std::log(1 + std::numbers::e) / std::numbers::ln2 * root(128),
       .name = "1.8946/√128 (Gemma 4 audio)"},
      {.dim = 192, .factor = yarn(40) * root(192), .name = "1.874/√192 (DeepSeek-V3)"},
      {.dim = 192, .factor = yarn(40, 0.707) * root(192), .name = "1.5896/√192 (DeepSeek-V2)"},
      {.dim = 192, .factor = yarn(32) * root(192), .name = "1.8132/√192 (Kimi K2)"},
      {.dim = 192, .factor = 0.5, .name = "1/2 (LongCat-Flash)"},
      {.dim = 464, .factor = root(232), .name = "1/√232 (Zamba)"},
  };
}

/// How far a measured factor may be from its name whatever its error: factors are themselves
/// rounded, to the precision in which a model runs.
double share_of_name(StoredPrecision precision) {
  switch (precision) {
    case StoredPrecision::kSingle:
      return 1e-5;
    case StoredPrecision::kHalf:
      return 1e-4;
    case StoredPrecision::kBfloat16:
      // Scores of such models are rounded, too, and in small heads their errors do not average out.
      return 8e-4;
    default:
      return 1e-6;
  }
}

/// An error above this share is too large for any name: by chance, one would often be near.
constexpr double kLargestError = 2e-3;
constexpr double kErrorsOfAName = 4;
/// The share of the residuals by which a factor may be off that was rounded as they were.
constexpr double kShareOfResidual = 0.25;

class NameList {
 public:
  NameList(const MeasuredFactor& measured) : measured_(measured) {
    const double error = measured.error / std::abs(measured.value);
    const double disturbed = std::min(kShareOfResidual * measured.disturbed, kLargestError);
    allowed_ =
        error <= kLargestError
            ? std::max({kErrorsOfAName * error, share_of_name(measured.precision), disturbed})
            : 0;
  }

  void add(std::string_view name, double factor) {
    const double off = measured_.value / factor - 1;
    if (std::isfinite(off)) {
      names_.push_back({.name = std::string(name),
                        .factor = factor,
                        .off = off,
                        .fits = std::abs(off) <= allowed_});
    }
  }

  /// Those that fit, in the order in which they were added, then the others, the nearest first.
  std::vector<FactorName> sorted() {
    constexpr std::size_t kMost = 6;
    const auto rank = [](const FactorName& name) {
      const double away = std::abs(std::log(std::max(name.off + 1, 1e-300)));
      return name.fits ? -1 : away;
    };
    std::stable_sort(names_.begin(), names_.end(),
                     [&](const auto& one, const auto& other) { return rank(one) < rank(other); });
    if (names_.size() > kMost) {
      names_.erase(names_.begin() + kMost, names_.end());
    }
    return names_;
  }

 private:
  const MeasuredFactor& measured_;
  double allowed_ = 0;
  std::vector<FactorName> names_{};
};

/// Factors that grow with ln n, relative to the length at which they are 1/√d.
void add_by_length(NameList& names, double root, double log_keys) {
  names.add("ln n/√d_head", log_keys / root);
  for (int power = 4; power <= 20; ++power) {
    const double length = std::ldexp(1.0, power);
    const std::string text = std::to_string(Index{1} << power);
    names.add("ln n/(ln " + text + "·√d_head)", log_keys / std::log(length) / root);
  }
}

}  // namespace

std::vector<FactorName> names_of(const MeasuredFactor& measured, const RuleOptions& options) {
  const auto dim = static_cast<double>(measured.dim);
  const double root = std::sqrt(dim);
  const double log_keys = std::log(measured.keys);
  NameList names(measured);
  if (measured.by_length) {
    add_by_length(names, root, log_keys);
    return names.sorted();
  }
  names.add("1/√d_head", 1 / root);
  if (options.heads || options.model_width) {
    const double width = options.model_width.value_or(options.heads.value_or(1) * dim);
    names.add("1/√d_model", 1 / std::sqrt(width));
    if (options.heads) {
      names.add("1/√heads", 1 / std::sqrt(*options.heads));
      // Else it is the width of a head by another name.
      if (options.model_width) {
        names.add("1/√(d_model/heads)", std::sqrt(*options.heads / width));
      }
    }
  }
  names.add("1/d_head", 1 / dim);
  names.add("1", 1);
  names.add("×√d_head", root);
  if (log_keys > 0) {
    names.add("ln n/√d_head", log_keys / root);
  }
  for (const ModelFactor& model : model_factors()) {
    if (model.dim == measured.dim) {
      names.add(model.name, model.factor);
    }
  }
  return names.sorted();
}

}  // namespace attention_scale::rule
