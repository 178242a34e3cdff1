/** The C++ that several snippets begin with. */

export const MATRIX = `using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Vector = Eigen::VectorXd;
`;

/** How NumPy seeds with a list: the standard library only lacks this. */
const SEEDING = `
// The seeding of numpy.random.RandomState with a list.
struct SeedList {
  using result_type = std::uint32_t;
  std::vector<std::uint32_t> seeds;

  template <typename Iterator>
  void generate(Iterator state, Iterator) {
    const std::uint32_t size = 624, count = seeds.size();
    state[0] = 19650218u;
    for (std::uint32_t i = 1; i < size; ++i) state[i] = 1812433253u * mixed(state[i - 1]) + i;
    std::uint32_t i = 1, j = 0;
    const auto next = [&] {
      if (++i < size) return;
      state[0] = state[size - 1];
      i = 1;
    };
    for (std::uint32_t k = std::max(size, count); k > 0; --k) {
      state[i] = (state[i] ^ (mixed(state[i - 1]) * 1664525u)) + seeds[j] + j;
      next();
      j = (j + 1) % count;
    }
    for (std::uint32_t k = size - 1; k > 0; --k) {
      state[i] = (state[i] ^ (mixed(state[i - 1]) * 1566083941u)) - i;
      next();
    }
    state[0] = 0x80000000u;
  }

  static std::uint32_t mixed(std::uint32_t word) { return word ^ (word >> 30); }
};
`;

const UNIFORM = `
  double uniform() {  // 53 random bits
    const double high = twister() >> 5, low = twister() >> 6;
    return (high * 67108864.0 + low) / 9007199254740992.0;
  }
`;

const NORMAL = `
  double normal() {  // Marsaglia's polar method gives two at a time
    if (has_kept) {
      has_kept = false;
      return kept;
    }
    double x, y, square;
    do {
      x = 2.0 * uniform() - 1.0;
      y = 2.0 * uniform() - 1.0;
      square = x * x + y * y;
    } while (square >= 1.0 || square == 0.0);
    const double factor = std::sqrt(-2.0 * std::log(square) / square);
    kept = factor * x;
    has_kept = true;
    return factor * y;
  }
`;

const NORMAL_MATRIX = `
  Matrix normal(Eigen::Index rows, Eigen::Index cols) {
    Matrix x(rows, cols);
    for (double& entry : x.reshaped<Eigen::RowMajor>()) entry = normal();
    return x;
  }
`;

/** Seeded with a list and asked for matrices of normal draws; or with one number, and asked for single draws. */
export function randomState(seeds: "list" | "number"): string {
  const own =
    seeds === "list"
      ? "explicit RandomState(std::vector<std::uint32_t> seeds) {\n    SeedList list{seeds};\n    twister.seed(list);\n  }"
      : "explicit RandomState(std::uint32_t seed) : twister(seed) {}";
  return `${seeds === "list" ? SEEDING : ""}
// The random numbers of numpy.random.RandomState.
struct RandomState {
  std::mt19937 twister;
  double kept = 0;
  bool has_kept = false;

  ${own}
${UNIFORM}${NORMAL}${seeds === "list" ? NORMAL_MATRIX : ""}};
`;
}

export const CRC32 = `
std::uint32_t crc32(const std::string& text) {
  std::uint32_t crc = ~0u;
  for (const unsigned char byte : text) {
    crc ^= byte;
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ (crc & 1u ? 0xEDB88320u : 0u);
  }
  return ~crc;
}
`;

export const QUANTILE = `
// By NumPy's linear rule, of sorted values.
double quantile(const std::vector<double>& sorted, double probability) {
  const double place = probability * (sorted.size() - 1);
  const std::size_t below = place, above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
}
`;

export const TIMES_JACOBIAN = `
// (diag(y) − yyᵀ)·A. Without row \`top\` nothing changes, as J's rows sum to 0, and tiny weights keep their digits.
Matrix times_jacobian(const Vector& y, Matrix a, Eigen::Index top) {
  a.rowwise() -= a.row(top).eval();
  a.rowwise() -= (y.transpose() * a).eval();
  return y.asDiagonal() * a;
}
`;
