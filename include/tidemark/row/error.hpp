// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The one exception type: an id that programs can ask for, and where it happened.

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace tidemark {

// What went wrong, as "tidemark <id>: <sentence>; <what to do>". The id is lower snake case and stable; all ids are listed in
// runtime/README.md. Query, batch, file and line are empty where they do not apply; each layer adds what it knows. A
// user's own exception is nested in it (std::rethrow_if_nested).
class error : public std::runtime_error {
 public:
  error(std::string_view id, std::string_view sentence);

  const std::string& id() const { return id_; }
  const std::string& query_name() const { return query_name_; }
  std::optional<std::int64_t> batch() const { return batch_; }
  const std::string& file() const { return file_; }
  std::optional<std::int64_t> line() const { return line_; }

  error& in_query(std::string name) { return query_name_ = std::move(name), *this; }
  error& in_batch(std::int64_t id) { return batch_ = id, *this; }
  error& in_file(std::string path) { return file_ = std::move(path), *this; }
  error& at_line(std::int64_t number) { return line_ = number, *this; }

 private:
  std::string id_;
  std::string query_name_;
  std::optional<std::int64_t> batch_;
  std::string file_;
  std::optional<std::int64_t> line_;
};

}  // namespace tidemark

#ifndef TIDEMARK_COMPILED
#include <tidemark/row/impl/error.ipp>
#endif
