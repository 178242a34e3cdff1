// The encoder and the decoder on two sentences, without a division of the scores and with one by
// d_k^exponent. g++ -std=c++20 -O2 -I/usr/include/eigen3
#include <map>

#include "../../part-kit/programs/layers.hpp"
#include "../../part-kit/programs/second_sentence.hpp"

// ---- parameters ----
const std::string causal{"on"};
const std::string box{"attention"};
const int layer{1};
const int head{1};
// ---- end of the parameters ----

using Matrices = std::map<std::string, Matrix>;

struct Box {
  Matrix before, output;
};

struct Layer {
  std::map<std::string, Box> boxes;
  std::map<std::string, std::vector<Matrix>> weights;
};

/// The matrices of a layer, [d×d] each, then w1 [d×4d] and w2 [4d×d].
Matrices matrices(RandomState state, std::vector<std::string> names, Eigen::Index d) {
  names.insert(names.end(), {"w1", "w2"});
  Matrices all;
  for (const std::string& name : names) {
    const bool makes = std::string("qkv").find(name[1]) != std::string::npos;
    all[name] = drawn(state, makes, name == "w2" ? 4 * d : d, name == "w1" ? 4 * d : d);
  }
  return all;
}

/// The encoder, or with a memory the decoder: adds its boxes to those of each layer, and returns
/// the output of the last.
Matrix stack(Matrix rows, const Matrix* memory, double by, std::vector<Layer>& all) {
  std::vector<std::string> sublayers{"attention", "norm1", "feed", "norm2"},
      names{"wq", "wk", "wv", "wo"};
  if (memory != nullptr) {
    sublayers = {"masked", "norm3", "cross", "norm4", "feed2", "norm5"};
    names.insert(names.end(), {"cq", "ck", "cv", "co"});
  }
  for (std::uint32_t i = 0; Layer& own : all) {
    const Matrices W =
        matrices(RandomState({seed, memory == nullptr ? 5U : 6U, i++}), names, rows.cols());
    for (std::size_t k = 0; k < sublayers.size(); k += 2) {
      const std::string& name = sublayers[k];
      const Matrix read = norm == "pre" ? normalised(rows) : rows;
      Matrix before = read, added;
      if (name.starts_with("feed")) {
        before = active(read * W.at("w1"));
        added = before * W.at("w2");
      } else {
        const bool cross = name == "cross";
        const std::string letter = cross ? "c" : "w";
        const Attention of(read, cross ? *memory : read, W.at(letter + "q"), W.at(letter + "k"),
                           W.at(letter + "v"), by, name == "masked" && causal == "on");
        own.weights[name] = of.weights;
        added = of.Z * W.at(letter + "o");
      }
      own.boxes[name] = {before, added};
      const Matrix total = rows + added;
      own.boxes[sublayers[k + 1]] = norm == "pre" ? Box{rows, read} : Box{total, normalised(total)};
      rows = norm == "pre" ? total : normalised(total);
    }
  }
  return rows;
}

int main() {
  const Matrix X = Sentence().X, Y = second_vectors();
  const auto embedded = [](const Matrix& vectors) -> Matrix {
    return vectors + positions(vectors.rows(), vectors.cols());
  };
  for (const std::string name : {"encoder", "decoder"}) {
    const Matrix& vectors = name == "encoder" ? X : Y;
    print(name + ": word vectors", shown(vectors));
    print(name + ": positions", shown(positions(vectors.rows(), vectors.cols())));
    print(name + ": their sum", shown(embedded(vectors)));
  }
  print("mask", Matrix::Ones(Y.rows(), Y.rows()).triangularView<Eigen::Lower>().toDenseMatrix());
  for (const std::string name : {"unscaled", "scaled"}) {
    const double by = name == "unscaled" ? 1 : std::pow(X.cols() / heads, exponent);
    std::vector<Layer> all(layers);
    const Matrix R = stack(embedded(X), nullptr, by, all), output = stack(embedded(Y), &R, by, all);
    for (const std::string of : {"attention", "masked", "cross"}) {
      print(name + " " + of + ": mean entropy and largest weight of each layer");
      for (const Layer& at : all) {
        const auto [entropy, peak] = sharpness(at.weights.at(of));
        print_row(entropy, peak);
      }
    }
    const Layer& opened = all[std::min(layer, layers) - 1];
    if (opened.weights.contains(box))
      print(name + " weights of the head", opened.weights.at(box)[std::min(head, heads) - 1]);
    if (box == "memory" || box == "output") {
      print(name + " output of the box", shown(box == "memory" ? R : output));
    } else if (opened.boxes.contains(box)) {
      print(name + " matrix before", shown(opened.boxes.at(box).before));
      print(name + " output of the box", shown(opened.boxes.at(box).output));
    }
  }
}
