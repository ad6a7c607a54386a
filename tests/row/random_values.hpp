// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Random values of column types, often at the ends of their ranges, and the seed of a random test.

#include <tidemark/row/row.hpp>
#include <tidemark/row/time_window.hpp>
#include <tidemark/row/timestamp.hpp>

#include <array>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace random_values {

using generator = std::mt19937_64;

// A new one a run; TIDEMARK_SEED repeats one.
inline std::uint64_t seed() {
  if (const char* given = std::getenv("TIDEMARK_SEED")) return std::strtoull(given, nullptr, 10);
  return std::random_device{}();
}

template <class T>
struct random_value;

template <class T>
T random(generator& from) {
  return random_value<T>::from(from);
}

inline std::size_t below(generator& from, std::size_t count) { return static_cast<std::size_t>(from() % count); }

template <std::integral T>
struct random_value<T> {
  static T from(generator& from) {
    using limits = std::numeric_limits<T>;
    const T ends[] = {(limits::min)(), (limits::max)(), T(0), T(1), static_cast<T>((limits::max)() - 1), static_cast<T>(~T{1})};
    return below(from, 3) == 0 ? ends[below(from, 6)] : static_cast<T>(from() >> below(from, 64));
  }
};
template <>
struct random_value<bool> {
  static bool from(generator& from) { return from() % 2 == 0; }
};
template <std::floating_point T>
struct random_value<T> {
  static T from(generator& from) {
    using limits = std::numeric_limits<T>;
    const T ends[] = {T(0),
                      -T(0),
                      limits::infinity(),
                      -limits::infinity(),
                      limits::denorm_min(),
                      -limits::denorm_min(),
                      (limits::max)(),
                      limits::lowest(),
                      limits::quiet_NaN(),
                      -limits::quiet_NaN()};
    if (below(from, 3) == 0) return ends[below(from, 10)];
    return std::ldexp(static_cast<T>(static_cast<std::int64_t>(from())), static_cast<int>(below(from, 200)) - 150);
  }
};
template <>
struct random_value<tidemark::timestamp> {
  static tidemark::timestamp from(generator& from) { return tidemark::timestamp{random<std::int64_t>(from)}; }
};
template <>
struct random_value<tidemark::time_window> {
  static tidemark::time_window from(generator& from) {
    return {random<tidemark::timestamp>(from), random<tidemark::timestamp>(from)};
  }
};
// Few letters and many zeros, so that beginnings are shared.
template <>
struct random_value<std::string> {
  static std::string from(generator& from) {
    std::string text(below(from, 12), ' ');
    for (char& letter : text)
      letter =
          "\0\0\x01\xff\xfe"
          "ab"[below(from, 7)];
    if (below(from, 20) == 0) text += std::string(below(from, 300), 'x');
    return text;
  }
};
template <class T>
struct random_value<std::optional<T>> {
  static std::optional<T> from(generator& from) {
    if (below(from, 3) == 0) return std::nullopt;
    return random<T>(from);
  }
};
template <class T>
struct random_value<std::vector<T>> {
  static std::vector<T> from(generator& from) {
    std::vector<T> values;
    for (auto count = below(from, 4); count > 0; --count) values.push_back(random<T>(from));
    return values;
  }
};
template <class T, std::size_t Size>
struct random_value<std::array<T, Size>> {
  static std::array<T, Size> from(generator& from) {
    std::array<T, Size> values{};
    for (T& value : values) value = random<T>(from);
    return values;
  }
};
template <class Key, class T>
struct random_value<std::map<Key, T>> {
  static std::map<Key, T> from(generator& from) {
    std::map<Key, T> values;
    for (auto count = below(from, 4); count > 0; --count) values.insert_or_assign(random<Key>(from), random<T>(from));
    return values;
  }
};
template <tidemark::Row R>
struct random_value<R> {
  static R from(generator& from) {
    R row{};
    [&]<class... Fields>(tidemark::field_list<Fields...>) {
      ((tidemark::get<Fields::key>(row) = random<typename Fields::type>(from)), ...);
    }(tidemark::fields_of<R>{});
    return row;
  }
};

}  // namespace random_values
