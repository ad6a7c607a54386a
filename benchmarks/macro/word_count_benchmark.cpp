// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// Word count over text files in complete output, a file a batch, against the program written by hand. The argument is how many
// different words there are; the most frequent ones make up most of the text, as in a language.

#include "../micro/resident_query.hpp"
#include "../micro/rounds.hpp"
#include "../micro/temporary_folder.hpp"

#include <benchmark/benchmark.h>

#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <tidemark/sources/text_source.hpp>
#include <tidemark/tidemark.hpp>

#include "../hand/word_count.hpp"

namespace td = tidemark;
using namespace td::literals;

struct word {
  std::string_view text;
};
BOOST_HANA_ADAPT_STRUCT(word, text);

namespace {

constexpr std::size_t files = 8;
constexpr std::size_t bytes_of_file = 16'000'000;

// The words of a line, one after the other: a range that looks for the next when it is asked.
class words {
 public:
  explicit words(std::string_view line) : line_(line) {}

  class iterator {
   public:
    using value_type = word;
    using difference_type = std::ptrdiff_t;

    iterator(const char* at, const char* end) : past_(at), end_(end) { ++*this; }
    word operator*() const { return {std::string_view(begin_, static_cast<std::size_t>(past_ - begin_))}; }
    iterator& operator++() {
      while (past_ != end_ && *past_ == ' ') ++past_;
      begin_ = past_;
      while (past_ != end_ && *past_ != ' ') ++past_;
      return *this;
    }
    bool operator==(std::default_sentinel_t /*end*/) const { return begin_ == end_; }

   private:
    const char* begin_ = nullptr;
    const char* past_;
    const char* end_;
  };
  iterator begin() const { return {line_.data(), line_.data() + line_.size()}; }
  std::default_sentinel_t end() const { return {}; }

 private:
  std::string_view line_;
};

// Lines of ten words; the n-th word about n times rarer than the first. Files are a second apart, so that they have an order.
std::vector<std::string> make_input(const std::string& folder, std::size_t different) {
  std::mt19937_64 random(20260105);
  std::vector<std::string> vocabulary(different);
  for (std::string& one : vocabulary) {
    one.resize(2 + random() % 9);
    for (char& letter : one) letter = static_cast<char>('a' + random() % 26);
  }
  const double scale = std::log(static_cast<double>(different));
  std::uniform_real_distribution<double> uniform;
  std::vector<std::string> paths;
  const auto now = std::filesystem::file_time_type::clock::now();
  for (std::size_t file = 0; file < files; ++file) {
    std::string text;
    for (std::size_t in_line = 1; text.size() < bytes_of_file; ++in_line) {
      const auto rank = static_cast<std::size_t>(std::exp(uniform(random) * scale)) % different;
      text += vocabulary[rank];
      text += in_line % 10 == 0 ? '\n' : ' ';
    }
    text += '\n';
    char name[16];
    std::snprintf(name, sizeof name, "/%02zu.txt", file);
    paths.push_back(folder + name);
    std::ofstream(paths.back()) << text;
    std::filesystem::last_write_time(paths.back(), now - std::chrono::seconds(files - file));
  }
  return paths;
}

constexpr auto add_word = [](hand::counted_words& sum, const auto& row) {
  sum.add(td::get<"text">(row), td::get<"count">(row));
};

void word_count(benchmark::State& state) {
  const micro::temporary_folder folder;
  const std::string input = folder.emptied("input");
  const std::vector<std::string> paths = make_input(input, static_cast<std::size_t>(state.range(0)));
  hand::counted_words our_sum;
  hand::counted_words their_sum;
  const auto run_ours = [&] {
    td::streaming_query query =
        td::read_stream(td::text_source(input, {.max_files_per_trigger = 1})) |
        td::flat_map([](const td::text_line& line) { return words(line.value); }) | td::group_by("text"_c) | td::count() |
        td::write_stream(micro::checking_sink(our_sum, add_word), td::complete) | td::start({.trigger = td::available_now{}});
    query.await_termination();
  };
  const auto run_theirs = [&] {
    hand::word_count program;
    for (const std::string& path : paths)
      program.process(path, [&](std::string_view text, std::int64_t count) { their_sum.add(text, count); });
  };
  our_sum = their_sum = {};
  run_ours();
  run_theirs();
  if (!(our_sum == their_sum) || our_sum.words == 0) return state.SkipWithError("the programs disagree");
  micro::compare(state, files * bytes_of_file, run_ours, run_theirs);
  state.counters["ours_MB/s"] = 1e3 / state.counters["ours_ns"];
}
BENCHMARK(word_count)->Arg(1'000)->Arg(50'000)->Arg(1'000'000)->Iterations(5)->UseManualTime()->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
