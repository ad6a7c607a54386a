// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "catch2_any_version.hpp"

#include <tidemark/durable/atomic_file.hpp>
#include <tidemark/durable/checkpoint.hpp>
#include <tidemark/durable/committer.hpp>
#include <tidemark/durable/recover.hpp>
#include <tidemark/testing/crash_points.hpp>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

using namespace tidemark;
using namespace tidemark::testing;

namespace {

constexpr std::int64_t rows = 14;
constexpr std::int64_t rows_a_batch = 4;

// A query in miniature: the source has the numbers 0..13, a batch takes four, state is their sum so far, output is one line a
// number, and the sum. State version N is the file "c/state/N", visible output of batch N the file "out/N".
class small_query final : public committer {
 public:
  explicit small_query(file_system& files) : files_(files), checkpoint_(files, "c") {
    checkpoint_.settle_schema({.output_mode = "append"}, {});
    files.make_folders("c/state");
    files.make_folders("out");
    remove_temporaries(files, "out");
  }

  void run_to_end() {
    const auto found = recover();
    auto batch = found.batch;
    std::int64_t start = found.starts[0] ? std::stoll(*found.starts[0]) : 0;
    if (found.is_logged) {
      run(batch++, start, std::stoll(found.ends[0].value()));
      start = std::stoll(found.ends[0].value());
    }
    for (; start < rows; ++batch) {
      const auto end = (std::min)(start + rows_a_batch, rows);
      begin(batch, {.time_ms = batch, .ends = {std::to_string(end)}});
      run(batch, start, end);
      purge(batch - 1);
      start = end;
    }
  }

  recovery recover() override { return tidemark::recover(checkpoint_.offsets(), checkpoint_.commits(), 1); }
  void begin(std::int64_t batch, const offset_entry& entry) override { checkpoint_.offsets().add(batch, entry); }
  void prepare(std::int64_t batch) override {
    replace_file(files_, "c/state/" + std::to_string(batch + 1), std::to_string(sum_));
    replace_file(files_, "out/.prepared." + std::to_string(batch), output_);
  }
  void commit(std::int64_t batch, std::int64_t next_watermark_ms) override {
    const auto prepared = "out/.prepared." + std::to_string(batch);
    if (files_.status(prepared)) {
      files_.rename(prepared, "out/" + std::to_string(batch));
      files_.sync_folder("out");
    }
    checkpoint_.commits().add(batch, {.next_watermark_ms = next_watermark_ms});
  }
  void purge(std::int64_t oldest) override {
    checkpoint_.offsets().purge_below(oldest);
    checkpoint_.commits().purge_below(oldest);
    if (oldest > 0) files_.remove("c/state/" + std::to_string(oldest));
  }

 private:
  void run(std::int64_t batch, std::int64_t start, std::int64_t end) {
    sum_ = batch == 0 ? 0 : std::stoll(files_.read_file("c/state/" + std::to_string(batch)).value());
    output_.clear();
    for (auto number = start; number < end; ++number) {
      sum_ += number;
      output_ += std::to_string(number) + " ";
    }
    output_ += "sum " + std::to_string(sum_) + "\n";
    prepare(batch);
    commit(batch, 0);
  }

  file_system& files_;
  open_checkpoint checkpoint_;
  std::int64_t sum_ = 0;
  std::string output_;
};

std::string visible_output(file_system& files) {
  std::string all;
  for (const auto& entry : files.list("out"))
    if (!entry.name.starts_with('.')) all += files.read_file("out/" + entry.name).value();
  return all;
}

const std::string whole_output = "0 1 2 3 sum 6\n4 5 6 7 sum 28\n8 9 10 11 sum 66\n12 13 sum 91\n";

void run_to_end(simulated_file_system& files) { small_query(files).run_to_end(); }

}  // namespace

TEST_CASE("offsets, stores, sink, commit: stopped at any step and started again, each row is there once") {
  const auto tried = for_every_crash_point(run_to_end, [](simulated_file_system& files, const crash_point& point) {
    INFO(point.text());
    REQUIRE(whole_output.starts_with(visible_output(files)));
    run_to_end(files);
    REQUIRE(visible_output(files) == whole_output);
  });
  CHECK(tried > 5 * 100);
}

TEST_CASE("stopped again at any step of the restart, each row is there once") {
  for (std::int64_t first = 20; first < 200; first += 30) {
    for_every_crash_point(
        [&](simulated_file_system& files) {
          files.crash_at(first);
          try {
            run_to_end(files);
          } catch (const crashed&) {
          }
          if (files.has_crashed()) files.reboot(unsynced::torn, static_cast<std::uint64_t>(first));
          run_to_end(files);
        },
        [&](simulated_file_system& files) {
          run_to_end(files);
          REQUIRE(visible_output(files) == whole_output);
        },
        {.seeds = 1});
  }
}

TEST_CASE("with a full disk or a failing device at any step the run ends with an error, and the next one completes") {
  for_every_failure(run_to_end, [](simulated_file_system& files, const crash_point& point) {
    INFO(point.text());
    REQUIRE(whole_output.starts_with(visible_output(files)));
    run_to_end(files);
    REQUIRE(visible_output(files) == whole_output);
  });
}
