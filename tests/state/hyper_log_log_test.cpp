// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// How far estimates of the number of different values are off.

#include "catch2_any_version.hpp"

#include <tidemark/row/codec.hpp>
#include <tidemark/row/key_hash.hpp>
#include <tidemark/state/hyper_log_log.hpp>

#include <cmath>
#include <cstdint>
#include <string>

namespace {

using tidemark::hyper_log_log;

constexpr auto of_512 = [] { return 9U; };

// The values [from, to) of a series.
hyper_log_log sketch_of(std::int64_t from, std::int64_t to, auto precision) {
  hyper_log_log sketch;
  for (std::int64_t value = from; value < to; ++value) sketch.add(tidemark::key_hash_of(value), precision);
  return sketch;
}
std::string bytes_of(const hyper_log_log& sketch) {
  std::string bytes;
  tidemark::codec<hyper_log_log>::encode(bytes, sketch);
  return bytes;
}

}  // namespace

TEST_CASE("nothing is estimated as nothing, and few values exactly") {
  CHECK(hyper_log_log().estimate() == 0);
  for (const std::int64_t count : {1, 2, 3, 5, 10}) CHECK(std::llround(sketch_of(0, count, of_512).estimate()) == count);
}

TEST_CASE("the root of the mean squared error is the one that is promised, from few values to many") {
  for (const unsigned precision : {4U, 9U, 12U})
    for (const std::int64_t count : {20, 300, 1'000, 3'000, 20'000}) {
      constexpr int series = 60;
      double squares = 0;
      for (std::int64_t i = 0; i < series; ++i) {
        const auto sketch = sketch_of(i * 1'000'000, i * 1'000'000 + count, [&] { return precision; });
        const double error = sketch.estimate() / static_cast<double>(count) - 1;
        squares += error * error;
      }
      const double promised = 1.04 / std::sqrt(static_cast<double>(1U << precision));
      INFO("precision " << precision << ", " << count << " values");
      CHECK(std::sqrt(squares / series) < 1.3 * promised);
    }
}

TEST_CASE("repeated values change nothing, and sketches of parts merge to that of the whole") {
  auto whole = sketch_of(0, 5'000, of_512);
  const std::string before = bytes_of(whole);
  for (std::int64_t value = 0; value < 5'000; ++value) whole.add(tidemark::key_hash_of(value), of_512);
  CHECK(bytes_of(whole) == before);

  auto left = sketch_of(0, 3'000, of_512);
  left.merge(sketch_of(2'000, 5'000, of_512));
  CHECK(bytes_of(left) == before);
  left.merge(hyper_log_log());
  CHECK(bytes_of(left) == before);
  hyper_log_log empty;
  empty.merge(whole);
  CHECK(bytes_of(empty) == before);
}

TEST_CASE("a sketch comes back from its bytes") {
  const std::string bytes = bytes_of(sketch_of(0, 1'000, of_512));
  const char* from = bytes.data();
  const auto back = tidemark::codec<hyper_log_log>::decode(from, bytes.data() + bytes.size());
  CHECK(from == bytes.data() + bytes.size());
  CHECK(bytes_of(back) == bytes);
  CHECK(bytes.size() < 520);
}
