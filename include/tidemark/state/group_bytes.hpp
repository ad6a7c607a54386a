// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The bytes of a group (a window, a time) at the front of an encoded key.

#include <tidemark/row/codec.hpp>
#include <tidemark/row/time_window.hpp>
#include <tidemark/row/timestamp.hpp>
#include <tidemark/state/expiry_groups.hpp>

#include <optional>
#include <string>
#include <type_traits>

namespace tidemark {

// They begin with what orders groups by their end, so that the groups which end first are a run of keys. On disk: do not
// change.
inline void encode_group(std::string& /*out*/, no_group /*group*/) {}
inline void encode_group(std::string& out, timestamp group) { key_codec<timestamp>::encode(out, group); }
inline void encode_group(std::string& out, const time_window& group) { key_codec<time_window>::encode(out, group); }
inline void encode_group(std::string& out, const std::optional<timestamp>& group) {
  out += group ? '\0' : '\1';  // null never ends, so it comes behind all that do
  if (group) key_codec<timestamp>::encode(out, *group);
}

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

// What the keys of all groups that have ended at this time are at or below.
template <class Group>
void encode_ended_groups(std::string& out, timestamp end) {
  if constexpr (std::is_same_v<Group, std::optional<timestamp>>) encode_group(out, std::optional(end));
  else encode_group(out, end);
}
template <class Group>
timestamp decode_ended_groups(const char* from, const char* end) {
  if constexpr (std::is_same_v<Group, std::optional<timestamp>>) ++from;
  return key_codec<timestamp>::decode(from, end);
}

}  // namespace tidemark
