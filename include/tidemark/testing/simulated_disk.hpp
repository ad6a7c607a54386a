// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Files and folders in memory in two views: what a program sees, and what the disk would hold after a crash.

#include <tidemark/durable/file.hpp>

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tidemark::testing {

// What a crash leaves of bytes and names that were not synced: nothing; everything (the machine lives, the process died); or
// for each file and name by chance: nothing, everything, a part, or a part followed by zero bytes.
enum class unsynced { lost, kept, torn };

// A file or folder of the simulated disk.
struct disk_node {
  using pointer = std::shared_ptr<disk_node>;
  using names = std::map<std::string, pointer, std::less<>>;

  // A change of names that the disk does not have yet; both parts happen or none does.
  struct change {
    std::uint64_t id;
    std::string removed;  // empty: nothing
    std::string added;    // empty: nothing
    pointer node;

    void apply(names& to) const {
      if (const auto found = to.find(removed); found != to.end() && found->second == node) to.erase(found);
      if (!added.empty()) to[added] = node;
    }
  };

  std::uint64_t id = 0;
  bool is_folder = false;
  std::int64_t modified_ms = 0;

  std::string bytes;           // of a file, as seen
  std::string durable_bytes;   // of a file, on the disk
  bool is_rewritten = false;   // emptied or cut since the last sync; otherwise bytes begin with what is durable
  bool is_doubtful = false;    // a sync failed: the bytes of that time never reach the disk

  names seen;                  // of a folder
  names durable;
  std::vector<change> pending;  // in order

  void sync_bytes() {
    if (is_doubtful) return;
    if (is_rewritten) durable_bytes.clear();
    durable_bytes.append(bytes, durable_bytes.size());  // no more than what is new: a large file may be synced often
    is_rewritten = false;
  }
  void sync_names() {
    for (const auto& one : pending) one.apply(durable);
    pending.clear();
  }
};

// The tree of them. "a", "./a" and "/a" are the same path. Not for several threads; simulated_file_system is.
class simulated_disk {
 public:
  using pointer = disk_node::pointer;

  // What is seen at a path; null: nothing.
  pointer find(std::string_view path) const {
    pointer at = root_;
    while (at && !path.empty()) {
      const auto part = path.substr(0, path.find('/'));
      path.remove_prefix(part.size() == path.size() ? part.size() : part.size() + 1);
      if (part.empty() || part == ".") continue;
      const auto found = at->seen.find(part);
      at = found == at->seen.end() ? nullptr : found->second;
    }
    return at;
  }
  pointer find_folder(std::string_view path) const {
    const auto found = find(path);
    return found && found->is_folder ? found : nullptr;
  }

  // Requires: the folder above the path is there.
  pointer add(const std::string& path, bool is_folder, std::int64_t now_ms) {
    auto node = std::make_shared<disk_node>();
    node->id = ++last_id_;
    node->is_folder = is_folder;
    node->modified_ms = now_ms;
    change(find_folder(folder_of(path)), "", name_of(path), node);
    return node;
  }
  // Requires: something is at `from`, and the folder above `to` is there.
  void move(const std::string& from, const std::string& to) {
    const auto node = find(from);
    const auto source = find_folder(folder_of(from));
    const auto target = find_folder(folder_of(to));
    if (source == target) return change(source, name_of(from), name_of(to), node);
    change(source, name_of(from), "", node);  // between two folders the disk may have either part first
    change(target, "", name_of(to), node);
  }
  // Requires: something is at the path.
  void remove(const std::string& path) { change(find_folder(folder_of(path)), name_of(path), "", find(path)); }

  // From now on the program sees what the disk has, with what chance has left of the rest. The same history and seed leave
  // the same.
  void crash(unsynced what, std::uint64_t seed) { settle(*root_, what, seed); }

 private:
  // A number for the change or file with this id, which does not depend on the order of asking.
  static std::uint64_t chance(std::uint64_t seed, std::uint64_t id) {
    std::uint64_t z = seed * 0x9e3779b97f4a7c15U + id * 0xd1342543de82ef95U + 1;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31);
  }

  void change(const pointer& folder, std::string removed, std::string added, const pointer& node) {
    folder->pending.push_back({++last_id_, std::move(removed), std::move(added), node});
    folder->pending.back().apply(folder->seen);
  }

  static std::string torn(const disk_node& file, std::uint64_t draw) {
    if (draw % 4 == 0) return file.durable_bytes;
    if (draw % 4 == 1) return file.bytes;
    const auto safe = file.bytes.starts_with(file.durable_bytes) ? file.durable_bytes.size() : 0;
    auto bytes = file.bytes.substr(0, safe + (draw >> 8) % (file.bytes.size() - safe + 1));
    if (draw % 4 == 2) bytes.resize(file.bytes.size(), '\0');  // the size had reached the disk, the blocks had not
    return bytes;
  }

  static void settle(disk_node& node, unsynced what, std::uint64_t seed) {
    for (const auto& one : node.pending)
      if (what == unsynced::kept || (what == unsynced::torn && chance(seed, one.id) % 2 == 0)) one.apply(node.durable);
    node.pending.clear();
    node.seen = node.durable;
    for (const auto& [name, entry] : node.seen) settle(*entry, what, seed);
    if (what == unsynced::lost || node.is_doubtful) node.bytes = node.durable_bytes;
    if (what == unsynced::torn && node.bytes != node.durable_bytes) node.bytes = torn(node, chance(seed, node.id));
    node.durable_bytes = node.bytes;
    node.is_rewritten = node.is_doubtful = false;
  }

  std::uint64_t last_id_ = 0;
  pointer root_ = [] {
    auto root = std::make_shared<disk_node>();
    root->is_folder = true;
    return root;
  }();
};

}  // namespace tidemark::testing
