// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// One delta or snapshot file: written and read block by block, each with a checksum.

#include <tidemark/durable/atomic_file.hpp>
#include <tidemark/durable/checksum.hpp>
#include <tidemark/durable/file_system.hpp>
#include <tidemark/row/byte_order.hpp>
#include <tidemark/row/error.hpp>
#include <tidemark/state/change_set.hpp>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

namespace tidemark {

// What a file holds: the changes that made a version of the one before, or all of a version. On disk: do not change.
enum class state_content : char { delta = 'd', snapshot = 's' };

// Which file: "<version>.delta" or "<version>.snapshot" in a store's folder.
struct state_file {
  std::int64_t version = 0;
  state_content content = state_content::delta;

  std::string name() const {
    return std::to_string(version) + (content == state_content::delta ? delta_extension : snapshot_extension);
  }
  // Nullopt: the name of something else ("007.delta" is not ours either).
  static std::optional<state_file> of_name(std::string_view name) {
    state_file file;
    const auto [end, problem] = std::from_chars(name.data(), name.data() + name.size(), file.version);
    if (problem != std::errc{}) return std::nullopt;
    if (name.ends_with(snapshot_extension)) file.content = state_content::snapshot;
    return file.version > 0 && file.name() == name ? std::optional(file) : std::nullopt;
  }

 private:
  static constexpr const char* delta_extension = ".delta";
  static constexpr const char* snapshot_extension = ".snapshot";
};

// A state file is a head and then blocks of whole records, the last of which is empty. On disk: do not change. A new form of
// the blocks has a new number, below the same head.
//   head    0  "tidemark"   8  'd' or 's'   9  number of the form   10  two zeros   12  CRC32C of the head but these four
//           16 version of the state
//   block   0  bytes of the records (8)   8  CRC32C of the file up to here and of the records, but not of checksums of blocks
//           12 the records                                                                        numbers little-endian
struct state_file_form {
  static constexpr std::string_view magic = "tidemark";
  static constexpr unsigned char number = 1;
  static constexpr std::size_t head_bytes = 24;
  static constexpr std::size_t block_head_bytes = 12;

  static std::uint32_t head_checksum(std::string_view head) { return crc32c(head.substr(16), crc32c(head.substr(0, 12))); }
};

// Writes a state file, whole or not at all. What is appended goes to the disk in blocks as it comes.
class state_file_writer {
 public:
  state_file_writer(file_system& files, const std::string& folder, const state_file& file)
      : file_(files, path_in(folder, file.name())) {
    waiting_.append(state_file_form::magic);
    waiting_ += static_cast<char>(file.content);
    waiting_ += static_cast<char>(state_file_form::number);
    waiting_.resize(state_file_form::head_bytes);
    write_little(waiting_.data() + 16, static_cast<std::uint64_t>(file.version));
    write_little(waiting_.data() + 12, state_file_form::head_checksum(waiting_));
    checksum_ = crc32c(waiting_);
    open_block();
  }

  // Records of a change set, whole ones.
  void append(std::string_view records) {
    const char* from = records.data();
    const char* const end = from + records.size();
    while (from != end) {
      const char* const first = from;
      const std::size_t room = block_bytes - (std::min)(block_bytes, records_waiting());
      if (static_cast<std::size_t>(end - from) <= room) from = end;
      while (from != end && static_cast<std::size_t>(from - first) < room) (void)take_record(from, end);
      waiting_.append(first, from);
      if (records_waiting() >= block_bytes) {
        close_block();
        write_out();
        open_block();
      }
    }
  }

  // All that was appended is durable; so there is less to be flushed at the end.
  void sync() {
    if (records_waiting() > 0) {
      close_block();
      write_out();
      open_block();
    }
    if (!is_synced_) file_.sync();
    is_synced_ = true;
  }

  // The file stands under its name, which is durable when the folder has been synced. Gives its size.
  std::int64_t publish() {
    if (records_waiting() > 0) {
      close_block();
      open_block();
    }
    close_block();
    write_out();
    (void)file_.publish(if_exists::replace);
    return written_;
  }

 private:
  static constexpr std::size_t block_bytes = std::size_t{64} << 10;  // at least, but for the last two

