// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The concept of a source: what a query may ask of where its rows come from.
//
// A source is a value of settings, copied into the plan. `open` makes the running source of one query: it knows how far the
// data goes and gives the rows between two offsets. All calls come from the query's batch thread, but `rows` readers, which
// may be used on the threads of partitions, and `interrupt`, which may come from any thread.

#include <tidemark/plan/capabilities.hpp>
#include <tidemark/row/row.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace tidemark {

class file_system;

// A position in a source: one line of JSON in the source's own form, as it stands in the offset log. Compared as text.
using source_offset = std::string;

// Whether a source keeps to its own limit of rows or files a batch; the `once` trigger asks for everything.
enum class read_limit { of_source, none };

// Where a running source stands: the files it may keep notes in, and what it may read with.
struct source_place {
  file_system& files;
  std::string folder;  // "<checkpoint>/sources/<number>"; empty without a checkpoint. Made by the source when it needs it.
};

// What a running source must answer. `R` is the record, `Columns` a name_list of those that the plan uses (others may be left
// at their defaults).
//   latest_offset(start, now_ms, limit)  how far the next batch may go; nullopt: nothing is known yet. `start` is where the
//                                        last batch ended (nullopt before the first). Called once a trigger.
//   freeze(now_ms)                       from now on latest_offset does not pass what is there now (available_now)
//   commit(end)                          everything up to `end` is done and will not be asked for again
//   rows<Columns>(start, end)            a reader of the rows after `start`, up to `end`
//   interrupt()                          a blocked call returns soon: the query is stopping
template <class Open, class R>
concept OpenSource = Row<R> && requires(Open& open, const Open& fixed, const std::optional<source_offset>& start,
                                        const source_offset& end, std::int64_t now_ms) {
  { open.latest_offset(start, now_ms, read_limit::of_source) } -> std::same_as<std::optional<source_offset>>;
  open.freeze(now_ms);
  open.commit(end);
  open.interrupt();
  fixed.template rows<typename fields_of<R>::names>(start, end);
};

// A reader reads in order: `read(most, f)` calls `f(record)` for at most `most` rows and returns how many; fewer than `most`
// means that it is done. The record is valid until `f` returns.
template <class Reader, class R>
concept RowReader = requires(Reader& reader, std::size_t most, void (*f)(const R&)) {
  { reader.read(most, f) } -> std::same_as<std::size_t>;
};

// A reader that can be cut: any part [first, first + count) can be read, by several threads at once. Partitions then share
// the reading; rows of a reader that can't be cut all enter by the first partition.
template <class Reader, class R>
concept CuttableRowReader = requires(const Reader& reader, std::size_t first, std::size_t count, void (*f)(const R&)) {
  { reader.size() } -> std::same_as<std::size_t>;
  reader.read_part(first, count, f);
};

// Settings of a source: `row` is its record type, `capabilities` what it can do, `open(place)` a running source,
// `description()` the text that progress shows ("FileStreamSource[data/views]").
template <class S>
concept Source = std::copy_constructible<S> && Row<typename S::row> && requires(const S& source, const source_place& place) {
  { S::capabilities } -> std::convertible_to<source_capabilities>;
  { source.description() } -> std::convertible_to<std::string>;
  { source.open(place) } -> OpenSource<typename S::row>;
};

// The source that stands for a value that isn't one itself; specialised for ranges in range_source.hpp.
template <class T>
struct source_of;

}  // namespace tidemark
