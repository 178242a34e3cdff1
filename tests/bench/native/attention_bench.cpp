/// \file Times attention natively, as told by lines on standard input; answers each with a line of
/// JSON.
///   problem <float32|float64> <n> <d> <file>   reads queries, keys, values, upstream, one after
///                                              the other
///   results <forward|full|backward> <file>     writes what a call returns, in double precision
///   sample <forward|full|backward> <calls>     milliseconds for so many calls
#include "attention_scale/attention/attention.hpp"

#include <chrono>
#include <fstream>
#include <functional>
#include <iostream>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using attention_scale::Index;
using attention_scale::Matrix;

/// The result of a call, widened.
using Results = std::vector<double>;
/// A call, which appends its results where they are wanted.
using Call = std::function<void(Results* to)>;
using Calls = std::map<std::string, Call>;

template <std::floating_point S>
void append(Results* to, const Matrix<S>& from) {
  if (to != nullptr) {
    to->insert(to->end(), from.data(), from.data() + from.size());
  }
}

template <std::floating_point S>
Matrix<S> read(std::ifstream& file, Index n, Index d) {
  Matrix<S> matrix(n, d);
  const auto bytes = static_cast<std::size_t>(matrix.size()) * sizeof(S);
  file.read(reinterpret_cast<char*>(matrix.data()), static_cast<std::streamsize>(bytes));
  if (!file) {
    throw std::runtime_error("the file of the problem is too short");
  }
  return matrix;
}

template <std::floating_point S>
Calls calls(Index n, Index d, const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const Matrix<S> q = read<S>(file, n, d);
  const Matrix<S> k = read<S>(file, n, d);
  const Matrix<S> v = read<S>(file, n, d);
  const Matrix<S> g = read<S>(file, n, d);
  Calls result;
  // Fresh memory for each call, as the engine returns fresh arrays.
  result["forward"] = [=](Results* to) {
    Matrix<S> output(n, d);
    attention_scale::attention<S>(q, k, v, {}, {.output = output});
    append(to, output);
  };
  result["full"] = [=](Results* to) { append(to, attention_scale::attention<S>(q, k, v).output); };
  result["backward"] = [=](Results* to) {
    Matrix<S> queries(n, d);
    Matrix<S> keys(n, d);
    Matrix<S> values(n, d);
    Matrix<S> scores(n, n);
    attention_scale::attention_gradient<S>(q, k, v, g, {}, {}, {queries, keys, values, scores});
    append(to, queries);
    append(to, keys);
    append(to, values);
  };
  return result;
}

double milliseconds(const Call& call, long count) {
  const auto start = std::chrono::steady_clock::now();
  for (long i = 0; i < count; ++i) {
    call(nullptr);
  }
  const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
  return time.count();
}

void answer(Calls& prepared) {
  std::string command;
  std::string what;
  std::cin >> command >> what;
  if (command == "problem") {
    Index n = 0;
    Index d = 0;
    std::string path;
    std::cin >> n >> d >> path;
    prepared = what == "float32" ? calls<float>(n, d, path) : calls<double>(n, d, path);
    std::cout << "true" << std::endl;
  } else if (command == "results") {
    std::string path;
    std::cin >> path;
    Results all;
    prepared.at(what)(&all);
    std::ofstream(path, std::ios::binary)
        .write(reinterpret_cast<const char*>(all.data()),
               static_cast<std::streamsize>(all.size() * sizeof(double)));
    std::cout << "true" << std::endl;
  } else if (command == "sample") {
    long count = 0;
    std::cin >> count;
    std::cout << milliseconds(prepared.at(what), count) << std::endl;
  } else {
    throw std::runtime_error("unknown command " + command);
  }
}

}  // namespace

int main() {
  Calls prepared;
  try {
    while (std::cin >> std::ws && !std::cin.eof()) {
      answer(prepared);
    }
  } catch (const std::exception& error) {
    std::cerr << error.what() << std::endl;
    return 1;
  }
  return 0;
}
