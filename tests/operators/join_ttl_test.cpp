// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// Joins of streams whose rows are remembered for a time by the clock.

#include "catch2_any_version.hpp"
#include "durable/error_of.hpp"
#include "durable/scratch_folder.hpp"

#include <tidemark/leveldb.hpp>
#include <tidemark/operators/describe.hpp>
#include <tidemark/operators/join.hpp>
#include <tidemark/operators/map.hpp>
#include <tidemark/operators/read.hpp>
#include <tidemark/operators/with_watermark.hpp>
#include <tidemark/row/record.hpp>
#include <tidemark/testing/batch_driver.hpp>
#include <tidemark/testing/source.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace join_ttl_test {

struct order {
  std::optional<std::int64_t> id;
  tidemark::timestamp ordered;
  std::string what;
};
struct payment {
  std::optional<std::int64_t> paid;
  tidemark::timestamp at;
  std::string how;
};

}  // namespace join_ttl_test

BOOST_HANA_ADAPT_STRUCT(join_ttl_test::order, id, ordered, what);
BOOST_HANA_ADAPT_STRUCT(join_ttl_test::payment, paid, at, how);

namespace join_ttl_test {
namespace {

namespace td = tidemark;
using namespace td::literals;
using namespace std::chrono_literals;

td::timestamp at(std::int64_t millis) { return td::timestamp::from_millis(millis); }

template <class Type>
auto joined(const td::testing::source<order>& orders, const td::testing::source<payment>& payments, Type type,
            std::chrono::microseconds ttl = 10s) {
  return td::read_stream(orders) |
         td::join(td::read_stream(payments), type, "id"_c == td::right("paid"_c), td::join_options{.ttl = ttl});
}

// The rows of a batch as "what how", "-" where a side is missing, sorted.
std::vector<std::string> texts(const auto& rows) {
  const auto or_dash = [](const auto& text) {
    if constexpr (td::is_nullable<decltype(text)>) return text.value_or("-");
    else return text;
  };
  std::vector<std::string> made;
  for (const auto& row : rows) {
    std::string text = or_dash(td::get<"what">(row));
    if constexpr (td::has_column<std::remove_cvref_t<decltype(row)>, "how">) text += " " + or_dash(td::get<"how">(row));
    made.push_back(std::move(text));
  }
  std::sort(made.begin(), made.end());
  return made;
}
// Those of all batches that run by themselves.
std::vector<std::string> all_texts(auto& query) {
  std::vector<std::string> made;
  for (const auto& ran : query.run_until_idle())
    for (std::string& text : texts(ran.rows)) made.push_back(std::move(text));
  std::sort(made.begin(), made.end());
  return made;
}

using all = std::vector<std::string>;

td::testing::driver_options<> with_partitions(std::size_t partitions) {
  td::testing::driver_options<> options;
  options.start.partitions = partitions;
  return options;
}

}  // namespace
}  // namespace join_ttl_test

using namespace join_ttl_test;

