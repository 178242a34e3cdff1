/// \file Times the kernels of attention beside the same work by Eigen, natively or as WebAssembly.
/// Prints one line of JSON for each comparison: nanoseconds of ours and of Eigen's, the least of
/// several rounds in turns.
///
/// Products are scores = Q·Kᵀ for [n×d] factors, with packing included on both sides. The
/// exponential is that of a softmax: of arguments from −20 to 0.
#include "kernels/exponential.hpp"
#include "kernels/gemm.hpp"

#include <algorithm>
#include <chrono>
#include <iostream>
#include <limits>

namespace {

using attention_scale::Index;
using attention_scale::Matrix;
using attention_scale::Vector;
using attention_scale::simd::Exponential;
using attention_scale::simd::gemm;
using attention_scale::simd::Packet;

/// Nanoseconds of a call: of so many calls that a clock of 5 µs is exact enough.
template <typename Call>
double nanoseconds(const Call& call, long calls) {
  const auto start = std::chrono::steady_clock::now();
  for (long i = 0; i < calls; ++i) {
    call();
  }
  const std::chrono::duration<double, std::nano> time = std::chrono::steady_clock::now() - start;
  return time.count() / static_cast<double>(calls);
}

template <typename Ours, typename Eigens>
void compare(const char* what, const char* precision, Index n, Index d, const Ours& ours,
             const Eigens& eigens) {
  constexpr int kRounds = 15;
  constexpr double kRoundOf = 2e6;  // nanoseconds
  nanoseconds(ours, 3);
  const auto calls = static_cast<long>(1 + kRoundOf / nanoseconds(ours, 3));
  double best_of_ours = std::numeric_limits<double>::infinity();
  double best_of_eigens = best_of_ours;
  for (int round = 0; round < kRounds; ++round) {
    best_of_ours = std::min(best_of_ours, nanoseconds(ours, calls));
    best_of_eigens = std::min(best_of_eigens, nanoseconds(eigens, calls));
  }
  std::cout << "{\"what\": \"" << what << "\", \"precision\": \"" << precision << "\", \"n\": " << n
            << ", \"d\": " << d << ", \"ours\": " << best_of_ours
            << ", \"eigen\": " << best_of_eigens << "}" << std::endl;
}

template <std::floating_point S>
void compare_products(const char* precision, Index n, Index d) {
  const Matrix<S> queries = Matrix<S>::Random(n, d);
  const Matrix<S> keys = Matrix<S>::Random(n, d);
  Matrix<S> scores(n, n);
  compare(
      "product", precision, n, d, [&] { gemm<S>(queries, keys.transpose(), scores); },
      [&] { scores.noalias() = queries * keys.transpose(); });
}

template <std::floating_point S>
void compare_exponentials(const char* precision) {
  constexpr Index kSize = 2048;
  const Vector<S> x = Vector<S>::Random(kSize).array() * S{10} - S{10};
  Vector<S> y(kSize);
  compare(
      "exp", precision, kSize, 1,
      [&] {
        const Exponential<S> exponential;
        for (Index i = 0; i < kSize; i += Packet<S>::kSize) {
          exponential(Packet<S>::load(x.data() + i)).store(y.data() + i);
        }
      },
      [&] { y = x.array().exp(); });
}

}  // namespace

int main() {
  for (const auto& [n, d] :
       {std::pair<Index, Index>{3, 3}, {16, 64}, {64, 64}, {256, 64}, {512, 64}, {1024, 64}}) {
    compare_products<float>("float32", n, d);
    compare_products<double>("float64", n, d);
  }
  compare_exponentials<float>("float32");
  compare_exponentials<double>("float64");
  return 0;
}
