/// \file Explicit instantiation in both precisions.
#pragma once

/// Instantiates a function template whose one parameter is the scalar type. Its name may not be
/// overloaded by another template.
// NOLINTBEGIN(bugprone-macro-parentheses): a name of a template
#define ATTENTION_SCALE_INSTANTIATE(function)           \
  template decltype(function<double>) function<double>; \
  template decltype(function<float>) function<float>
// NOLINTEND(bugprone-macro-parentheses)
