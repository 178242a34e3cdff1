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
  const std::array members{static_cast<double Record::*>(&StepRecord::loss),
                           static_cast<double Record::*>(&StepRecord::gradient_norm),
                           static_cast<double Record::*>(&StepRecord::share),
                           static_cast<double Record::*>(&StepRecord::low),
                           static_cast<double Record::*>(&StepRecord::median),
                           static_cast<double Record::*>(&StepRecord::high),
                           static_cast<double Record::*>(&StepRecord::entropy),
                           static_cast<double Record::*>(&StepRecord::peak),
                           others...};
  MatrixOut<double> rows =
      into.make(static_cast<Index>(members.size()), static_cast<Index>(records.size()));
  for (Index step = 0; step < rows.cols(); ++step) {
    for (Index row = 0; row < rows.rows(); ++row) {
      rows(row, step) =
          records[static_cast<std::size_t>(step)].*members[static_cast<std::size_t>(row)];
    }
  }
}

}  // namespace attention_scale::bindings
