// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Good texts with a few random changes: what readers are tried with.

#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <string_view>

namespace fuzz {

// Texts that are nearly right: one of `good`, in which a few bytes, or some of `pieces`, were put in, left out or doubled.
class changed_texts {
 public:
  changed_texts(std::uint64_t seed, std::span<const std::string_view> good, std::span<const std::string_view> pieces)
      : random_(seed), good_(good), pieces_(pieces) {}

  std::string next() {
    std::string text(good_[below(good_.size())]);
    for (std::size_t changes = below(5); changes > 0; --changes) {
      const std::size_t at = below(text.size() + 1);
      switch (below(5)) {
        case 0:
          text.insert(at, pieces_[below(pieces_.size())]);
          break;
        case 1:
          text.erase(at, 1 + below(4));
          break;
        case 2:
          text.insert(at, text.substr(below(text.size() + 1), below(20)));
          break;
        case 3:
          if (at < text.size()) text[at] = static_cast<char>(static_cast<unsigned char>(below(256)));
          break;
        default:
          text.resize(at);
          break;
      }
    }
    return text;
  }

 private:
  std::size_t below(std::size_t most) { return static_cast<std::size_t>(random_() % most); }

  std::mt19937_64 random_;
  std::span<const std::string_view> good_;
  std::span<const std::string_view> pieces_;
};

}  // namespace fuzz
