/**
 * The rows of input through MultiheadAttention of mlpack, one head whose projections change
 * nothing. Reads them from the file that is named, a row a line: its name, the numbers of queries
 * and keys, the numbers themselves, and for each query and key whether the key takes part, 0 or 1;
 * last, how many equal keys there are. Prints JSON.
 */
#include <cmath>
#include <cstddef>
#include <fstream>
#include <iostream>
#include <limits>
#include <mlpack/core.hpp>
#include <mlpack/methods/ann/layer/multihead_attention.hpp>
#include <string>
#include <vector>

namespace {

constexpr std::size_t kWidth = 80;

/** A layer of one head; its projections are the identity, without biases. */
class Layer {
 public:
  Layer(std::size_t queries, std::size_t keys, const arma::mat& mask)
      : attention_(queries, 1, mask), weights_(4 * kWidth * (kWidth + 1), 1, arma::fill::zeros) {
    attention_.InputDimensions() = {kWidth, queries + 2 * keys};
    attention_.ComputeOutputDimensions();
    for (std::size_t projection = 0; projection < 4; ++projection) {
      for (std::size_t entry = 0; entry < kWidth; ++entry) {
        weights_(projection * kWidth * kWidth + entry * (kWidth + 1)) = 1;
      }
    }
    attention_.SetWeights(weights_);
  }

  /** @param input queries, keys and values, a column each, one below the other */
  [[nodiscard]] arma::mat Output(const arma::mat& input) {
    arma::mat output;
    attention_.Forward(arma::vectorise(input), output);
    return output;
  }

  /** The gradients of all inputs. */
  [[nodiscard]] arma::mat Gradient(const arma::mat& input, const arma::mat& output,
                                   const arma::mat& of_output) {
    arma::mat gradient;
    attention_.Backward(arma::vectorise(input), output, of_output, gradient);
    return gradient;
  }

 private:
  mlpack::MultiheadAttentionType<arma::mat> attention_;
  arma::mat weights_;
};

void Print(const std::string& name, const std::vector<double>& numbers) {
  std::cout << (name == "factor" ? "" : ",") << '"' << name << "\":[";
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    std::cout << (i == 0 ? "" : ",");
    if (std::isnan(numbers[i])) {
      std::cout << "\"NaN\"";
    } else {
      std::cout << numbers[i];
    }
  }
  std::cout << ']';
}

/** Queries and keys by their first entries, and the rows of the identity as values. */
arma::mat Rows(const std::vector<double>& queries, const std::vector<double>& keys) {
  const std::size_t n = queries.size();
  const std::size_t m = keys.size();
  arma::mat input(kWidth, n + 2 * m, arma::fill::zeros);
  for (std::size_t i = 0; i < n; ++i) input(0, i) = queries[i];
  for (std::size_t j = 0; j < m; ++j) {
    input(0, n + j) = keys[j];
    input(j, n + m + j) = 1;
  }
  return input;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 1;
  std::ifstream file(argv[1]);
  std::cout.precision(17);
  std::cout << "{\"mlpack\":{";
  std::string name;
  while (file >> name && name != "sum") {
    std::size_t n = 0;
    std::size_t m = 0;
    file >> n >> m;
    std::vector<double> queries(n);
    std::vector<double> keys(m);
    for (double& query : queries) file >> query;
    for (double& key : keys) file >> key;
    arma::mat mask(n, m);
    bool is_masked = false;
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < m; ++j) {
        bool is_open = true;
        file >> is_open;
        mask(i, j) = is_open ? 0 : -std::numeric_limits<double>::infinity();
        is_masked = is_masked || !is_open;
      }
    }
    const arma::mat input = Rows(queries, keys);
    Layer layer(n, m, is_masked ? mask : arma::mat());
    const arma::mat output = layer.Output(input);
    std::vector<double> weights;
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < m; ++j) weights.push_back(output(i * kWidth + j));
    }
    Print(name, weights);
    if (name != "masked") continue;
    // The masked row is no part of the loss, the sum of squares of the others.
    arma::mat of_output = 2 * output;
    of_output.head_rows(kWidth).zeros();
    const arma::mat gradient = layer.Gradient(input, output, of_output);
    Print("gradient", {gradient.begin(), gradient.end()});
  }
  std::size_t count = 0;
  file >> count;
  // Equal keys, and values of ones.
  arma::mat input(kWidth, 1 + 2 * count, arma::fill::zeros);
  input.tail_cols(count).ones();
  Print("sum", {Layer(1, count, arma::mat()).Output(input)(0)});
  std::cout << "}}\n";
}
