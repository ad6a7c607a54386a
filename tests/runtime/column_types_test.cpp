// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// Every kind of column through everything that branches on kinds, and types of the user's own through a query that is started
// again.

#include "catch2_any_version.hpp"
#include "durable/error_of.hpp"

#include <tidemark/formats/json_reader.hpp>
#include <tidemark/formats/json_writer.hpp>
#include <tidemark/operators/agg.hpp>
#include <tidemark/operators/aggregates.hpp>
#include <tidemark/operators/drop_duplicates.hpp>
#include <tidemark/operators/group_by.hpp>
#include <tidemark/operators/join.hpp>
#include <tidemark/operators/read.hpp>
#include <tidemark/operators/select.hpp>
#include <tidemark/operators/where.hpp>
#include <tidemark/plan/value_text.hpp>
#include <tidemark/row/as_text.hpp>
#include <tidemark/row/bytes.hpp>
#include <tidemark/row/codec.hpp>
#include <tidemark/row/date.hpp>
#include <tidemark/row/decimal.hpp>
#include <tidemark/row/record.hpp>
#include <tidemark/row/type_text.hpp>
#include <tidemark/runtime/plan_schema.hpp>
#include <tidemark/sources/json_source.hpp>
#include <tidemark/state/memory_hash.hpp>
#include <tidemark/state/same_key.hpp>
#include <tidemark/testing/batch_driver.hpp>
#include <tidemark/testing/simulated_file_system.hpp>
#include <tidemark/testing/source.hpp>

#include <algorithm>
#include <array>
#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace column_types_test {

enum class suit : std::uint8_t { clubs = 1, hearts = 7 };
enum class rank : std::int16_t { low = -1, high = 12 };

// A number class of the user's.
class money {
 public:
  money() = default;
  explicit constexpr money(std::int64_t cents) : cents_(cents) {}
  constexpr std::int64_t cents() const { return cents_; }

  friend constexpr auto operator<=>(money, money) = default;
  friend constexpr money operator+(money a, money b) { return money(a.cents_ + b.cents_); }
  friend constexpr money operator*(money a, std::int64_t by) { return money(a.cents_ * by); }

 private:
  std::int64_t cents_ = 0;
};

struct pair_of_values {
  std::int32_t a = 0;
  std::optional<std::string> b;
  friend bool operator==(const pair_of_values&, const pair_of_values&) = default;
};
struct start_and_end {
  tidemark::timestamp start;
  tidemark::timestamp end;
};
struct packet {
  std::string_view host;
  std::optional<tidemark::bytes_view> body;
  std::int64_t number = 0;
};
struct sale {
  suit what{};
  money paid;
  rank place{};
};

}  // namespace column_types_test

template <>
struct tidemark::enum_names<column_types_test::suit> {
  using suit = column_types_test::suit;
  static constexpr enumerator<suit> all[] = {{suit::clubs, "clubs"}, {suit::hearts, "hearts"}};
};

template <>
struct tidemark::scalar_traits<column_types_test::money> : scalar_defaults<column_types_test::money> {
  using money = column_types_test::money;
  using form = std::int64_t;
  static constexpr bool is_quoted_in_json = false;
  static constexpr std::string_view other_value = "something other than cents";

  static std::string sql_name() { return "BIGINT"; }
  static std::string form_name() { return "cents"; }
  static constexpr form to_form(money m) { return m.cents(); }
  static constexpr money from_form(form cents) { return money(cents); }
  static void append_text(std::string& out, money m) { append_number(out, m.cents()); }
  static bool parse_text(std::string_view text, money& into) {
    const auto cents = scan_integer<std::int64_t>(text);
    if (cents) into = money(*cents);
    return cents.has_value();
  }

  using total = money;
  static constexpr void add_to(total& sum, money value) { sum = sum + value; }
};

BOOST_HANA_ADAPT_STRUCT(column_types_test::pair_of_values, a, b);
BOOST_HANA_ADAPT_STRUCT(column_types_test::start_and_end, start, end);
BOOST_HANA_ADAPT_STRUCT(column_types_test::packet, host, body, number);
BOOST_HANA_ADAPT_STRUCT(column_types_test::sale, what, paid, place);

