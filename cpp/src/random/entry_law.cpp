#include "attention_scale/random/entry_law.hpp"

#include "attention_scale/core/check.hpp"

#include <algorithm>
#include <cmath>

namespace attention_scale {

void draw_entries(RandomState& state, EntryLaw law, double std, std::span<double> entries) {
  // No double gives a standard normal draw beyond ±12.2.
  constexpr double kFarthest = 16;
  if (!(std >= 0 && std::isfinite(kFarthest * std))) {
    throw Error(ErrorCode::kDomain,
                {"std is ", check::number(std),
                 "; it must be 0 or more and so small that no draw overflows."});
  }
  switch (law) {
    case EntryLaw::kNormal:
      state.normal(entries, 0, std);
      break;
    case EntryLaw::kUniform: {
      const double high = std::sqrt(3.0) * std;
      std::generate(entries.begin(), entries.end(),
                    [&] { return -high + (high + high) * state.uniform(); });
      break;
    }
    case EntryLaw::kSign:
      std::generate(entries.begin(), entries.end(),
                    [&] { return state.uniform() < 0.5 ? -std : std; });
      break;
  }
}

}  // namespace attention_scale
