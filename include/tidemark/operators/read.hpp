// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// read_stream(source): the beginning of a stream; read(source): a static table.

#include <tidemark/operators/stream.hpp>
#include <tidemark/rules/endpoints.hpp>
#include <tidemark/sources/source.hpp>

#include <memory>
#include <utility>

namespace tidemark::plan {

// A source shared by all copies of the stream that began here: its address is its identity, so that a plan which reads a
// stream twice asks the source once a batch.
template <class S>
struct source {
  using source_type = S;
  using row = typename S::row;
  using verdict = ok;
  static constexpr bool is_streaming = true;

  std::shared_ptr<const S> from;

  void describe(auto& printer) const { printer.step("read_stream", from->description()); }
};

// All that a source has when it is read, which is when the query starts.
template <class S>
struct table {
  using source_type = S;
  using row = typename S::row;
  using verdict = ok;
  static constexpr bool is_streaming = false;

  std::shared_ptr<const S> from;

  void describe(auto& printer) const { printer.step("read", from->description()); }
};

}  // namespace tidemark::plan

namespace tidemark {

namespace detail {

template <template <class> class Node, class S>
auto read_as(S from) {
  if constexpr (Source<S>) return stream<Node<S>>({std::make_shared<const S>(std::move(from))});
  else if constexpr (requires { source_of<S>(std::move(from)); }) return read_as<Node>(source_of<S>(std::move(from)));
  else {
    not_a_source::enforce<S>();
    return rejected{};
  }
}

}  // namespace detail

// A stream of the source's records. Anything that source_of knows (any range of records) can stand for a source.
template <class S>
auto read_stream(S from) {
  return detail::read_as<plan::source>(std::move(from));
}

// A static table of the source's records, to join a stream with or to begin state from. Steps on it run once, when it is read.
template <class S>
auto read(S from) {
  return detail::read_as<plan::table>(std::move(from));
}

}  // namespace tidemark
