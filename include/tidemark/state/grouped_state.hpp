// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The state of a step whose keys end with a group (a window, a time): expiry groups with their durable image.

#include <tidemark/row/codec.hpp>
#include <tidemark/row/timestamp.hpp>
#include <tidemark/state/change_set.hpp>
#include <tidemark/state/expiry_groups.hpp>
#include <tidemark/state/memory_hash.hpp>
#include <tidemark/state/state_base.hpp>
#include <tidemark/state/store.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace tidemark {

namespace detail {

// The group's part of an encoded key. It begins with what orders groups by their end, so that an evicted group is a run of
// keys. On disk: do not change.
inline void encode_group(std::string& /*out*/, no_group /*group*/) {}
inline void encode_group(std::string& out, timestamp group) { key_codec<timestamp>::encode(out, group); }
inline void encode_group(std::string& out, const time_window& group) { key_codec<time_window>::encode(out, group); }
inline void encode_group(std::string& out, const std::optional<timestamp>& group) {
  out += group ? '\0' : '\1';  // null never ends, so it comes behind all that do
  if (group) key_codec<timestamp>::encode(out, *group);
}
inline void encode_ended_groups(std::string& out, timestamp end, const std::optional<timestamp>* /*group*/) {
  encode_group(out, std::optional(end));
}
inline void encode_ended_groups(std::string& out, timestamp end, const void* /*group*/) { encode_group(out, end); }

}  // namespace detail

namespace detail {

inline void decode_group(const char*& /*from*/, const char* /*end*/, no_group& /*group*/) {}
inline void decode_group(const char*& from, const char* end, timestamp& group) {
  group = key_codec<timestamp>::decode(from, end);
}
inline void decode_group(const char*& from, const char* end, time_window& group) {
  group = key_codec<time_window>::decode(from, end);
}
inline void decode_group(const char*& from, const char* end, std::optional<timestamp>& group) {
  const bool is_there = from != end && *from == '\0';
  if (from != end) ++from;
  if (is_there) group = key_codec<timestamp>::decode(from, end);
  else group.reset();
}

}  // namespace detail

// Kept: one value for each group and key. Evicted: by groups, when a watermark passes their end. Without a store nothing is
// written, and no version can be gone back to.
template <class Group, class Key, class Value>
class grouped_state final : public state_base, private change_reader {
 public:
  using groups_type = expiry_groups<Group, Key, Value>;
  using key_type = Key;
  using value_type = Value;

  explicit grouped_state(std::unique_ptr<store> image) : image_(std::move(image)) {}

  groups_type& groups() { return groups_; }

  void load(std::int64_t version) override {
    groups_.clear();
    if (image_) image_->load(version, *this);
    groups_.commit();
  }

  void prepare(std::int64_t version) override {
    if (!image_) return;
    changes_.clear();
    if (const auto end = groups_.evicted_through())
      changes_.erase_through(
          [&](std::string& out) { detail::encode_ended_groups(out, *end, static_cast<const Group*>(nullptr)); });
    groups_.for_each_erased(
        [&](const Group& group, const Key& key) { changes_.erase([&](std::string& out) { encode(out, group, key); }); });
    groups_.for_each_changed([&](const Group& group, const Key& key, const Value& value) { put(changes_, group, key, value); });
    image_->commit(version, changes_, [this](change_set& whole) {
      groups_.for_each_group([&](const Group& group, const auto& keys) {
        keys.for_each([&](const Key& key, const Value& value) { put(whole, group, key, value); });
      });
    });
  }

  void commit() override { groups_.commit(); }
  void purge(std::int64_t oldest) override {
    if (image_) image_->purge(oldest);
  }
  std::int64_t rows() const override { return static_cast<std::int64_t>(groups_.size()); }
  std::int64_t bytes_of_memory() const override { return static_cast<std::int64_t>(groups_.bytes_of_memory()); }

 private:
  static void encode(std::string& out, const Group& group, const Key& key) {
    detail::encode_group(out, group);
    key_codec<Key>::encode(out, key);
  }
  static void put(change_set& into, const Group& group, const Key& key, const Value& value) {
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
    detail::decode_group(from, end, decoded.group);
    decoded.key = key_codec<Key>::decode(from, end);
    return decoded;
  }
  void put(std::string_view key, std::string_view value) override {
    decoded_key at = decode(key);
    const char* from = value.data();
    const auto hash = memory_hash<Key>::of(at.key);
    auto& keys = groups_.at(at.group);
    keys.update(
        hash, at.key, [&](Value& into) { into = codec<Value>::decode(from, value.data() + value.size()); },
        [&] { return at.key; });
  }
  void erase(std::string_view key) override {
    const decoded_key at = decode(key);
    if (auto* keys = groups_.find(at.group)) keys->erase(memory_hash<Key>::of(at.key), at.key);
  }
  void erase_through(std::string_view prefix) override {
    if constexpr (!std::is_same_v<Group, no_group>) {
      const char* from = prefix.data();
      if constexpr (std::is_same_v<Group, std::optional<timestamp>>) ++from;
      groups_.evict_through(key_codec<timestamp>::decode(from, prefix.data() + prefix.size()));
    }
  }

  std::unique_ptr<store> image_;
  groups_type groups_;
  change_set changes_;
};

}  // namespace tidemark
