// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// How often each word stands in a folder of text files, by hand: files read a piece at a time, one flat map of words, and after
// each file all counts so far.

#include <boost/unordered/unordered_flat_map.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

namespace hand {

// Of the counts of all words, in any order.
struct counted_words {
  std::uint64_t words = 0;
  std::uint64_t sum = 0;

  void add(std::string_view word, std::int64_t count) {
    ++words;
    sum += std::hash<std::string_view>{}(word) * static_cast<std::uint64_t>(count);
  }
  friend bool operator==(const counted_words&, const counted_words&) = default;
};

class word_count {
 public:
  // `write` is called with each word and its count so far.
  template <class Write>
  void process(const std::string& path, Write&& write) {
    const int file = open(path.c_str(), O_RDONLY);
    if (file < 0) throw std::runtime_error("cannot open " + path);
    std::size_t kept = 0;
    while (true) {
      const ssize_t got = read(file, piece_.data() + kept, piece_.size() - kept);
      if (got < 0) throw std::runtime_error("cannot read " + path);
      const std::string_view text(piece_.data(), kept + static_cast<std::size_t>(got));
      const std::size_t past = got == 0 ? text.size() : text.rfind('\n') + 1;
      if (got != 0 && past == 0) throw std::runtime_error("a line is too long");
      count(text.substr(0, past));
      kept = text.size() - past;
      if (got == 0) break;
      std::memmove(piece_.data(), piece_.data() + past, kept);
    }
    close(file);
    for (const auto& [word, count] : counts_) write(std::string_view(word), count);
  }

 private:
  struct hash : std::hash<std::string_view> {
    using is_transparent = void;
  };

  [[gnu::noinline]] void count(std::string_view text) {
    const char* at = text.data();
    for (const char* const end = at + text.size(); at != end;) {
      const char* const begin = at;
      while (at != end && *at != ' ' && *at != '\n') ++at;
      if (at != begin) {
        const std::string_view word(begin, static_cast<std::size_t>(at - begin));
        const auto found = counts_.find(word);
        if (found != counts_.end()) ++found->second;
        else counts_.emplace(word, 1);
      }
      if (at != end) ++at;
    }
  }

  std::vector<char> piece_ = std::vector<char>(std::size_t{1} << 20);
  boost::unordered_flat_map<std::string, std::int64_t, hash, std::equal_to<>> counts_;
};

}  // namespace hand
