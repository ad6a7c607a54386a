// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// Each payment once, whatever is sent again: senders repeat a payment within ten minutes until it is confirmed.

#include <tidemark/tidemark.hpp>

#include <cstdio>

namespace td = tidemark;
using namespace td::literals;  // "time"_c
using namespace std::chrono_literals;

struct payment {
  std::string id;
  td::timestamp time;
  std::string account;
  std::int64_t cents;
};
BOOST_HANA_ADAPT_STRUCT(payment, id, time, account, cents);  // makes the struct a record

int main() {
  // An id is remembered until the watermark has passed its first payment by ten minutes.
  auto payments = td::read_stream(td::json_source<payment>("data/repeated_payments", {.max_files_per_trigger = 1}))
                  | td::with_watermark("time"_c, 10min)
                  | td::drop_duplicates_within_watermark("id"_c)
                  | td::select("id"_c, "account"_c, "cents"_c);

  td::streaming_query query = payments
                              | td::write_stream(td::json_sink("out/payments"), td::append)
                              | td::start(td::checkpoint{"out/checkpoint"}, {.trigger = td::available_now{}});
  query.await_termination();

  for (const std::string& file : td::manifest_files(td::local_files(), "out/payments"))
    std::fputs(td::local_files().read_file(file)->c_str(), stdout);
  const std::optional<td::query_progress> progress = query.last_progress();
  for (const td::state_operator_progress& step : progress->state_operators)
    std::printf("%lld ids are remembered\n", static_cast<long long>(step.num_rows_total));
}
