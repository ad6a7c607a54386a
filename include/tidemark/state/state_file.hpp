// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// One delta or snapshot file: a head with a checksum, then a change set.

#include <tidemark/durable/atomic_file.hpp>
#include <tidemark/durable/checksum.hpp>
#include <tidemark/durable/file_system.hpp>
#include <tidemark/row/byte_order.hpp>
#include <tidemark/row/error.hpp>

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

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

// The bytes before the change set. On disk: do not change. A new form of what follows has a new number, below the same head and
// checksum.
//   0  "tidemark"   8  'd' or 's'   9  number of the form   10  two zeros   12  CRC32C of all bytes but these four
//   16 version of the state   24 bytes of the change set        numbers little-endian
class state_file_head {
 public:
  static constexpr std::size_t size = 32;
  static constexpr unsigned char form = 1;

  state_file_head(const state_file& file, std::string_view changes) {
    char* to = bytes_;
    to += std::string_view(magic).copy(to, 8);
    *to++ = static_cast<char>(file.content);
    *to++ = static_cast<char>(form);
    to += 2;
    to = write_little(to + 4, static_cast<std::uint64_t>(file.version));
    write_little(to, static_cast<std::uint64_t>(changes.size()));
    write_little(bytes_ + checksum_at, checksum(bytes(), changes));
  }
  std::string_view bytes() const { return {bytes_, size}; }

  // What is wrong with the content of a file, in words, or nullptr: it is whole, and what its name says. Throws error
  // state_form_unknown if a newer program wrote it.
  static const char* damage(std::string_view content, const state_file& file, const std::string& path) {
    if (content.size() < size) return "ends too early";
    if (!content.starts_with(magic)) return "is not a state file";
    const auto length = read_little<std::uint64_t>(content.data() + 24);
    if (content.size() - size != length)
      return content.size() - size < length ? "ends too early" : "is longer than it was written";
    if (read_little<std::uint32_t>(content.data() + checksum_at) != checksum(content.substr(0, size), content.substr(size)))
      return "has other bytes than were written: its checksum is wrong";
    if (static_cast<unsigned char>(content[9]) > form)
      throw error("state_form_unknown", "\"" + path + "\" was written by a newer program than this one; use that one")
          .in_file(path);
    const bool is_named_right = content[8] == static_cast<char>(file.content) &&
                                read_little<std::uint64_t>(content.data() + 16) == static_cast<std::uint64_t>(file.version);
    return is_named_right ? nullptr : "is the file of another version, renamed";
  }

 private:
  static constexpr const char* magic = "tidemark";
  static constexpr std::size_t checksum_at = 12;

  static std::uint32_t checksum(std::string_view head, std::string_view changes) {
    return crc32c(changes, crc32c(head.substr(checksum_at + 4), crc32c(head.substr(0, checksum_at))));
  }

  char bytes_[size] = {};
};

// Writes the file whole or not at all. Its name is durable when the folder has been synced. Gives the size of the file.
inline std::int64_t publish_state_file(file_system& files, const std::string& folder, const state_file& file,
                                       std::string_view changes) {
  atomic_file written(files, path_in(folder, file.name()));
  written.append(state_file_head(file, changes).bytes());
  written.append(changes);
  (void)written.publish(if_exists::replace);
  return static_cast<std::int64_t>(state_file_head::size + changes.size());
}

}  // namespace tidemark