namespace column_types_test {
namespace {

namespace td = tidemark;
using namespace td::literals;

struct texts {
  std::string type;
  std::string form;
  std::string json;
  std::string cell;
  std::string literal;

  friend bool operator==(const texts&, const texts&) = default;
  friend std::ostream& operator<<(std::ostream& out, const texts& t) {
    return out << t.type << " | " << t.form << " | " << t.json << " | " << t.cell << " | " << t.literal;
  }
};

// All that a value is as text; that it is read back from JSON and from its stored bytes is checked on the way.
template <class T>
texts texts_of(const T& value) {
  texts all{td::type_text<T>(), td::form_text<T>(), {}, {}, {}};
  td::write_json(all.json, value);
  td::append_as_text(all.cell, value);
  td::append_value_text(all.literal, value);
  CHECK(td::same_key(td::read_json<T>(all.json), value));
  std::string bytes;
  td::codec<T>::encode(bytes, value);
  const char* from = bytes.data();
  CHECK(td::same_key(td::codec<T>::decode(from, from + bytes.size()), value));
  if constexpr (td::EncodableKey<T>) {
    const std::string key = td::encoded_key(value);
    const char* at = key.data();
    const T again = td::key_codec<T>::decode(at, at + key.size());
    CHECK(td::same_key(again, value));
    CHECK(td::memory_hash<T>::of(again) == td::memory_hash<T>::of(value));
  }
  return all;
}

// What a start says to state whose key was of the first type, when it now is of the second.
template <class Was, class Is>
std::string refusal_of() {
  const auto schema = [](auto fields) {
    td::state_schema made{.output_mode = "update"};
    made.steps.push_back({.name = "agg", .key = td::columns_schema(fields)});
    return made;
  };
  const auto thrown = error_of([&] {
    td::check_schema(schema(td::field_list<td::field<"k", Was>>{}), schema(td::field_list<td::field<"k", Is>>{}), {}, "f");
  });
  return thrown ? std::string(thrown->what()) : "no error";
}
bool is_refused_for(const std::string& refusal, const std::string& words) {
  INFO(refusal);
  return refusal.find("tidemark state_schema_changed: ") == 0 && refusal.find(words) != std::string::npos;
}

// All rows that came out, as lines of JSON in order.
template <class Results>
std::vector<std::string> lines_of(const Results& results) {
  std::vector<std::string> all;
  for (const auto& batch : results)
    for (const auto& row : batch.rows) td::write_json(all.emplace_back(), row);
  std::sort(all.begin(), all.end());
  return all;
}

}  // namespace

TEST_CASE("every kind of column has its texts, its bytes and its JSON") {
  using numbers = std::vector<std::optional<std::int32_t>>;
  CHECK(texts_of(true) == texts{"BOOLEAN", "bool", "true", "true", "true"});
  CHECK(texts_of(std::uint8_t{200}) == texts{"SMALLINT", "uint8", "200", "200", "200"});
  CHECK(texts_of(std::int64_t{-5}) == texts{"BIGINT", "int64", "-5", "-5", "-5"});
  CHECK(texts_of(1.0) == texts{"DOUBLE", "float64", "1.0", "1.0", "1.0"});
  CHECK(texts_of(0.1f) == texts{"FLOAT", "float32", "0.1", "0.1", "0.1F"});
  CHECK(texts_of(std::string("it's")) == texts{"STRING", "text", "\"it's\"", "it's", "'it''s'"});
  CHECK(texts_of(td::timestamp{1}) == texts{"TIMESTAMP", "timestamp", "\"1970-01-01T00:00:00.000001Z\"",
                                            "1970-01-01 00:00:00.000001", "TIMESTAMP '1970-01-01 00:00:00.000001'"});
  CHECK(texts_of(td::date(1)) == texts{"DATE", "date", "\"1970-01-02\"", "1970-01-02", "DATE '1970-01-02'"});
  CHECK(texts_of(td::decimal<4, 2>("1.5")) == texts{"DECIMAL(4,2)", "decimal2", "1.50", "1.50", "DECIMAL(4,2) '1.50'"});
  CHECK(texts_of(td::bytes("AB")) == texts{"BINARY", "bytes", "\"QUI=\"", "[41 42]", "BINARY '[41 42]'"});
  CHECK(texts_of(suit::hearts) == texts{"STRING", "enum uint8", "\"hearts\"", "hearts", "STRING 'hearts'"});
  CHECK(texts_of(rank::low) == texts{"SMALLINT", "enum int16", "-1", "-1", "SMALLINT '-1'"});
  CHECK(texts_of(money(250)) == texts{"BIGINT", "cents", "250", "250", "BIGINT '250'"});
  CHECK(texts_of(td::time_window{td::timestamp{0}, td::timestamp{1'000'000}}) ==
        texts{"STRUCT<start: TIMESTAMP, end: TIMESTAMP>", "window",
              R"({"start":"1970-01-01T00:00:00.000Z","end":"1970-01-01T00:00:01.000Z"})",
              "{1970-01-01 00:00:00, 1970-01-01 00:00:01}",
              "window(TIMESTAMP '1970-01-01 00:00:00', TIMESTAMP '1970-01-01 00:00:01')"});
  CHECK(texts_of(std::optional<std::int32_t>()) == texts{"INT", "optional<int32>", "null", "NULL", "null"});
  CHECK(texts_of(numbers{1, std::nullopt}) ==
        texts{"ARRAY<INT>", "list<optional<int32>>", "[1,null]", "[1, NULL]", "array(1, null)"});
  CHECK(texts_of(std::array<bool, 2>{true, false}) ==
        texts{"ARRAY<BOOLEAN>", "array<bool, 2>", "[true,false]", "[true, false]", "array(true, false)"});
  CHECK(texts_of(std::vector<bool>{true}) == texts{"ARRAY<BOOLEAN>", "list<bool>", "[true]", "[true]", "array(true)"});
  CHECK(texts_of(pair_of_values{1, "x"}) ==
        texts{"STRUCT<a: INT, b: STRING>", "{a: int32, b: optional<text>}", R"({"a":1,"b":"x"})", "{1, x}", "struct(1, 'x')"});
  const std::map<std::string, std::int64_t> map{{"a", 1}, {"b", 2}};
  std::string text;
  td::write_json(text, map);
  CHECK(text == R"({"a":1,"b":2})");
  CHECK(td::read_json<std::map<std::string, std::int64_t>>(text) == map);
  CHECK(td::type_text<decltype(map)>() == "MAP<STRING, BIGINT>");
  CHECK(td::form_text<decltype(map)>() == "map<text, int64>");
  td::append_value_text(text = "", map);
  CHECK(text == "map('a', 1, 'b', 2)");
}

TEST_CASE("state that was stored in other bytes is refused, also where SQL has one name for both types") {
  CHECK(is_refused_for(refusal_of<std::uint8_t, std::int16_t>(),
                       "was k SMALLINT NOT NULL stored as uint8, is k SMALLINT NOT NULL stored as int16"));
  CHECK(is_refused_for(refusal_of<std::vector<int>, std::array<int, 3>>(),
                       "list<int32>, is k ARRAY<INT> NOT NULL stored as array"));
  CHECK(is_refused_for(refusal_of<std::array<int, 2>, std::array<int, 3>>(), "stored as array<int32, 2>"));
  CHECK(is_refused_for(refusal_of<std::vector<std::optional<int>>, std::vector<int>>(), "stored as list<optional<int32>>"));
  CHECK(is_refused_for(refusal_of<td::row<td::field<"a", std::int32_t>, td::field<"b", std::string>>, pair_of_values>(),
                       "stored as {a: int32, b: text}"));
  CHECK(is_refused_for(refusal_of<td::time_window, start_and_end>(), "stored as window"));
  CHECK(is_refused_for(refusal_of<std::uint64_t, td::decimal<20>>(), "stored as uint64"));
  CHECK(is_refused_for(refusal_of<std::string, suit>(), "stored as text, is k STRING NOT NULL stored as enum uint8"));
  CHECK(is_refused_for(refusal_of<std::int64_t, money>(), "stored as int64, is k BIGINT NOT NULL stored as cents"));
  CHECK(is_refused_for(refusal_of<int, std::optional<int>>(), "was k INT NOT NULL, is k INT"));
  CHECK(refusal_of<std::string, std::string_view>() == "no error");
}

TEST_CASE("enumerations and a type of the user's are keys and sums, over partitions and a restart") {
  for (const std::size_t partitions : {1u, 3u}) {
    td::testing::simulated_file_system files;
    td::testing::source<sale> sales;
    td::testing::driver_options<> options{.files = &files};
    options.start.partitions = partitions;
    td::testing::batch_driver query(
        td::read_stream(sales) | td::where("paid"_c > money(0)) | td::group_by("what"_c, "place"_c) |
            td::agg(td::sum("paid"_c).as("total"_c), td::max("paid"_c * std::int64_t{2}).as("most"_c)),
        td::update, options);
    sales.add({{suit::clubs, money(100), rank::low}, {suit::hearts, money(5), rank::high}, {suit::clubs, money(0), rank::low}});
    CHECK(lines_of(query.run_until_idle()) == std::vector<std::string>{R"({"what":"clubs","place":-1,"total":100,"most":200})",
                                                                       R"({"what":"hearts","place":12,"total":5,"most":10})"});
    query.restart();
    sales.add({{suit::clubs, money(1), rank::low}});
    CHECK(lines_of(query.run_until_idle()) ==
          std::vector<std::string>{R"({"what":"clubs","place":-1,"total":101,"most":200})"});
  }
}

TEST_CASE("nullable views of bytes are kept as bytes: by exchanges, aggregates, joins, and sinks") {
  const std::string text =
      R"({"host":"a","body":"QUI=","number":1}
{"host":"b","number":2}
{"host":"a","body":"QUE=","number":3}
{"host":"a","number":4}
)";
  for (const std::size_t partitions : {1u, 3u}) {
    CAPTURE(partitions);
    const auto ran = [&](const auto& pipeline, auto mode) {
      td::testing::simulated_file_system files;
      files.put_file("/in/0.json", text);
      td::testing::driver_options<> options{.files = &files};
      options.start.partitions = partitions;
      td::testing::batch_driver query(pipeline, mode, options);
      return lines_of(query.run_until_idle());
    };
    const auto packets = td::read_stream(td::json_source<packet>("/in"));

    CHECK(
        ran(packets | td::group_by("host"_c) |
                td::agg(td::min("body"_c).as("least"_c), td::max("body"_c).as("most"_c), td::first("body"_c).as("first"_c),
                        td::last("body"_c).as("last"_c), td::last("body"_c, td::ignore_nulls).as("last_there"_c),
                        td::collect_list("body"_c).as("all"_c), td::collect_set("body"_c).as("set"_c)),
            td::update) ==
        std::vector<std::string>{
            R"({"host":"a","least":"QUE=","most":"QUI=","first":"QUI=","last_there":"QUE=","all":["QUI=","QUE="],"set":["QUI=","QUE="]})",
            R"({"host":"b","all":[],"set":[]})"});
    CHECK(ran(packets | td::group_by("host"_c) |
                  td::agg(td::max_by("body"_c, "number"_c).as("late"_c), td::min_by("number"_c, "body"_c).as("least"_c)),
              td::update) == std::vector<std::string>{R"({"host":"a","least":3})", R"({"host":"b"})"});
    CHECK(ran(packets | td::group_by("body"_c) | td::count(), td::update) ==
          std::vector<std::string>{R"({"body":"QUE=","count":1})", R"({"body":"QUI=","count":1})", R"({"count":2})"});
    CHECK(ran(packets | td::drop_duplicates("host"_c), td::append) ==
          std::vector<std::string>{R"({"host":"a","body":"QUI=","number":1})", R"({"host":"b","number":2})"});
    CHECK(ran(packets | td::select("number"_c, "body"_c) |
                  td::join(td::read_stream(td::json_source<packet>("/in")) | td::select("number"_c.as("same"_c), "host"_c),
                           td::inner, "number"_c == td::right("same"_c)),
              td::append)
              .at(0) == R"({"number":1,"body":"QUI=","same":1,"host":"a"})");
  }
}

}  // namespace column_types_test
