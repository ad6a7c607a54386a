// error: tidemark checkpoint_required: this sink needs a checkpoint
// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include <tidemark/tidemark.hpp>

#include <tidemark/sinks/json_sink.hpp>

#include "events.hpp"

int main() {
#ifdef TIDEMARK_EXPECT_ERROR
  auto query = events() | td::write_stream(td::json_sink("out"), td::append) | td::start({.name = "views"});
#else
  auto query = events() | td::write_stream(td::json_sink("out"), td::append) |
               td::start(td::checkpoint{"checkpoint"}, {.name = "views"});
#endif
  query.await_termination();
}
