/// \file Marshalling of the calls about many random draws, as calls.hpp says. Seeds and numbers of
/// draws cross as doubles, for they take all 32 bits; a law is numbered as in entry_law.hpp; dims
/// and counts are 32-bit words. Moments are six doubles, as of `moments`.
#pragma once

#include "calls.hpp"

namespace attention_scale::bindings {

/// `share` takes how much is done, from 0 to 1.
void draw_scores(double seed, int samples, int dim, double std, int law, double work,
                 Address share);
/// `result` takes 18 doubles: the moments of query, key and scores. Keeps the draws of the last
/// options.
void sample_scores(double seed, int samples, int dim, double std, int law, double scale,
                   Address result);
/// `counts` takes a double a bin, `edges` one more, `result` the moments of the scores streamed.
void score_histogram(double seed, int samples, int dim, double std, int law, double scale, int from,
                     int count, int bins, double low, double high, Address counts, Address edges,
                     Address result);
void random_entries(double seed, double std, int law, int count, Address entries);
/// `spreads` is [count×dims].
void score_spreads(double seed, int samples, double std, int law, Address dims, int dim_count,
                   double from, int count, Address spreads);

/// `counts` takes a double a bin, `edges` one more.
void histogram(Address data, int count, int bins, double low, double high, Address counts,
               Address edges);
/// exponents [count − 1].
void local_exponents(Address x, int x_count, Address y, int y_count, Address exponents);
void quantiles(Address data, int count, Address probabilities, int probability_count,
               Address results);
/// `summaries` is [rows×6]: low, median, high, mean, std, largest.
void draw_summaries(Address draws, int rows, int cols, Address summaries);
/// `result` takes the moments of all, of each row, of each column.
void matrix_moments(Address entries, int rows, int cols, int ddof, Address result);
/// `parts` is [count×6].
void combined_moments(Address parts, int count, int ddof, Address result);
void normal_density(Address x, int count, double mean, double std, Address densities);

/// Each result is [count×dims·exponents].
void sample_gradients(double seed, int keys, Address dims, int dim_count, Address exponents,
                      int exponent_count, double from, int count, Address peak, Address entropy,
                      Address jacobian, Address gradient);
/// Each result is [draws×counts].
void sample_entropies(double seed, int dim, Address counts, int number_of_counts, double from,
                      int draws, Address root, Address logarithmic);

}  // namespace attention_scale::bindings
