#include "attention_scale/formats/stored_weights.hpp"

#include "attention_scale/core/check.hpp"
#include "kernels/exponential.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>
#include <vector>

namespace attention_scale {
namespace {

/// A number for each power.
using Powers = Eigen::Array<double, kPowers, 1>;

/// A power w^p whose largest of the row is below this may have lost the digits of the others, or
/// the others themselves: that row is computed relative to its largest weight.
constexpr double kLeastPower = 1e-280;

/// w^p for each power, and ln w; all 0 where w is 0.
struct WordPowers {
  Powers powers = Powers::Zero();
  double log = 0;
};

/// The powers of every number of a format of one or two bytes up to a certain one, by its word.
class WordTable {
 public:
  /// \param largest the largest word that occurs
  WordTable(NumberFormat format, std::uint16_t largest, const Powers& powers) {
    const std::size_t size = bytes_of_number(format);
    const std::size_t count = std::size_t{largest} + 1;
    std::vector<std::uint8_t> bytes(count * size);
    for (std::size_t word = 0; word < count; ++word) {
      std::memcpy(bytes.data() + word * size, &word, size);
    }
    std::vector<double> numbers(count);
    decode_numbers<double>(bytes, format, false, numbers);
    double before = 0;
    for (const double number : numbers) {
      // From here on words are negative numbers, or none: −0 and 0 have words of their own.
      if (!(number >= before) || !std::isfinite(number)) {
        break;
      }
      before = number;
      entries_.push_back(number > 0 ? of(number, powers) : WordPowers{});
    }
  }

  /// Whether the word, and every smaller one, is in the table; the larger the word, the larger is
  /// its number.
  [[nodiscard]] bool holds(std::uint16_t word) const { return word < entries_.size(); }
  const WordPowers& operator[](std::uint16_t word) const { return entries_[word]; }

 private:
  static WordPowers of(double number, const Powers& powers) {
    const double log = std::log(number);
    return {.powers = {power(number, log, powers[0]), power(number, log, powers[1])}, .log = log};
  }

  static double power(double number, double log, double exponent) {
    return exponent == 1 ? number : std::exp(exponent * log);
  }

  std::vector<WordPowers> entries_{};
};

/// The numbers of a format of one or two bytes, which may stand at any address. They are loaded one
/// by one: to copy a row is a call into JavaScript under Emscripten.
template <typename Word>
struct Words {
  const std::uint8_t* bytes;

  Word operator[](Index i) const {
    Word word = 0;
    std::memcpy(&word, bytes + static_cast<std::size_t>(i) * sizeof(Word), sizeof(Word));
    return word;
  }
};

template <typename Word>
std::uint16_t largest_word(std::span<const std::uint8_t> bytes) {
  const Words<Word> words{.bytes = bytes.data()};
  const auto count = static_cast<Index>(bytes.size() / sizeof(Word));
  Word largest = 0;
  for (Index i = 0; i < count; ++i) {
    largest = std::max(largest, words[i]);
  }
  return largest;
}

/// What is known of a row before its weights are divided by their sum.
struct RowSums {
  Powers peak = Powers::Zero();       ///< w^p of the largest weight; 0 where all are 0
  Powers others = Powers::Zero();     ///< Σ w^p over the others
  Powers distances = Powers::Zero();  ///< Σ w^p·(ln peak − ln w)
};

class Summaries {
 public:
  Summaries(const StoredWeights& weights, Powers powers, Index block)
      : weights_(weights),
        powers_(std::move(powers)),
        block_(block),
        across_((weights.cols + block - 1) / block),
        size_(bytes_of_number(weights.format)),
        row_bytes_(static_cast<std::size_t>(weights.cols) * size_) {
    numbers_.resize(weights.cols);
    distances_.resize(weights.cols);
    tops_.resize(static_cast<std::size_t>(across_));
    top_words_.resize(static_cast<std::size_t>(across_));
  }

  WeightSummaries run() {
    const Index down = (weights_.rows + block_ - 1) / block_;
    const auto matrices = static_cast<Index>(weights_.bytes.size() / row_bytes_) / weights_.rows;
    const Index count = matrices * kPowers;
    WeightSummaries result;
    result.pictures = Matrix<float>::Zero(count, down * across_);
    result.entropies = Vector<double>::Zero(count);
    result.largest = Vector<double>::Zero(count);
    if (size_ == 1) {
      run_words<std::uint8_t>(matrices, result);
    } else if (size_ == 2 && !weights_.big_endian) {
      run_words<std::uint16_t>(matrices, result);
    } else {
      run_rows(matrices, result, [](Index) { return false; });
    }
    result.entropies /= static_cast<double>(weights_.rows);
    result.largest /= static_cast<double>(weights_.rows);
    return result;
  }

