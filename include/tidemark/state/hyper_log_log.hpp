// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// About how many different values there were, in a fixed number of bytes: HyperLogLog.

#include <tidemark/row/row.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>

namespace tidemark {

// Kept: 2^precision registers of a byte, each the longest run of zeros among the hashes that fell to it; none before the first
// value. Sketches of one precision merge. As a row it has one column, the registers, and is stored as such. The estimate is
// that of O. Ertl, "New cardinality estimation algorithms for HyperLogLog sketches" (2017), which is right from few values to
// very many without tables of corrections; its standard error is 1.04 / sqrt(2^precision).
class hyper_log_log {
 public:
  // Takes a hash, all bits of which count. precision() is asked before the first. Requires: 4 <= precision() <= 18.
  void add(std::uint64_t hash, auto precision) {
    if (registers_.empty()) [[unlikely]]
      registers_.assign(std::size_t{1} << precision(), '\0');
    const auto bits = static_cast<unsigned>(std::countr_zero(registers_.size()));
    const std::uint64_t rest = hash << bits | std::uint64_t{1} << (bits - 1);
    raise(registers_[hash >> (64 - bits)], static_cast<char>(std::countl_zero(rest) + 1));
  }
  void merge(const hyper_log_log& other) {
    if (registers_.empty()) registers_ = other.registers_;
    else
      for (std::size_t i = 0; i < other.registers_.size(); ++i) raise(registers_[i], other.registers_[i]);
  }

  double estimate() const {
    if (registers_.empty()) return 0;
    const auto size = static_cast<double>(registers_.size());
    const auto longest = static_cast<std::size_t>(64 - std::countr_zero(registers_.size()));
    std::array<std::int64_t, 64> runs{};
    for (const char run : registers_) ++runs[static_cast<std::size_t>(run)];
    double sum = size * full_part(1 - static_cast<double>(runs[longest + 1]) / size);
    for (std::size_t run = longest; run > 0; --run) sum = 0.5 * (sum + static_cast<double>(runs[run]));
    sum += size * empty_part(static_cast<double>(runs[0]) / size);
    return 0.5 / std::log(2.0) * size * size / sum;
  }

 private:
  friend row_traits<hyper_log_log>;

  static void raise(char& to, char run) { to = (std::max)(to, run); }

  // What registers without a value, and those with a run that could not be longer, add to the sum.
  static double empty_part(double share) {
    if (share == 1) return std::numeric_limits<double>::infinity();
    double sum = share;
    for (double before = -1, weight = 1; sum != before; weight *= 2) {
      share *= share;
      before = sum;
      sum += share * weight;
    }
    return sum;
  }
  static double full_part(double share) {
    if (share == 0 || share == 1) return 0;
    double sum = 1 - share;
    for (double before = -1, weight = 0.5; sum != before; weight *= 0.5) {
      share = std::sqrt(share);
      before = sum;
      sum -= (1 - share) * (1 - share) * weight;
    }
    return sum / 3;
  }

  std::string registers_;
};

template <>
struct row_traits<hyper_log_log> {
  using fields = field_list<field<"registers", std::string>>;

  template <name Name, class Sketch>
  static constexpr auto& get(Sketch& of) {
    return of.registers_;
  }
};

}  // namespace tidemark
