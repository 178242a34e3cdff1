#include "attention_scale/training/dates.hpp"

#include "attention_scale/core/check.hpp"
#include "attention_scale/random/random_state.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>

namespace attention_scale {
namespace {

using std::chrono::sys_days;
using std::chrono::year_month_day;

constexpr sys_days kFirstDay = std::chrono::year{1950} / 1 / 1;
constexpr sys_days kLastDay = std::chrono::year{2049} / 12 / 31;
constexpr auto kDays = static_cast<double>((kLastDay - kFirstDay).count() + 1);

constexpr int kFormats = 4;
constexpr std::size_t kShortMonth = 3;  // letters of "Nov"

constexpr std::array<std::u32string_view, 12> kMonths = {
    U"January", U"February", U"March",     U"April",   U"May",      U"June",
    U"July",    U"August",   U"September", U"October", U"November", U"December"};

std::u32string digits(unsigned number, std::size_t least = 1) {
  const std::string text = std::to_string(number);
  return std::u32string(least - std::min(least, text.size()), U'0')
      .append(text.begin(), text.end());
}

/// A date as one of the kFormats formats writes it.
std::u32string source_of(const year_month_day& date, int format) {
  const std::u32string year = digits(static_cast<unsigned>(static_cast<int>(date.year())));
  const auto month = static_cast<unsigned>(date.month());
  const std::u32string day = digits(static_cast<unsigned>(date.day()));
  const std::u32string name(kMonths[month - 1]);
  switch (format) {
    case 0:
      return day + U' ' + name.substr(0, kShortMonth) + U' ' + year;
    case 1:
      return name + U' ' + day + U", " + year;
    case 2:
      return name.substr(0, kShortMonth) + U' ' + day + U' ' + year;
    default:
      return year + U'年' + digits(month) + U'月' + day + U'日';
  }
}

DateExample written(const year_month_day& date, int format) {
  const std::u32string year = digits(static_cast<unsigned>(static_cast<int>(date.year())));
  const std::u32string month = digits(static_cast<unsigned>(date.month()), 2);
  const std::u32string day = digits(static_cast<unsigned>(date.day()), 2);
  return {.source = source_of(date, format), .target = year + U'-' + month + U'-' + day};
}

/// Appends the places of the characters of a text in `list`, all of which it holds.
void put_places(std::u32string_view text, std::u32string_view list, std::vector<Index>& places) {
  for (const char32_t character : text) {
    places.push_back(static_cast<Index>(list.find(character)));
  }
}

}  // namespace

std::vector<DateExample> date_examples(std::uint32_t seed, std::uint32_t step, Index count) {
  check::within("count", count, 1, 100'000);
  RandomState state(seed, step);
  std::vector<DateExample> examples;
  examples.reserve(static_cast<std::size_t>(count));
  for (Index i = 0; i < count; ++i) {
    const auto day = static_cast<int>(std::floor(kDays * state.uniform()));
    const auto format = static_cast<int>(std::floor(kFormats * state.uniform()));
    examples.push_back(written(kFirstDay + std::chrono::days{day}, format));
  }
  return examples;
}

DateExample date_example(std::u32string_view source) {
  for (sys_days day = kFirstDay; day <= kLastDay; day += std::chrono::days{1}) {
    const year_month_day date = day;
    const std::u32string year = digits(static_cast<unsigned>(static_cast<int>(date.year())));
    if (!source.ends_with(year) && !source.starts_with(year)) {
      day = sys_days(date.year() / 12 / 31);
      continue;
    }
    for (int format = 0; format < kFormats; ++format) {
      if (source_of(date, format) == source) {
        return written(date, format);
      }
    }
  }
  throw Error(
      ErrorCode::kDomain,
      {"source is no date that the model reads; it must be a day of the years 1950 to 2049, "
       "written as 20 Nov 2026, November 20, 2026, Nov 20 2026 or 2026年11月20日."});
}

DateBatch date_batch(std::span<const DateExample> examples) {
  DateBatch batch;
  for (const DateExample& example : examples) {
    put_places(example.source, kSourceCharacters, batch.sources);
    put_places(example.target, kAnswerCharacters, batch.targets);
    batch.lengths.push_back(static_cast<Index>(example.source.size()));
  }
  return batch;
}

}  // namespace attention_scale
