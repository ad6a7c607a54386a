// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// How often each word stands in a folder of text files.

#include <tidemark/tidemark.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <string>
#include <tuple>
#include <vector>

namespace td = tidemark;
using namespace td::literals;  // "text"_c

struct word {
  std::string text;
};
BOOST_HANA_ADAPT_STRUCT(word, text);

struct word_count {
  std::string text;
  std::int64_t count{};
};
BOOST_HANA_ADAPT_STRUCT(word_count, text, count);

std::vector<word> words_of(const td::text_line& line) {
  std::vector<word> words;
  const auto is_letter = [](char c) { return c >= 'a' && c <= 'z'; };
  for (auto at = line.value.begin(); at != line.value.end();) {
    const auto begin = std::find_if(at, line.value.end(), is_letter);
    at = std::find_if_not(begin, line.value.end(), is_letter);
    if (begin != at) words.push_back({std::string(begin, at)});
  }
  return words;
}

int main() {
  td::memory_table<word_count> counts;

  td::streaming_query query = td::read_stream(td::text_source("data/lines"))
                              | td::flat_map(words_of)
                              | td::group_by("text"_c)
                              | td::agg(td::count().as("count"_c))
                              | td::write_stream(td::memory_sink(counts), td::complete)
                              | td::start({.trigger = td::available_now{}});
  query.await_termination();

  std::vector<word_count> rows = counts.rows();
  std::sort(rows.begin(), rows.end(), [](const word_count& a, const word_count& b) {
    return std::tie(b.count, a.text) < std::tie(a.count, b.text);  // the most frequent first
  });
  for (const word_count& one : rows) std::printf("%2d %s\n", static_cast<int>(one.count), one.text.c_str());
}
