// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// Reports a sensor that is too hot three times in a row, and one that has said nothing for a minute: state of one's own for each
// sensor, with a timeout by the time in the rows.

#include <tidemark/tidemark.hpp>

#include <cstdio>

namespace td = tidemark;
using namespace td::literals;
using namespace std::chrono_literals;

struct reading {
  std::string sensor;
  td::timestamp time;
  double celsius;
};
BOOST_HANA_ADAPT_STRUCT(reading, sensor, time, celsius);

struct heat {  // what is kept of a sensor
  std::int64_t hot_in_a_row;
};
BOOST_HANA_ADAPT_STRUCT(heat, hot_in_a_row);

struct alert {
  std::string sensor;
  std::string what;
};
BOOST_HANA_ADAPT_STRUCT(alert, sensor, what);

// Called once a batch for each sensor with readings, and for each that has been silent.
std::vector<alert> watch(const std::string& sensor, std::span<const reading> readings, auto& state) {
  if (state.has_timed_out()) {
    state.remove();
    return {{sensor, "silent"}};
  }
  std::vector<alert> alerts;
  heat now = state.get_or(heat{0});
  for (const reading& one : readings) {
    now.hot_in_a_row = one.celsius > 80 ? now.hot_in_a_row + 1 : 0;
    if (now.hot_in_a_row == 3) alerts.push_back({sensor, "too hot"});
  }
  state.update(now);
  state.set_timeout_timestamp(readings.back().time + 1min);
  return alerts;
}

int main() {
  const auto at = [](std::chrono::seconds since) { return td::timestamp(td::timestamp::time_point(20'458 * 24h + since)); };
  const std::vector<reading> readings{{"boiler", at(0s), 85.0}, {"pump", at(1s), 40.0},    {"boiler", at(10s), 86.5},
                                      {"pump", at(11s), 82.0},  {"boiler", at(20s), 88.0}, {"boiler", at(90s), 70.0}};

  auto alerts = td::read_stream(readings)
                | td::with_watermark("time"_c, 5s)
                | td::group_by_key("sensor"_c)
                | td::flat_map_groups_with_state<heat>(td::append, td::event_time_timeout,
                    [](const std::string& sensor, auto rows, auto& state) { return watch(sensor, rows, state); });

  td::streaming_query query = alerts
                              | td::write_stream(td::foreach_batch([](auto rows, td::batch_id batch) {
                                  for (const alert& one : rows)
                                    std::printf("batch %lld: %s is %s\n", static_cast<long long>(batch), one.sensor.c_str(),
                                                one.what.c_str());
                                }), td::append)
                              | td::start({.trigger = td::available_now{}});
  query.await_termination();
}