 private:
  template <typename Word>
  void run_words(Index matrices, WeightSummaries& result) {
    const WordTable table(weights_.format, largest_word<Word>(weights_.bytes), powers_);
    run_rows(matrices, result, [&](Index row) { return sum_words<Word>(row, table); });
  }

  /// \param sum fills `sums_` and `tops_`, or says that it cannot
  template <typename Sum>
  void run_rows(Index matrices, WeightSummaries& result, Sum sum) {
    for (Index matrix = 0; matrix < matrices; ++matrix) {
      for (Index row = 0; row < weights_.rows; ++row) {
        const Index place = matrix * weights_.rows + row;
        if (!sum(place)) {
          sum_numbers(place);
        }
        add(matrix, row / block_ * across_, result);
      }
    }
  }

  [[nodiscard]] const std::uint8_t* bytes_of_row(Index row) const {
    return weights_.bytes.data() + static_cast<std::size_t>(row) * row_bytes_;
  }

  /// Fills `sums_` and `tops_` from the table. False where the table does not tell.
  template <typename Word>
  bool sum_words(Index row, const WordTable& table) {
    const Words<Word> words{.bytes = bytes_of_row(row)};
    const Index top_block = find_top_words(words);
    const std::uint16_t largest = top_words_[static_cast<std::size_t>(top_block)];
    if (!table.holds(largest)) {
      return false;
    }
    const WordPowers& peak = table[largest];
    const bool zero = peak.powers[0] == 0 && peak.log == 0;
    if (!zero && peak.powers.minCoeff() < kLeastPower) {
      return false;
    }
    Index at = top_block * block_;
    while (words[at] != largest) {
      ++at;
    }
    sums_ = {.peak = peak.powers};
    // The peak is left out, so that the sum of the others keeps its digits where it is small.
    add_words(words, 0, at, peak.log, table);
    add_words(words, at + 1, weights_.cols, peak.log, table);
    for (std::size_t i = 0; i < tops_.size(); ++i) {
      tops_[i] = table[top_words_[i]].powers;
    }
    return true;
  }

  /// Fills `top_words_`. Returns the number of the block that has the largest word of all.
  template <typename Word>
  Index find_top_words(const Words<Word>& words) {
    std::size_t largest = 0;
    Index i = 0;
    for (std::size_t block = 0; block < top_words_.size(); ++block) {
      const Index end = std::min(i + block_, weights_.cols);
      Word top = 0;
      for (; i < end; ++i) {
        top = std::max(top, words[i]);
      }
      top_words_[block] = top;
      if (top > top_words_[largest]) {
        largest = block;
      }
    }
    return static_cast<Index>(largest);
  }

  template <typename Word>
  void add_words(const Words<Word>& words, Index from, Index to, double peak_log,
                 const WordTable& table) {
    // Two sums each, so that additions do not wait for each other.
    Powers even = Powers::Zero();
    Powers odd = Powers::Zero();
    Powers even_distances = Powers::Zero();
    Powers odd_distances = Powers::Zero();
    for (; from + 1 < to; from += 2) {
      const WordPowers& one = table[words[from]];
      const WordPowers& other = table[words[from + 1]];
      even += one.powers;
      odd += other.powers;
      even_distances += one.powers * (peak_log - one.log);
      odd_distances += other.powers * (peak_log - other.log);
    }
    if (from < to) {
      const WordPowers& last = table[words[from]];
      even += last.powers;
      even_distances += last.powers * (peak_log - last.log);
    }
    sums_.others += even + odd;
    sums_.distances += even_distances + odd_distances;
  }

