// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// What must hold for any bytes found in a state file, and random bytes to try it with.

#include "fuzz/changed_texts.hpp"

#include <tidemark/durable/atomic_file.hpp>
#include <tidemark/row/error.hpp>
#include <tidemark/state/change_set.hpp>
#include <tidemark/state/state_file.hpp>
#include <tidemark/testing/simulated_file_system.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <span>
#include <string>
#include <string_view>

namespace fuzz {

// Records of a state file, and its bytes: none, few, and more than one block of them.
struct good_state {
  std::string records;
  std::string bytes;
};

inline constexpr tidemark::state_file fuzzed_file{3, tidemark::state_content::snapshot};

inline const std::array<good_state, 3>& good_states() {
  static const std::array<good_state, 3> all = [] {
    std::array<good_state, 3> made;
    for (std::size_t which = 0; which < made.size(); ++which) {
      tidemark::change_set changes;
      for (std::size_t i = 0; i < std::array{0u, 5u, 1700u}[which]; ++i)
        changes.put("key " + std::to_string(i), std::string(i % 60, 'v'));
      made[which].records = std::string(changes.bytes());
      tidemark::testing::simulated_file_system files;
      files.make_folders("s");
      tidemark::publish_state_file(files, "s", fuzzed_file, made[which].records);
      made[which].bytes = files.read_file(tidemark::path_in("s", fuzzed_file.name())).value();
    }
    return made;
  }();
  return all;
}

class state_properties {
 public:
  // The first property that does not hold for a text; empty: all do.
  std::string_view broken_by(std::string_view text) {
    tidemark::testing::simulated_file_system files;
    files.make_folders("s");
    tidemark::replace_file(files, tidemark::path_in("s", fuzzed_file.name()), text);
    std::string records;
    const char* damage = nullptr;
    try {
      tidemark::state_file_reader reader(files, "s", fuzzed_file);
      while (reader.next(records)) {
      }
      damage = reader.damage();
    } catch (const tidemark::error& refused) {
      return refused.id() == "state_form_unknown" ? std::string_view{} : "a state file is refused with an unknown error";
    } catch (const std::exception&) {
      return "a state file is answered with an exception that is not ours";
    }
    const auto is_of = [&](const good_state& good) { return good.records.starts_with(records); };
    const auto is_whole = [&](const good_state& good) { return good.bytes == text && good.records == records; };
    if (std::ranges::none_of(good_states(), is_of)) return "records are given out that were not written";
    if (damage == nullptr && std::ranges::none_of(good_states(), is_whole))
      return "a changed state file passes for a whole one";
    return {};
  }
};

inline const std::array<std::string_view, 3>& good_state_files() {
  static const std::array<std::string_view, 3> all{good_states()[0].bytes, good_states()[1].bytes, good_states()[2].bytes};
  return all;
}

inline constexpr std::string_view pieces_of_state[] = {"tidemark",         "s",    "d",    std::string_view("\0\0\0\0", 4),
                                                       "\xff\xff\xff\xff", "\x01", "key 1"};

// Texts that are nearly state files.
class state_texts : public changed_texts {
 public:
  explicit state_texts(std::uint64_t seed) : changed_texts(seed, good_state_files(), pieces_of_state) {}
};

}  // namespace fuzz
