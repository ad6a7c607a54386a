// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Expiry groups as a part of state: their keys and changes as bytes.

#include <tidemark/row/codec.hpp>
#include <tidemark/row/timestamp.hpp>
#include <tidemark/state/expiry_groups.hpp>
#include <tidemark/state/group_bytes.hpp>
#include <tidemark/state/memory_hash.hpp>
#include <tidemark/state/state_of.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

namespace tidemark {

// Kept: one value for each group and key. Evicted: by groups, when a watermark passes their end.
template <class Group, class Key, class Value>
class grouped_table {
 public:
  using group_type = Group;
  using groups_type = expiry_groups<Group, Key, Value>;
  using key_type = Key;
  using value_type = Value;

  groups_type& groups() { return groups_; }

  void clear() { groups_.clear(); }
  void commit() { groups_.commit(); }
  std::int64_t rows() const { return static_cast<std::int64_t>(groups_.size()); }
  std::int64_t bytes_of_memory() const { return static_cast<std::int64_t>(groups_.bytes_of_memory()); }

  void write_changes(auto&& into) const {
    if constexpr (!std::is_same_v<Group, no_group>)
      if (const auto end = groups_.evicted_through())
        into.erase_through([&](std::string& out) { encode_ended_groups<Group>(out, *end); });
    groups_.for_each_erased(
        [&](const Group& group, const Key& key) { into.erase([&](std::string& out) { encode(out, group, key); }); });
    groups_.for_each_changed([&](const Group& group, const Key& key, const Value& value) { write(into, group, key, value); });
  }
  void write_all(auto&& into) const {
    groups_.for_each_group([&](const Group& group, const auto& keys) {
      keys.for_each([&](const Key& key, const Value& value) { write(into, group, key, value); });
    });
  }

  void put(std::string_view key, std::string_view value) {
    decoded_key at = decode(key);
    const char* from = value.data();
    groups_.at(at.group).update(
        memory_hash<Key>::of(at.key), at.key,
        [&](Value& into) { into = codec<Value>::decode(from, value.data() + value.size()); }, [&] { return at.key; });
  }
  void erase(std::string_view key) {
    const decoded_key at = decode(key);
    if (auto* keys = groups_.find(at.group)) keys->erase(memory_hash<Key>::of(at.key), at.key);
  }
  void erase_through(std::string_view prefix) {
    if constexpr (!std::is_same_v<Group, no_group>)
      groups_.evict_through(decode_ended_groups<Group>(prefix.data(), prefix.data() + prefix.size()));
  }

 private:
  static void encode(std::string& out, const Group& group, const Key& key) {
    encode_group(out, group);
    key_codec<Key>::encode(out, key);
  }
  static void write(auto& into, const Group& group, const Key& key, const Value& value) {
    into.put([&](std::string& out) { encode(out, group, key); }, [&](std::string& out) { codec<Value>::encode(out, value); });
  }

  struct decoded_key {
    Group group{};
    Key key{};
  };
  static decoded_key decode(std::string_view bytes) {
    decoded_key decoded;
    const char* from = bytes.data();
    const char* const end = from + bytes.size();
    decode_group(from, end, decoded.group);
    decoded.key = key_codec<Key>::decode(from, end);
    return decoded;
  }

  groups_type groups_;
};

}  // namespace tidemark
