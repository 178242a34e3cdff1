#include "attention_scale/training/dates.hpp"

#include "attention_scale/core/check.hpp"
#include "attention_scale/random/random.hpp"

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

constexpr std::size_t kFormats = 4;

constexpr std::array<std::u32string_view, 12> kMonths = {
    U"January", U"February", U"March",     U"April",   U"May",      U"June",
    U"July",    U"August",   U"September", U"October", U"November", U"December"};

std::u32string digits(unsigned number, std::size_t least = 1) {
  const std::string text = std::to_string(number);
  return std::u32string(least - std::min(least, text.size()), U'0')
      .append(text.begin(), text.end());
}

std::u32string year_of(const year_month_day& date) {
  return digits(static_cast<unsigned>(static_cast<int>(date.year())));
}

/// A date as one of the formats writes it.
DateExample written(const year_month_day& date, std::size_t format) {
  const std::u32string year = year_of(date);
  const auto month = static_cast<unsigned>(date.month());
  const auto day = static_cast<unsigned>(date.day());
  const std::u32string name(kMonths[month - 1]);
  const std::u32string nov = name.substr(0, 3);
  const std::array<std::u32string, kFormats> sources{
      digits(day) + U' ' + nov + U' ' + year, name + U' ' + digits(day) + U", " + year,
      nov + U' ' + digits(day) + U' ' + year,
      year + U'年' + digits(month) + U'月' + digits(day) + U'日'};
  return {.source = sources[format],
          .target = year + U'-' + digits(month, 2) + U'-' + digits(day, 2)};
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
    const auto format = static_cast<std::size_t>(kFormats * state.uniform());
    examples.push_back(written(kFirstDay + std::chrono::days{day}, format));
  }
  return examples;
}

DateExample date_example(std::u32string_view source) {
  for (sys_days day = kFirstDay; day <= kLastDay; day += std::chrono::days{1}) {
    const year_month_day date = day;
    const std::u32string year = year_of(date);
    if (!source.ends_with(year) && !source.starts_with(year)) {
      // The loop goes on with the first day of the next year.
      day = sys_days(date.year() / 12 / 31);
      continue;
    }
    for (std::size_t format = 0; format < kFormats; ++format) {
      DateExample example = written(date, format);
      if (example.source == source) {
        return example;
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
    batch.lengths.push_back(std::ssize(example.source));
  }
  return batch;
}

}  // namespace attention_scale