  std::size_t records_waiting() const { return waiting_.size() - block_at_ - state_file_form::block_head_bytes; }
  void open_block() {
    block_at_ = waiting_.size();
    waiting_.append(state_file_form::block_head_bytes, '\0');
  }
  void close_block() {
    char* const head = waiting_.data() + block_at_;
    write_little(head, static_cast<std::uint64_t>(records_waiting()));
    const std::string_view records = std::string_view(waiting_).substr(block_at_ + state_file_form::block_head_bytes);
    checksum_ = crc32c(records, crc32c({head, 8}, checksum_));
    write_little(head + 8, checksum_);
  }
  void write_out() {
    file_.append(waiting_);
    written_ += static_cast<std::int64_t>(waiting_.size());
    waiting_.clear();
    is_synced_ = false;
  }

  atomic_file file_;
  std::string waiting_;  // what is closed and not written, then the open block
  std::size_t block_at_ = 0;
  std::uint32_t checksum_ = 0;
  std::int64_t written_ = 0;
  bool is_synced_ = false;
};

// Reads a state file block by block; nothing that is not as it was written is given out.
class state_file_reader {
 public:
  // Throws error state_form_unknown if a newer program wrote it.
  state_file_reader(file_system& files, const std::string& folder, const state_file& file)
      : file_(files.open(path_in(folder, file.name()))) {
    if (!file_) {
      damage_ = "is gone";
      return;
    }
    left_ = file_->size();
    std::string head;
    if (!read(head, state_file_form::head_bytes)) return;
    if (!head.starts_with(state_file_form::magic)) damage_ = "is not a state file";
    else if (read_little<std::uint32_t>(head.data() + 12) != state_file_form::head_checksum(head)) damage_ = other_bytes;
    else if (static_cast<unsigned char>(head[9]) > state_file_form::number) throw_newer(path_in(folder, file.name()));
    else if (head[8] != static_cast<char>(file.content) ||
             read_little<std::uint64_t>(head.data() + 16) != static_cast<std::uint64_t>(file.version))
      damage_ = "is the file of another version, renamed";
    checksum_ = crc32c(head);
  }

  // Appends the records of the next block. False: there is none, or it is damaged.
  bool next(std::string& records) {
    if (damage_ != nullptr || has_ended_) return false;
    std::string head;
    if (!read(head, state_file_form::block_head_bytes)) return false;
    const auto size = read_little<std::uint64_t>(head.data());
    const std::size_t before = records.size();
    if (!read(records, size)) return false;
    checksum_ = crc32c(std::string_view(records).substr(before), crc32c({head.data(), 8}, checksum_));
    if (read_little<std::uint32_t>(head.data() + 8) != checksum_) damage_ = other_bytes;
    has_ended_ = size == 0;
    if (damage_ == nullptr && has_ended_ && left_ != 0) damage_ = "is longer than it was written";
    if (damage_ != nullptr) records.resize(before);
    return damage_ == nullptr && !has_ended_;
  }

  // What is wrong with the file as far as it was read, in words, or nullptr.
  const char* damage() const { return damage_; }

 private:
  static constexpr const char* other_bytes = "has other bytes than were written: its checksum is wrong";

  [[noreturn]] static void throw_newer(const std::string& path) {
    throw error("state_form_unknown", "\"" + path + "\" was written by a newer program than this one; use that one")
        .in_file(path);
  }

  // Appends so many bytes, or notes that there are not so many and appends nothing.
  bool read(std::string& into, std::uint64_t count) {
    const std::size_t before = into.size();
    std::uint64_t missing = count;
    if (std::cmp_less_equal(count, left_)) {
      into.resize(before + count);
      while (missing > 0) {
        const std::size_t got = file_->read(std::span(into).last(missing));
        if (got == 0) break;
        missing -= got;
      }
      left_ -= static_cast<std::int64_t>(count);
    }
    if (missing == 0) return true;
    into.resize(before);
    damage_ = "ends too early";
    return false;
  }

  std::unique_ptr<readable_file> file_;
  std::int64_t left_ = 0;  // bytes of the file that are not read
  std::uint32_t checksum_ = 0;
  bool has_ended_ = false;
  const char* damage_ = nullptr;
};

// Writes a whole file. Its name is durable when the folder has been synced. Gives its size.
inline std::int64_t publish_state_file(file_system& files, const std::string& folder, const state_file& file,
                                       std::string_view records) {
  state_file_writer written(files, folder, file);
  written.append(records);
  return written.publish();
}

}  // namespace tidemark
