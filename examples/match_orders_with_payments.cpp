// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// Orders with their payments, and orders that were not paid within two hours: an outer join of two streams.

#include <tidemark/tidemark.hpp>

#include <cstdio>

namespace td = tidemark;
using namespace td::literals;  // "order"_c
using namespace std::chrono_literals;

struct order {
  std::int64_t order_id;
  std::string customer;
  std::int64_t cents;
  td::timestamp ordered_at;
};
BOOST_HANA_ADAPT_STRUCT(order, order_id, customer, cents, ordered_at);

struct payment {
  std::int64_t paid_order;
  std::int64_t paid_cents;
  td::timestamp paid_at;
};
BOOST_HANA_ADAPT_STRUCT(payment, paid_order, paid_cents, paid_at);

int main() {
  auto payments = td::read_stream(td::json_source<payment>("data/payments"))
                  | td::with_watermark("paid_at"_c, 10min);

  // An order waits for its payment for two hours of event time. Then it comes out alone, with nulls.
  auto matched = td::read_stream(td::json_source<order>("data/orders"))
                 | td::with_watermark("ordered_at"_c, 10min)
                 | td::join(payments, td::left_outer,
                            "order_id"_c == td::right("paid_order"_c)
                                && td::right("paid_at"_c) >= "ordered_at"_c
                                && td::right("paid_at"_c) <= "ordered_at"_c + 2h)
                 | td::select("order_id"_c, "customer"_c, "cents"_c, "paid_at"_c,
                              td::is_null("paid_at"_c).as("is_open"_c));

  td::streaming_query query = matched
                              | td::write_stream(td::json_sink("out/orders"), td::append)
                              | td::start(td::checkpoint{"out/checkpoint"}, {.trigger = td::available_now{}});
  query.await_termination();

  for (const std::string& file : td::manifest_files(td::local_files(), "out/orders"))
    std::fputs(td::local_files().read_file(file)->c_str(), stdout);
}
