// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Any input range of rows as a source: a container, a view, a generator.

#include <tidemark/row/error.hpp>
#include <tidemark/row/row.hpp>
#include <tidemark/sources/integer_offset.hpp>
#include <tidemark/sources/source.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace tidemark {

// By <iterator>, which costs a unit that includes it half as much as <ranges>.
template <class Range>
using range_iterator = decltype(std::ranges::begin(std::declval<Range&>()));
template <class Range>
using range_value = std::iter_value_t<range_iterator<Range>>;

// A range whose elements have columns. The views of range-v3 are such ranges too.
template <class T>
concept RowRange =
    requires(T& range) { std::ranges::end(range); } && std::input_iterator<range_iterator<T>> && Row<range_value<T>>;

namespace detail {

template <class Range>
concept read_in_place =
    std::random_access_iterator<range_iterator<const Range>> && requires(const Range& range) { std::ranges::size(range); };

template <class Range>
auto kept_range(Range range) {
  if constexpr (read_in_place<Range>) return std::make_shared<const Range>(std::move(range));
  else {
    std::vector<range_value<Range>> rows;
    for (auto&& one : range) rows.push_back(std::forward<decltype(one)>(one));
    return std::make_shared<const decltype(rows)>(std::move(rows));
  }
}

}  // namespace detail

// Reads a piece of a random-access range. Can be cut.
template <class Range>
class range_reader {
 public:
  using row = range_value<const Range>;

  range_reader(std::shared_ptr<const Range> range, std::size_t first, std::size_t past)
      : range_(std::move(range)), first_(first), size_(past - first) {}

  std::size_t size() const { return size_; }

  template <class F>
  void read_part(std::size_t first, std::size_t count, F&& f) const {
    using step = std::iter_difference_t<range_iterator<const Range>>;
    auto at = std::ranges::begin(*range_) + static_cast<step>(first_ + first);
    for (std::size_t i = 0; i < count; ++i, ++at) {
      const row& one = *at;
      f(one);
    }
  }

 private:
  std::shared_ptr<const Range> range_;
  std::size_t first_ = 0;
  std::size_t size_ = 0;
};

// The rows of a range, as one batch; the offset is the number of rows. A range with random access is kept as it is and read
// in place, as often as needed; any other is read once, here, and its rows are kept. If the range is longer in a later run
// from the same checkpoint, the rows behind the old end are new.
template <RowRange Range>
class range_source {
  using kept = std::remove_cvref_t<decltype(*detail::kept_range(std::declval<Range>()))>;

 public:
  using row = range_value<Range>;
  static constexpr source_capabilities capabilities{};

  explicit range_source(Range range) : range_(detail::kept_range(std::move(range))) {}

  std::string description() const { return "range[" + std::to_string(std::ranges::size(*range_)) + " rows]"; }

  // The running source.
  class open_source {
   public:
    explicit open_source(std::shared_ptr<const kept> range) : range_(std::move(range)) {}

    std::optional<source_offset> latest_offset(const std::optional<source_offset>& start, std::int64_t /*now_ms*/,
                                               read_limit /*limit*/) {
      const std::int64_t end = (std::max)(start ? number_of(*start) : 0, static_cast<std::int64_t>(size()));
      if (end == 0 && !start) return std::nullopt;
      return integer_offset(end);
    }

    template <class Columns>
    range_reader<kept> rows(const std::optional<source_offset>& start, const source_offset& end) const {
      const auto first = static_cast<std::size_t>(start ? number_of(*start) : 0);
      const auto past = static_cast<std::size_t>(number_of(end));
      if (past > size() || first > past)
        throw error("source_rows_are_gone", "the offset log names " + end + " rows of a range that now has " +
                                                std::to_string(size()) + "; start with a range that begins with the same rows");
      return {range_, first, past};
    }

    void freeze(std::int64_t /*now_ms*/) {}
    void commit(const source_offset& /*end*/) {}
    void interrupt() {}

   private:
    std::size_t size() const { return static_cast<std::size_t>(std::ranges::size(*range_)); }

    std::shared_ptr<const kept> range_;
  };

  open_source open(const source_place& /*place*/) const { return open_source{range_}; }

 private:
  std::shared_ptr<const kept> range_;
};

template <RowRange Range>
struct source_of<Range> : range_source<Range> {
  using range_source<Range>::range_source;
};

}  // namespace tidemark
