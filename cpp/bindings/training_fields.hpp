/// \file What the calls about training share: the fields of an optimiser, and records.
#pragma once

#include "attention_scale/training/optimiser.hpp"
#include "attention_scale/training/step_record.hpp"
#include "first_calls.hpp"

#include <vector>

namespace attention_scale::bindings {

using OptimiserFields =
    Struct<OptimiserOptions, "optimiser(sgd|momentum|adam|adamw)", "rate", "momentum=0.9",
           "beta1=0.9", "beta2=0.999", "epsilon=1e-8", "decay=0">;
using InitialisationName = Number<"initialisation(xavier|packed|normal)", Initialisation>;
using StartName = Number<"initialisation=0(xavier|packed|normal)", Initialisation>;
using QueryKeyFactor = Number<"queryKeyFactor=1">;

/// The number of steps of a call. \throws Error(kDomain) where there are more than `most`.
inline Index steps_of(Index steps, Index most) {
  check::within("steps", steps, 1, most);
  return steps;
}

/// A row for each number of a record, a column for each step.
template <typename Record, typename... Members>
void put_records(const std::vector<Record>& records, const Room<double>& into, Members... others) {
  constexpr Index kShared = 8;
  MatrixOut<double> rows = into.make(kShared + static_cast<Index>(sizeof...(others)),
                                     static_cast<Index>(records.size()));
  for (Index step = 0; step < rows.cols(); ++step) {
    const Record& record = records[static_cast<std::size_t>(step)];
    Index row = 0;
    std::apply([&](auto... entries) { (..., (rows(row++, step) = entries)); },
               members_of<kShared>(static_cast<const StepRecord&>(record)));
    (..., (rows(row++, step) = record.*others));
  }
}

}  // namespace attention_scale::bindings