  /// The same from a row of any format, relative to its largest weight.
  void sum_numbers(Index row) {
    const std::span<const std::uint8_t> bytes(bytes_of_row(row), row_bytes_);
    const auto count = static_cast<std::size_t>(numbers_.size());
    decode_numbers<double>(bytes, weights_.format, weights_.big_endian, {numbers_.data(), count});
    check_row();
    Index peak_place = 0;
    const double peak = numbers_.maxCoeff(&peak_place);
    std::fill(tops_.begin(), tops_.end(), Powers::Zero());
    sums_ = {};
    if (peak == 0) {
      return;
    }
    for (Index i = 0; i < numbers_.size(); ++i) {
      distances_[i] = numbers_[i] > 0 ? std::log(peak / numbers_[i]) : 0;
    }
    sums_.peak.setOnes();
    for (Index power = 0; power < kPowers; ++power) {
      exponentials_ = -powers_[power] * distances_;
      exponentiate();
      exponentials_ = (numbers_.array() > 0).select(exponentials_, 0);
      for (std::size_t i = 0; i < tops_.size(); ++i) {
        const Index start = static_cast<Index>(i) * block_;
        const Index length = std::min(block_, numbers_.size() - start);
        tops_[i][power] = exponentials_.segment(start, length).maxCoeff();
      }
      exponentials_[peak_place] = 0;
      sums_.others[power] = exponentials_.sum();
      sums_.distances[power] = exponentials_.dot(distances_);
    }
  }

  void check_row() {
    for (const double weight : numbers_) {
      check::domain(std::isfinite(weight),
                    {"weights has an entry ", weight, "; every weight must be a finite number."});
      check::domain(weight >= 0,
                    {"weights has an entry ", weight, "; a weight must not be negative."});
    }
  }

  /// exp of each of `exponentials_`, none of which is above 0.
  void exponentiate() {
    using Packet = simd::Packet<double>;
    const simd::Exponential<double> exponential;
    const Index whole = exponentials_.size() / Packet::kSize * Packet::kSize;
    for (Index i = 0; i < whole; i += Packet::kSize) {
      exponential(Packet::load(exponentials_.data() + i)).store(exponentials_.data() + i);
    }
    for (Index i = whole; i < exponentials_.size(); ++i) {
      exponentials_[i] = std::exp(exponentials_[i]);
    }
  }

  /// \param first_cell of the row of blocks
  void add(Index matrix, Index first_cell, WeightSummaries& result) const {
    if (sums_.peak.maxCoeff() == 0) {
      return;
    }
    const Powers all = sums_.peak + sums_.others;
    for (Index power = 0; power < kPowers; ++power) {
      const Index place = matrix * kPowers + power;
      float* const cells = &result.pictures(place, first_cell);
      for (std::size_t i = 0; i < tops_.size(); ++i) {
        cells[i] = std::max(cells[i], static_cast<float>(tops_[i][power] / all[power]));
      }
      // −ln y is ln(1 + others/peak), and the distance of its logit from that of the peak.
      result.entropies[place] += std::log1p(sums_.others[power] / sums_.peak[power]) +
                                 powers_[power] * sums_.distances[power] / all[power];
      result.largest[place] += sums_.peak[power] / all[power];
    }
  }

  const StoredWeights& weights_;
  Powers powers_;
  Index block_;
  Index across_;  ///< the blocks beside each other
  std::size_t size_;
  std::size_t row_bytes_;
  // Of one row.
  std::vector<std::uint16_t> top_words_{};  ///< the largest of each block
  Vector<double> numbers_{};
  Vector<double> distances_{};
  Vector<double> exponentials_{};
  std::vector<Powers> tops_{};  ///< w^p of the largest weight of each block
  RowSums sums_{};
};

}  // namespace

WeightSummaries summarise_weights(const StoredWeights& weights,
                                  const std::array<double, kPowers>& powers, Index block) {
  check::not_empty("weights", weights.rows, weights.cols);
  check::domain(block >= 1, {"block is ", block, "; it must be 1 or more."});
  for (const double power : powers) {
    check::domain(std::isfinite(power) && power >= 0,
                  {"power is ", power, "; it must be a finite number that is not negative."});
  }
  const std::int64_t bytes_of_matrix = check::product(
      {weights.rows, weights.cols, static_cast<std::int64_t>(bytes_of_number(weights.format))});
  const auto bytes = static_cast<std::int64_t>(weights.bytes.size());
  check::fit(bytes > 0 && bytes % bytes_of_matrix == 0,
             {"bytes has ", bytes, " bytes, and a matrix of ",
              check::shape(weights.rows, weights.cols), " takes ", bytes_of_matrix, "."});
  return Summaries(weights, {powers[0], powers[1]}, block).run();
}

}  // namespace attention_scale
