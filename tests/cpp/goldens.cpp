#include "goldens.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>

#include "attention_scale/core/check.hpp"
#include "attention_scale/random/random_state.hpp"

namespace attention_scale::tests {
namespace {

const nlohmann::json& loaded(const std::string& file) {
  static std::map<std::string, nlohmann::json> files;
  const auto found = files.find(file);
  if (found != files.end()) {
    return found->second;
  }
  const std::string path = std::string(ATTENTION_SCALE_FIXTURES) + "/" + file;
  std::ifstream stream(path);
  if (!stream) {
    throw std::runtime_error("cannot open " + path);
  }
  return files.emplace(file, nlohmann::json::parse(stream)).first->second;
}

/// The number that the error of each entry is relative to.
template <std::floating_point S>
Matrix<S> magnitudes(const MatrixIn<S>& expected, const Tolerance& tolerance) {
  Matrix<S> result =
      expected.unaryExpr([](S entry) { return std::isfinite(entry) ? std::abs(entry) : S{0}; });
  if (tolerance.of == Of::kRow) {
    const Vector<S> largest = result.rowwise().maxCoeff();
    result.colwise() = largest;
  } else if (tolerance.of == Of::kMatrix) {
    const S largest = result.maxCoeff();
    result.setConstant(largest);
  }
  return result.cwiseMax(static_cast<S>(tolerance.at_least));
}

template <std::floating_point S>
std::string digits(S number) {
  std::ostringstream text;
  text.precision(std::numeric_limits<S>::max_digits10);
  text << number;
  return text.str();
}

}  // namespace

Golden Golden::operator[](const char* member) const { return Golden(value_->at(member)); }

bool Golden::is_null() const { return value_->is_null(); }

bool Golden::is_number() const { return value_->is_number(); }

bool Golden::is_text() const { return value_->is_string(); }

bool Golden::flag() const { return value_->get<bool>(); }

std::string Golden::text() const { return value_->get<std::string>(); }

std::uint32_t Golden::word() const { return value_->get<std::uint32_t>(); }

Index Golden::index() const { return value_->get<Index>(); }

double Golden::number() const {
  if (!value_->is_string()) {
    return value_->get<double>();
  }
  static const std::map<std::string, double> kNotFinite{
      {"Infinity", std::numeric_limits<double>::infinity()},
      {"-Infinity", -std::numeric_limits<double>::infinity()},
      {"NaN", std::numeric_limits<double>::quiet_NaN()}};
  return kNotFinite.at(value_->get<std::string>());
}

std::vector<Golden> Golden::list() const {
  if (!value_->is_array()) {
    throw std::runtime_error("a golden is not the list it should be");
  }
  std::vector<Golden> result;
  for (const nlohmann::json& item : *value_) {
    result.emplace_back(item);
  }
  return result;
}

std::vector<double> Golden::numbers() const {
  std::vector<double> result;
  for (const Golden& item : list()) {
    result.push_back(item.number());
  }
  return result;
}

std::vector<Index> Golden::indices() const {
  std::vector<Index> result;
  for (const Golden& item : list()) {
    result.push_back(item.index());
  }
  return result;
}

std::vector<std::string> Golden::texts() const {
  std::vector<std::string> result;
  for (const Golden& item : list()) {
    result.push_back(item.text());
  }
  return result;
}

template <std::floating_point S>
Vector<S> Golden::vector() const {
  const std::vector<double> data = numbers();
  return Eigen::Map<const Vector<double>>(data.data(), static_cast<Index>(data.size())).cast<S>();
}

template <std::floating_point S>
Matrix<S> Golden::matrix() const {
  const Index rows = (*this)["rows"].index();
  const Index cols = (*this)["cols"].index();
  const std::vector<double> data = (*this)["data"].numbers();
  if (static_cast<Index>(data.size()) != rows * cols) {
    throw std::runtime_error("a golden matrix does not have rows·cols entries");
  }
  return Eigen::Map<const Matrix<double>>(data.data(), rows, cols).cast<S>();
}

template Vector<double> Golden::vector<double>() const;
template Vector<float> Golden::vector<float>() const;
template Matrix<double> Golden::matrix<double>() const;
template Matrix<float> Golden::matrix<float>() const;

std::vector<Golden> cases(const std::string& file) {
  std::vector<Golden> result = Golden(loaded(file))["cases"].list();
  if (result.empty()) {
    throw std::runtime_error(file + " has no cases");
  }
  return result;
}

Golden case_named(const std::string& file, const std::string& name) {
  for (const Golden& golden : cases(file)) {
    if (golden["name"].text() == name) {
      return golden;
    }
  }
  throw std::runtime_error(file + " has no case named: " + name);
}

EntryLaw law_of(const Golden& golden) {
  const std::string name = golden.text();
  if (name == "normal") {
    return EntryLaw::kNormal;
  }
  return name == "uniform" ? EntryLaw::kUniform : EntryLaw::kSign;
}

AttentionOptions options_of(const Golden& golden) {
  AttentionOptions options;
  if (!golden["scale"].is_null()) {
    options.scale = golden["scale"].number();
  }
  const Golden mask = golden["mask"];
  if (!mask.is_text()) {
    options.mask.matrix = mask.matrix<double>().cast<bool>();
  } else if (mask.text() == "causal") {
    options.mask.causal_offset = 0;
  } else if (mask.text() != "none") {
    throw std::runtime_error("there is no mask named " + mask.text());
  }
  return options;
}

template <std::floating_point S>
testing::AssertionResult close_matrices(const MatrixIn<S>& actual, const MatrixIn<S>& expected,
                                        const Tolerance& tolerance) {
  if (actual.rows() != expected.rows() || actual.cols() != expected.cols()) {
    return testing::AssertionFailure()
           << "it is " << check::shape(actual.rows(), actual.cols()) << " and should be "
           << check::shape(expected.rows(), expected.cols());
  }
  if (expected.size() == 0) {
    return testing::AssertionFailure() << "there is nothing to compare";
  }
  constexpr auto kEps = static_cast<double>(std::numeric_limits<S>::epsilon());
  constexpr auto kStep = static_cast<double>(std::numeric_limits<S>::denorm_min());
  const Matrix<S> magnitude = magnitudes<S>(expected, tolerance);
  for (Index i = 0; i < expected.rows(); ++i) {
    for (Index j = 0; j < expected.cols(); ++j) {
      const auto is = static_cast<double>(actual(i, j));
      const auto should_be = static_cast<double>(expected(i, j));
      if (is == should_be) {
        continue;
      }
      const auto held_against = static_cast<double>(magnitude(i, j));
      const double error = std::abs(is - should_be);
      const double step = tolerance.k > 0 ? kStep : 0;
      // Written so that a NaN fails.
      if (!(error <= std::max(tolerance.k * kEps * held_against, step))) {
        return testing::AssertionFailure()
               << "the entry in row " << i << ", column " << j << " is " << digits(actual(i, j))
               << " and should be " << digits(expected(i, j)) << ": off by " << digits(error)
               << ", which is " << error / (kEps * held_against) << " eps of "
               << digits(held_against) << ", allowed " << tolerance.k << " eps";
      }
    }
  }
  return testing::AssertionSuccess();
}

template testing::AssertionResult close_matrices<double>(const MatrixIn<double>&,
                                                         const MatrixIn<double>&, const Tolerance&);
template testing::AssertionResult close_matrices<float>(const MatrixIn<float>&,
                                                        const MatrixIn<float>&, const Tolerance&);

testing::AssertionResult close(const std::vector<double>& actual,
                               const std::vector<double>& expected, const Tolerance& tolerance) {
  const auto row = [](const std::vector<double>& data) {
    return Eigen::Map<const Matrix<double>>(data.data(), 1, static_cast<Index>(data.size()));
  };
  return close_matrices<double>(row(actual), row(expected), tolerance);
}

testing::AssertionResult says(const Error& error, ErrorCode code,
                              std::initializer_list<std::string_view> words) {
  const std::string_view sentence = error.what();
  if (error.code() != code) {
    return testing::AssertionFailure()
           << "the code is " << static_cast<int>(error.code()) << " and should be "
           << static_cast<int>(code) << ": " << sentence;
  }
  for (const std::string_view part : words) {
    if (sentence.find(part) == std::string_view::npos) {
      return testing::AssertionFailure() << "it says nothing of \"" << part << "\": " << sentence;
    }
  }
  if (sentence.empty() || sentence.back() != '.') {
    return testing::AssertionFailure() << "it is not a sentence: " << sentence;
  }
  return testing::AssertionSuccess() << sentence;
}

template <std::floating_point S>
Matrix<S> sample(Index rows, Index cols, std::uint32_t seed, double spread) {
  Matrix<double> draws(rows, cols);
  RandomState(seed).normal({draws.data(), static_cast<std::size_t>(draws.size())}, 0, spread);
  return draws.cast<S>();
}

template Matrix<double> sample<double>(Index, Index, std::uint32_t, double);
template Matrix<float> sample<float>(Index, Index, std::uint32_t, double);

}  // namespace attention_scale::tests
