// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The streams, functions and sinks that pipelines of the rules' tests are made of.

#include <tidemark/operators/agg.hpp>
#include <tidemark/operators/aggregates.hpp>
#include <tidemark/operators/as.hpp>
#include <tidemark/operators/drop.hpp>
#include <tidemark/operators/flat_map.hpp>
#include <tidemark/operators/group_by.hpp>
#include <tidemark/operators/map.hpp>
#include <tidemark/operators/read.hpp>
#include <tidemark/operators/rename.hpp>
#include <tidemark/operators/select.hpp>
#include <tidemark/operators/session_window.hpp>
#include <tidemark/operators/union_with.hpp>
#include <tidemark/operators/where.hpp>
#include <tidemark/operators/window.hpp>
#include <tidemark/operators/with_column.hpp>
#include <tidemark/operators/with_watermark.hpp>
#include <tidemark/operators/write_stream.hpp>
#include <tidemark/plan/functions/arithmetic.hpp>
#include <tidemark/plan/functions/cast.hpp>
#include <tidemark/plan/functions/comparison.hpp>
#include <tidemark/plan/functions/conditional.hpp>
#include <tidemark/plan/functions/nested.hpp>
#include <tidemark/plan/functions/null.hpp>
#include <tidemark/plan/functions/window_time.hpp>
#include <tidemark/row/record.hpp>
#include <tidemark/row/time_window.hpp>
#include <tidemark/row/timestamp.hpp>
#include <tidemark/sinks/console_sink.hpp>
#include <tidemark/sinks/csv_sink.hpp>
#include <tidemark/sinks/file_sink.hpp>
#include <tidemark/sinks/foreach_batch.hpp>
#include <tidemark/sinks/json_sink.hpp>
#include <tidemark/sinks/memory_sink.hpp>
#include <tidemark/sinks/noop_sink.hpp>
#include <tidemark/sinks/text_sink.hpp>
#include <tidemark/sources/range_source.hpp>

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace rules_test {

struct event {
  std::string k;
  tidemark::timestamp t;
  tidemark::timestamp u;
  std::int64_t x;
  std::optional<tidemark::timestamp> maybe;
  tidemark::time_window span;
};
struct line {
  std::string value;
};
struct key {
  std::string k;
};
struct wrong_key {
  std::int64_t k;
};

}  // namespace rules_test

BOOST_HANA_ADAPT_STRUCT(rules_test::event, k, t, u, x, maybe, span);
BOOST_HANA_ADAPT_STRUCT(rules_test::line, value);
BOOST_HANA_ADAPT_STRUCT(rules_test::key, k);
BOOST_HANA_ADAPT_STRUCT(rules_test::wrong_key, k);

namespace rules_test {

using namespace tidemark;
using namespace tidemark::literals;
using namespace std::chrono_literals;

// A stream without a watermark, with one on t, with one on u.
inline auto S() { return read_stream(std::vector<event>{}); }
inline auto S_t() { return S() | with_watermark("t"_c, 10s); }
inline auto S_u() { return S() | with_watermark("u"_c, 10s); }

// B: rows that do not grow.
struct static_rows {
  using row = event;
  using source_type = static_rows;
  using verdict = ok;
  static constexpr bool is_streaming = false;
};
inline auto B() { return stream<static_rows>(static_rows{}); }

inline constexpr auto win_t = window("t"_c, 10min);
inline constexpr auto sliding_t = window("t"_c, 10min, 5min);
inline constexpr auto session_t = session_window("t"_c, 5min);

// The longest text, as an aggregate of a user's own.
struct longest {
  static constexpr const char* name = "longest";
  using state = std::string;
  static state zero() { return {}; }
  static void add(state& best, const std::string& text) {
    if (text.size() > best.size()) best = text;
  }
  static void merge(state& best, const state& other) { add(best, other); }
  static std::string result(const state& best) { return best; }
};

struct same_event {
  event operator()(const event& one) const { return one; }
};
struct two_events {
  std::vector<event> operator()(const event& one) const { return {one, one}; }
};
struct has_x {
  bool operator()(const event& one) const { return one.x > 0; }
};
struct ignore_rows {
  void operator()(const auto& /*rows*/, batch_id /*id*/) const {}
};

// A format of files.
struct any_format {
  static constexpr const char* ending = ".any";
  template <Row R>
  void begin_file(std::string& /*text*/) const {}
  template <Row R>
  void append(std::string& text, const auto& /*row*/) const {
    text += '\n';
  }
};

// Sinks of a user's own that take append output only, also complete output, also updates.
struct plain_sink : noop_sink {
  static constexpr sink_capabilities capabilities{.update = false, .complete = false, .needs_checkpoint = true};
};
struct truncating_sink : noop_sink {
  static constexpr sink_capabilities capabilities{.update = false, .complete = true};
};
struct updating_sink : noop_sink {
  static constexpr sink_capabilities capabilities{.update = true, .complete = false};
};

// Windows and watermarks of these seconds: what throws while a query is built can't be a constant.
template <std::int64_t Width, std::int64_t Slide, std::int64_t Offset>
concept windows_of_seconds = requires {
  typename std::bool_constant<(
      window("t"_c, std::chrono::seconds(Width), std::chrono::seconds(Slide), std::chrono::seconds(Offset)), true)>;
};
template <std::int64_t Delay>
concept watermark_of_seconds =
    requires { typename std::bool_constant<(with_watermark("t"_c, std::chrono::seconds(Delay)), true)>; };

// What is said of a pipeline with an output mode and a sink.
template <class Pipeline, auto Mode, class Sink = noop_sink, bool HasCheckpoint = true>
inline constexpr auto query = verdict_of<Pipeline, Mode, Sink, HasCheckpoint>;

// What is said of a step where it stands.
template <class Pipeline, class Step>
inline constexpr step_verdict<Pipeline, Step> behind{};

}  // namespace rules_test
