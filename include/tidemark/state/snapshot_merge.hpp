// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Makes the snapshot of a version from that of an older one and the deltas between, a piece at a time.

#include <tidemark/durable/file_system.hpp>
#include <tidemark/state/change_set.hpp>
#include <tidemark/state/folded_changes.hpp>
#include <tidemark/state/state_file.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tidemark {

// Reads files and writes one; knows no table, so it may go on while later versions are committed. First it reads all deltas and
// holds them in memory, then it copies what they have left of the older snapshot, then it writes what they have put. Given up
// by destruction: then nothing is left. Requires: the files that it reads stay until it is done.
class snapshot_merge {
 public:
  enum class outcome { unfinished, published, unreadable };

  // `base` is the version of the older snapshot, 0 without one. To open a file counts as reading `file_cost_bytes`.
  snapshot_merge(file_system& files, std::string folder, std::int64_t base, std::int64_t version, std::int64_t file_cost_bytes)
      : files_(&files),
        folder_(std::move(folder)),
        version_(version),
        file_cost_bytes_(file_cost_bytes),
        output_(files, folder_, {version, state_content::snapshot}) {
    for (std::int64_t delta = base + 1; delta <= version; ++delta) inputs_.push_back({delta, state_content::delta});
    if (base > 0) inputs_.push_back({base, state_content::snapshot});
  }

  std::int64_t version() const { return version_; }
  std::int64_t bytes() const { return bytes_; }  // of the snapshot, when it is published
  const state_file& input() const { return inputs_[at_]; }  // the one that is unreadable, if one is

  // Goes on by about so many bytes, and flushes what it has written. When it has published the snapshot, that has its name for
  // good after a sync of the folder.
  outcome advance(std::int64_t bytes) {
    while (bytes > 0 && at_ < inputs_.size())
      if (!read_block(bytes)) return outcome::unreadable;
    while (bytes > 0 && at_ == inputs_.size() && written_ < changes_.size()) {
      row_.clear();
      changes_.write(written_++, row_);
      output_.append(row_.bytes());
      bytes -= static_cast<std::int64_t>(row_.bytes().size() + 1);
    }
    if (at_ < inputs_.size() || written_ < changes_.size()) {
      output_.sync();
      return outcome::unfinished;
    }
    bytes_ = output_.publish();
    return outcome::published;
  }

 private:
  // False: the input is damaged.
  bool read_block(std::int64_t& bytes) {
    if (!reader_) {
      reader_.emplace(*files_, folder_, input());
      bytes -= file_cost_bytes_;
    }
    block_.clear();
    if (reader_->next(block_)) {
      bytes -= static_cast<std::int64_t>(block_.size());
      if (input().content == state_content::delta) changes_.add(std::move(block_));
      else copy_unchanged();
      return true;
    }
    if (reader_->damage() != nullptr) return false;
    reader_.reset();
    ++at_;
    return true;
  }

  void copy_unchanged() {
    const char* from = block_.data();
    const char* const end = from + block_.size();
    while (from != end) {
      const char* const first = from;
      const change_record row = take_record(from, end);
      if (!changes_.replace(row.key)) output_.append({first, from});
    }
  }

  file_system* files_;
  std::string folder_;
  std::int64_t version_;
  std::int64_t file_cost_bytes_;
  std::vector<state_file> inputs_;  // in the order in which they are read
  std::size_t at_ = 0;
  std::optional<state_file_reader> reader_;
  std::string block_;
  folded_changes changes_;
  std::size_t written_ = 0;  // of the keys of the changes
  change_set row_;
  state_file_writer output_;
  std::int64_t bytes_ = 0;
};

}  // namespace tidemark