TEST_CASE(
    "a row of a join is forgotten at its time to live: one millisecond before it meets others, at it and after it does not") {
  for (const std::size_t partitions : {std::size_t{1}, std::size_t{2}, std::size_t{5}})
    for (const bool left_is_first : {true, false})
      for (const std::int64_t passed : {9'999, 10'000, 10'001}) {
        CAPTURE(partitions, left_is_first, passed);
        td::testing::source<order> orders;
        td::testing::source<payment> payments;
        td::testing::batch_driver query(joined(orders, payments, td::inner), td::append, with_partitions(partitions));
        const auto add_order = [&] { orders.add({{1, at(0), "hat"}}); };
        const auto add_payment = [&] { payments.add({{1, at(0), "card"}}); };
        query.clock().set_ms(100'000);
        left_is_first ? add_order() : add_payment();
        CHECK(all_texts(query).empty());
        query.restart();
        query.clock().set_ms(100'000 + passed);
        left_is_first ? add_payment() : add_order();
        const auto ran = query.run_batch();
        CHECK(texts(ran->rows) == (passed < 10'000 ? all{"hat card"} : all{}));
        CHECK(ran->state.at(0).num_rows_total == (passed < 10'000 ? 2 : 1));
        CHECK(ran->state.at(0).num_rows_removed == (passed < 10'000 ? 0 : 1));
        CHECK(ran->state.at(0).num_rows_updated == 1);
      }
}

TEST_CASE("rows of one batch meet, however short their time to live is") {
  td::testing::source<order> orders;
  td::testing::source<payment> payments;
  td::testing::batch_driver query(joined(orders, payments, td::inner, 1us), td::append);
  query.clock().set_ms(100'000);
  orders.add({{1, at(0), "hat"}});
  payments.add({{1, at(0), "card"}});
  CHECK(texts(query.run_batch()->rows) == all{"hat card"});
  query.clock().set_ms(100'001);
  payments.add({{1, at(0), "cash"}});
  CHECK(query.run_batch()->rows.empty());
}

TEST_CASE("a preserved row without a partner comes out at its time to live, once, without other rows") {
  for (const std::size_t partitions : {std::size_t{1}, std::size_t{2}, std::size_t{5}}) {
    CAPTURE(partitions);
    td::testing::source<order> orders;
    td::testing::source<payment> payments;
    td::testing::batch_driver query(joined(orders, payments, td::full_outer), td::append, with_partitions(partitions));
    query.clock().set_ms(100'000);
    orders.add({{1, at(0), "hat"}, {2, at(0), "coat"}, {std::nullopt, at(0), "gift"}});
    payments.add({{2, at(0), "card"}, {3, at(0), "cash"}});
    CHECK(all_texts(query) == all{"coat card"});
    query.clock().set_ms(104'000);
    orders.add({{4, at(0), "shoe"}});
    CHECK(all_texts(query).empty());
    query.clock().set_ms(109'999);
    CHECK(all_texts(query).empty());
    query.clock().set_ms(110'000);
    CHECK(all_texts(query) == all{"- cash", "gift -", "hat -"});
    query.clock().set_ms(113'999);
    CHECK(all_texts(query).empty());
    query.clock().set_ms(200'000);
    const auto last = query.run_batch();
    REQUIRE(last);
    CHECK(texts(last->rows) == all{"shoe -"});
    CHECK(last->state.at(0).num_rows_total == 0);
    query.clock().set_ms(900'000);
    CHECK_FALSE(query.run_batch());
  }
}

TEST_CASE("after a restart rows without a partner come out with the next batch that has rows, before those meet others") {
  td::testing::source<order> orders;
  td::testing::source<payment> payments;
  td::testing::batch_driver query(joined(orders, payments, td::left_outer), td::append);
  query.clock().set_ms(100'000);
  orders.add({{1, at(0), "hat"}, {2, at(0), "coat"}});
  CHECK(all_texts(query).empty());
  query.restart();
  query.clock().set_ms(110'000);
  CHECK_FALSE(query.run_batch());
  payments.add({{1, at(0), "card"}});
  CHECK(all_texts(query) == all{"coat -", "hat -"});
  orders.add({{1, at(0), "hat again"}});
  CHECK(all_texts(query) == all{"hat again card"});
}

TEST_CASE("the watermark takes a row out before its time to live is over, and the other way round") {
  td::testing::source<order> orders;
  td::testing::source<payment> payments;
  td::testing::batch_driver query(td::read_stream(orders) | td::with_watermark("ordered"_c, 0s) |
                                      td::join(td::read_stream(payments) | td::with_watermark("at"_c, 0s), td::left_outer,
                                               "id"_c == td::right("paid"_c) && "ordered"_c == td::right("at"_c), {.ttl = 10s}),
                                  td::append);
  query.clock().set_ms(100'000);
  orders.add({{1, at(6'000), "hat"}, {2, at(50'000), "coat"}});
  payments.add({{9, at(5'000), "-"}});
  CHECK(all_texts(query).empty());
  query.clock().set_ms(101'000);
  orders.add({{3, at(60'000), "shoe"}});
  payments.add({{9, at(10'000), "-"}});
  CHECK(all_texts(query) == all{"hat -"});
  query.clock().set_ms(110'000);
  CHECK(all_texts(query) == all{"coat -"});
  query.clock().set_ms(111'000);
  const auto last = query.run_batch();
  REQUIRE(last);
  CHECK(texts(last->rows) == all{"shoe -"});
  CHECK(last->state.at(0).num_rows_total == 0);  // payments had the time too
}

TEST_CASE("a left row of a semi join comes out with a partner in its time to live, else never") {
  td::testing::source<order> orders;
  td::testing::source<payment> payments;
  td::testing::batch_driver query(joined(orders, payments, td::left_semi), td::append);
  query.clock().set_ms(100'000);
  orders.add({{1, at(0), "hat"}, {2, at(0), "coat"}});
  CHECK(all_texts(query).empty());
  query.clock().set_ms(109'999);
  payments.add({{1, at(0), "card"}, {1, at(0), "cash"}});
  CHECK(all_texts(query) == all{"hat"});
  query.clock().set_ms(110'000);
  CHECK_FALSE(query.run_batch());
  payments.add({{2, at(0), "card"}});
  CHECK(all_texts(query).empty());
  orders.add({{2, at(0), "coat again"}});
  CHECK(all_texts(query) == all{"coat again"});
}

TEST_CASE("a batch of a join that is run again forgets the same rows, since its time is the one that was logged") {
  td::testing::source<order> orders;
  td::testing::source<payment> payments;
  const auto fails = std::make_shared<bool>(false);
  td::testing::batch_driver query(joined(orders, payments, td::inner) | td::map([fails](const auto& row) {
                                    if (*fails) throw std::runtime_error("on its first attempt");
                                    return order{td::get<"id">(row), td::get<"ordered">(row), td::get<"what">(row)};
                                  }),
                                  td::append);
  query.clock().set_ms(100'000);
  orders.add({{1, at(0), "hat"}});
  CHECK(all_texts(query).empty());
  query.clock().set_ms(109'000);
  payments.add({{1, at(0), "card"}});
  *fails = true;
  CHECK_THROWS(query.run_batch());
  *fails = false;
  query.clock().set_ms(200'000);
  query.restart();
  CHECK(all_texts(query) == all{"hat"});
}

TEST_CASE("rows are forgotten at their time to live with state in LevelDB") {
  td::testing::source<order> orders;
  td::testing::source<payment> payments;
  const scratch_folder folder;
  td::testing::driver_options<td::leveldb_state> options;
  options.start.partitions = 2;
  options.files = &td::local_files();
  options.checkpoint.folder = folder / "checkpoint";
  td::testing::batch_driver query(joined(orders, payments, td::left_outer), td::append, options);
  query.clock().set_ms(100'000);
  orders.add({{1, at(0), "hat"}, {2, at(0), "coat"}, {3, at(0), "shoe"}});
  CHECK(all_texts(query).empty());
  query.restart();
  query.clock().set_ms(109'999);
  payments.add({{2, at(0), "card"}});
  CHECK(all_texts(query) == all{"coat card"});
  query.clock().set_ms(110'000);
  CHECK(all_texts(query) == all{"hat -", "shoe -"});
}

TEST_CASE(
    "another time to live may be given at a restart, and rows keep the one that they had; one where there was none may not") {
  td::testing::source<order> orders;
  td::testing::source<payment> payments;
  td::testing::simulated_file_system files;
  td::testing::driver_options<> options;
  options.files = &files;
  const auto run = [&](auto step, std::int64_t now_ms) {
    td::testing::batch_driver query(td::read_stream(orders) | std::move(step), td::append, options);
    query.clock().set_ms(now_ms);
    return all_texts(query);
  };
  const auto join_for = [&](std::chrono::microseconds ttl) {
    return td::join(td::read_stream(payments), td::inner, "id"_c == td::right("paid"_c), td::join_options{.ttl = ttl});
  };
  orders.add({{1, at(0), "hat"}});
  CHECK(run(join_for(10s), 100'000).empty());
  orders.add({{2, at(0), "coat"}});
  CHECK(run(join_for(60s), 105'000).empty());
  payments.add({{1, at(0), "card"}, {2, at(0), "card"}});
  CHECK(run(join_for(60s), 120'000) == all{"coat card"});
  const auto without = td::join(td::read_stream(payments), td::inner, "id"_c == td::right("paid"_c));
  CHECK(error_id_of([&] { run(without, 130'000); }) == "state_schema_changed");
}

TEST_CASE("a time to live of a join is above zero, is explained, and bounds its state") {
  td::testing::source<order> orders;
  td::testing::source<payment> payments;
  const auto with = [&](std::chrono::microseconds ttl) { return joined(orders, payments, td::inner, ttl); };
  CHECK(error_id_of([&] { with(0s); }) == "time_to_live_not_positive");
  CHECK(error_id_of([&] { with(-1s); }) == "time_to_live_not_positive");
  CHECK(error_id_of([&] { with(1us); }) == "no error");
  const std::string plan = td::explain(with(24h));
  CHECK(plan.substr(0, plan.find('\n')) == "join inner, (id = right.paid), 1 day");
  static_assert(td::is_state_bounded<decltype(with(24h))>);
  static_assert(!td::is_state_bounded<decltype(td::read_stream(orders) |
                                               td::join(td::read_stream(payments), td::inner, "id"_c == td::right("paid"_c)))>);
}
