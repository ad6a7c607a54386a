// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "catch2_any_version.hpp"
#include "durable/error_of.hpp"

#include <tidemark/durable/file_system.hpp>
#include <tidemark/row/row.hpp>
#include <tidemark/sinks/foreach.hpp>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <stdexcept>
#include <string>
#include <vector>

namespace td = tidemark;

namespace {

using word = td::row<td::field<"word", std::string>, td::field<"count", std::int64_t>>;
using lines = std::vector<std::string>;

std::string what(std::exception_ptr error) {
  if (!error) return "fine";
  try {
    std::rethrow_exception(error);
  } catch (const std::exception& problem) {
    return problem.what();
  }
}

// Notes what it is told; refuses partition 1, fails at the word "bad".
struct notes {
  lines* log;
  int own = 0;

  bool open(std::size_t partition, td::batch_id id) {
    log->push_back("open " + std::to_string(partition) + " " + std::to_string(id) + " " + std::to_string(own++));
    return partition != 1;
  }
  void process(const word& one) {
    if (td::get<"word">(one) == "bad") throw std::runtime_error("a bad word");
    log->push_back(td::get<"word">(one));
  }
  void close(std::exception_ptr error) { log->push_back("close " + what(error)); }
};

constexpr auto anything = [](const auto& /*row*/) {};
constexpr auto numbers = [](int /*row*/) {};
static_assert(td::Sink<td::foreach<notes>, word>);
static_assert(td::Sink<td::foreach<decltype(anything)>, word>);
static_assert(!td::Sink<td::foreach<decltype(numbers)>, word>);
static_assert(!td::Sink<td::foreach<notes>, td::row<td::field<"other", int>>>);

}  // namespace

TEST_CASE("each partition of each batch is opened, fed and closed by a copy of its own") {
  lines log;
  auto sink = td::foreach (notes{&log}).open<word>({td::local_files(), "q", "", 2});
  for (td::batch_id id = 0; id < 2; ++id) {
    sink.begin(id, td::output::new_rows);
    sink.writer(0).write(word{"a", 1});
    sink.writer(1).write(word{"refused", 1});
    CHECK(sink.output_rows() == 2);
    sink.prepare(id);
    sink.commit(id);
  }
  CHECK(log == lines{"open 0 0 0", "open 1 0 0", "a", "close fine", "close fine",  //
                     "open 0 1 0", "open 1 1 0", "a", "close fine", "close fine"});
}

TEST_CASE("a row that fails closes its partition with the error, and the others when the batch is given up") {
  lines log;
  {
    auto sink = td::foreach (notes{&log}).open<word>({td::local_files(), "q", "", 3});
    sink.begin(7, td::output::new_rows);
    sink.writer(2).write(word{"c", 1});
    CHECK_THROWS_AS(sink.writer(0).write(word{"bad", 1}), std::runtime_error);
    CHECK(log.back() == "close a bad word");
  }
  CHECK(log == lines{"open 0 7 0", "open 1 7 0", "open 2 7 0", "c", "close a bad word", "close the batch was given up",
                     "close the batch was given up"});
}

TEST_CASE("a partition whose opening throws is not closed, and those opened before it are") {
  struct refusing : notes {
    bool open(std::size_t partition, td::batch_id id) {
      if (partition == 1) throw std::runtime_error("no room");
      return notes::open(partition, id);
    }
  };
  lines log;
  {
    auto sink = td::foreach (refusing{{&log}}).open<word>({td::local_files(), "q", "", 3});
    CHECK_THROWS_AS(sink.begin(0, td::output::new_rows), std::runtime_error);
  }
  CHECK(log == lines{"open 0 0 0", "close the batch was given up"});
}

TEST_CASE("a function gets each row") {
  std::int64_t sum = 0;
  const td::foreach sink([&](const word& one) { sum += td::get<"count">(one); });
  auto open = sink.open<word>({td::local_files(), "q", "", 1});
  for (td::batch_id id = 0; id < 3; ++id) {
    open.begin(id, td::output::changed_rows);
    open.writer(0).write(td::row<td::field<"count", std::int64_t>, td::field<"word", std::string>>{id, "x"});
    open.prepare(id);
    open.commit(id);
  }
  CHECK(sum == 3);
}
