/// \file The call that measures a rule. What was not found crosses as NaN.
#pragma once

#include "attention_scale/rule/measure_rule.hpp"
#include "descriptor.hpp"

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace attention_scale::bindings {

/// The numbers of a MeasuredRule, and its enumerations as their values.
struct RuleNumbers {
  double factor;
  double factor_error;
  double cap;
  double query_key_norm;
  double length_factor;
  double causal;
  double window;
  double padding;
  double rotary_layout;
  double rotary_base;
  double rotary_width;
  double bias;
  double slope;
  double sink;
  double dropout;
  double precision;
  double residual;
};

inline constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

inline RuleNumbers rule_numbers(const MeasuredRule& rule) {
  const auto or_none = [](const std::optional<double>& number) { return number.value_or(kNone); };
  return {
      .factor = or_none(rule.factor),
      .factor_error = or_none(rule.factor_error),
      .cap = or_none(rule.cap),
      .query_key_norm = or_none(rule.query_key_norm),
      .length_factor = or_none(rule.length_factor),
      .causal = static_cast<double>(rule.causal),
      .window = or_none(rule.window),
      .padding = or_none(rule.padding),
      .rotary_layout = rule.rotary ? static_cast<double>(rule.rotary->layout) : kNone,
      .rotary_base = rule.rotary ? rule.rotary->base : kNone,
      .rotary_width = rule.rotary ? static_cast<double>(rule.rotary->width) : kNone,
      .bias = static_cast<double>(rule.bias),
      .slope = or_none(rule.slope),
      .sink = or_none(rule.sink),
      .dropout = or_none(rule.dropout),
      .precision = static_cast<double>(rule.precision),
      .residual = or_none(rule.residual),
  };
}

/// The name and those of the candidates, each ended by a line break.
inline std::vector<std::uint8_t> rule_names(const MeasuredRule& rule) {
  std::string text = rule.name + "\n";
  for (const FactorName& candidate : rule.candidates) {
    text += candidate.name + "\n";
  }
  return {text.begin(), text.end()};
}

inline std::vector<std::uint8_t> rule_notes(const MeasuredRule& rule) {
  std::vector<std::uint8_t> notes;
  for (const RuleNote note : rule.notes) {
    notes.push_back(static_cast<std::uint8_t>(note));
  }
  return notes;
}

using RuleOptionFields =
    Struct<RuleOptions, Member<"maxPositions=64", &RuleOptions::max_positions>,
           Member<"heads=", &RuleOptions::heads>, Member<"modelWidth=", &RuleOptions::model_width>>;

/// `named`, `off` and `fits`: of each candidate. `notes`: values of RuleNote.
inline void measure_rule(
    Input<"queries"> queries, Input<"keys"> keys, Input<"weights"> weights,
    RuleOptionFields options,
    Results<
        Member<"factor", &RuleNumbers::factor>, Member<"factorError", &RuleNumbers::factor_error>,
        Member<"cap", &RuleNumbers::cap>, Member<"queryKeyNorm", &RuleNumbers::query_key_norm>,
        Member<"lengthFactor", &RuleNumbers::length_factor>, Member<"causal", &RuleNumbers::causal>,
        Member<"window", &RuleNumbers::window>, Member<"padding", &RuleNumbers::padding>,
        Member<"rotaryLayout", &RuleNumbers::rotary_layout>,
        Member<"rotaryBase", &RuleNumbers::rotary_base>,
        Member<"rotaryWidth", &RuleNumbers::rotary_width>, Member<"bias", &RuleNumbers::bias>,
        Member<"slope", &RuleNumbers::slope>, Member<"sink", &RuleNumbers::sink>,
        Member<"dropout", &RuleNumbers::dropout>, Member<"precision", &RuleNumbers::precision>,
        Member<"residual", &RuleNumbers::residual>>
        numbers,
    Results<Member<"named", &FactorName::factor>, Member<"off", &FactorName::off>,
            Member<"fits", &FactorName::fits>>
        candidates,
    Output<"names", std::uint8_t> names, Output<"notes", std::uint8_t> notes) {
  const MeasuredRule rule = attention_scale::measure_rule(queries, keys, weights, options);
  numbers.put(rule_numbers(rule));
  candidates.put(rule.candidates);
  names.put(rule_names(rule));
  notes.put(rule_notes(rule));
}

}  // namespace attention_scale::bindings
