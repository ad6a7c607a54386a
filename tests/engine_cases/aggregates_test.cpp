// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// Aggregations without windows: aggregates, keys, all rows as one.

#include "catch2_any_version.hpp"
#include "event.hpp"

#include <string_view>
#include <vector>

struct measurement {
  std::optional<std::string> key;
  std::optional<std::int64_t> n;
  std::optional<double> d;
  std::optional<std::string> s;
  std::optional<td::timestamp> t;
  std::optional<bool> ok;
};
BOOST_HANA_ADAPT_STRUCT(measurement, key, n, d, s, t, ok);

struct keyed_number {
  std::optional<std::string> key;
  std::optional<double> d;
};
BOOST_HANA_ADAPT_STRUCT(keyed_number, key, d);

struct keyed_text {
  std::optional<std::string> key;
  std::optional<std::string> s;
};
BOOST_HANA_ADAPT_STRUCT(keyed_text, key, s);

struct numbered_text {
  std::optional<std::string> key;
  std::optional<std::int64_t> n;
  std::optional<std::string> s;
};
BOOST_HANA_ADAPT_STRUCT(numbered_text, key, n, s);

struct pair_of_keys {
  std::optional<std::string> a;
  std::optional<std::int64_t> b;
};
BOOST_HANA_ADAPT_STRUCT(pair_of_keys, a, b);

struct number_and_text {
  std::optional<std::int64_t> n;
  std::optional<std::string> s;
};
BOOST_HANA_ADAPT_STRUCT(number_and_text, n, s);

struct line {
  std::int64_t id;
  std::optional<std::string> text;
};
BOOST_HANA_ADAPT_STRUCT(line, id, text);

struct word_of_line {
  std::int64_t id;
  std::string word;
};
BOOST_HANA_ADAPT_STRUCT(word_of_line, id, word);

namespace {

// The text between single spaces, empty texts included; no text has no words.
std::vector<word_of_line> words(const line& of) {
  std::vector<word_of_line> all;
  if (!of.text) return all;
  std::string_view rest = *of.text;
  for (;;) {
    const std::size_t end = rest.find(' ');
    all.push_back({of.id, std::string(rest.substr(0, end))});
    if (end == std::string_view::npos) return all;
    rest.remove_prefix(end + 1);
  }
}

}  // namespace

TEST_CASE("engine: aggregates of numbers") {
  run_case("agg_count_sum_avg", td::update, [](case_sources& sources) {
    return sources.stream<measurement>("events") | td::group_by("key"_c) |
           td::agg(td::count().as("rows"_c), td::count("n"_c).as("values"_c), td::sum("n"_c).as("total"_c),
                   td::avg("n"_c).as("mean"_c));
  });
  run_case("agg_double_sum_avg", td::update, [](case_sources& sources) {
    return sources.stream<measurement>("events") | td::group_by("key"_c) |
           td::agg(td::sum("d"_c).as("total"_c), td::avg("d"_c).as("mean"_c));
  });
}

TEST_CASE("engine: least and greatest values of all types") {
  run_case("agg_min_max_all_types", td::update, [](case_sources& sources) {
    return sources.stream<measurement>("events") | td::group_by("key"_c) |
           td::agg(td::min("n"_c).as("min_n"_c), td::max("n"_c).as("max_n"_c), td::min("d"_c).as("min_d"_c),
                   td::max("d"_c).as("max_d"_c), td::min("s"_c).as("min_s"_c), td::max("s"_c).as("max_s"_c),
                   td::min("t"_c).as("min_t"_c), td::max("t"_c).as("max_t"_c), td::min("ok"_c).as("min_ok"_c),
                   td::max("ok"_c).as("max_ok"_c));
  });
}

TEST_CASE("engine: variance and standard deviation") {
  run_case("agg_variance", td::update, [](case_sources& sources) {
    return sources.stream<keyed_number>("events") | td::group_by("key"_c) |
           td::agg(td::stddev_samp("d"_c).as("ss"_c), td::stddev_pop("d"_c).as("sp"_c), td::var_samp("d"_c).as("vs"_c),
                   td::var_pop("d"_c).as("vp"_c));
  });
}

TEST_CASE("engine: aggregates by conditions") {
  run_case("agg_conditional", td::update, [](case_sources& sources) {
    return sources.stream<measurement>("events") | td::group_by("key"_c) |
           td::agg(td::count_if("n"_c > 1).as("c"_c), td::sum(td::when("ok"_c, "n"_c).otherwise(0)).as("s"_c),
                   td::bool_and("ok"_c).as("every"_c), td::bool_or("ok"_c).as("some"_c));
  });
}

TEST_CASE("engine: first and last values, and those of the rows with the least and the greatest number") {
  run_case("agg_first_last", td::update, [](case_sources& sources) {
    return sources.stream<keyed_text>("events") | td::group_by("key"_c) |
           td::agg(td::first("s"_c).as("f"_c), td::last("s"_c).as("l"_c), td::first("s"_c, td::ignore_nulls).as("fi"_c),
                   td::last("s"_c, td::ignore_nulls).as("li"_c));
  });
  run_case("agg_min_by_max_by", td::update, [](case_sources& sources) {
    return sources.stream<numbered_text>("events") | td::group_by("key"_c) |
           td::agg(td::max_by("s"_c, "n"_c).as("last"_c), td::min_by("s"_c, "n"_c).as("first"_c));
  });
}

TEST_CASE("engine: the values of a group as lists") {
  run_case("agg_collect_list_set", td::update, [](case_sources& sources) {
    return sources.stream<numbered_text>("events") | td::group_by("key"_c) |
           td::agg(td::collect_list("n"_c).as("all"_c), td::collect_set("n"_c).as("different"_c)) |
           td::select("key"_c, td::sort_array("all"_c).as("list"_c), td::sort_array("different"_c).as("set"_c));
  });
}

TEST_CASE("engine: all rows as one group") {
  const auto global = [](case_sources& sources) {
    return sources.stream<event>("events") |
           td::agg(td::count().as("n"_c), td::sum("value"_c).as("total"_c), td::max("key"_c).as("last"_c));
  };
  run_case("global_aggregate_update", td::update, global);
  run_case("global_aggregate_complete_drain", td::complete, global);
}

TEST_CASE("engine: keys that are null, empty or computed") {
  run_case("group_by_null_and_empty_keys", td::update, [](case_sources& sources) {
    return sources.stream<pair_of_keys>("events") | td::group_by("a"_c, "b"_c) | td::count();
  });
  run_case("group_by_expression_key", td::complete, [](case_sources& sources) {
    return sources.stream<number_and_text>("events") | td::group_by(("n"_c % 3).as("rest"_c), td::upper("s"_c).as("upper"_c)) |
           td::agg(td::count().as("rows"_c), td::sum("n"_c).as("total"_c));
  });
}

TEST_CASE("engine: words of lines") {
  run_case("explode_words", td::append, [](case_sources& sources) {
    return sources.stream<line>("events") | td::flat_map([](const line& one) { return words(one); }) |
           td::where("word"_c != "");
  });
  run_case("explode_then_count_update", td::update, [](case_sources& sources) {
    return sources.stream<line>("events") | td::flat_map([](const line& one) { return words(one); }) | td::group_by("word"_c) |
           td::count();
  });
}
