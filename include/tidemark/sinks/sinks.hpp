// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// sinks(a, b, …): several sinks that get the same rows, as one sink.

#include <tidemark/plan/capabilities.hpp>
#include <tidemark/row/row.hpp>
#include <tidemark/sinks/sink.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace tidemark {

// Each row goes to each of them. All prepare before the first commits, and both in the order in which they are given; so after
// a crash between two commits the batch comes again to those that have it too, under its id.
template <class... Sinks>
class sink_list {
 public:
  static constexpr sink_capabilities capabilities = [] {
    sink_capabilities together = no_sink;
    ((together = both(together, capabilities_of<Sinks>)), ...);
    return together;
  }();

  explicit sink_list(Sinks... each) : each_(std::move(each)...) {}

  std::string description() const {
    std::string text;
    std::apply([&](const auto&... one) { ((text += (text.empty() ? "" : ", ") + one.description()), ...); }, each_);
    return text;
  }

  // The running sinks, each where it stays.
  template <Row R>
  class open_sink {
    template <class S>
    using opened = decltype(std::declval<const S&>().template open<R>(std::declval<const sink_place&>()));
    template <class S>
    using writer_of = decltype(std::declval<opened<S>&>().writer(std::size_t{}));

   public:
    // Of one partition, in all sinks.
    class row_writer {
     public:
      explicit row_writer(writer_of<Sinks>... each) : each_(each...) {}

      void write(const auto& row) {
        std::apply([&](auto&... one) { (one.write(row), ...); }, each_);
      }

     private:
      std::tuple<writer_of<Sinks>...> each_;
    };

    open_sink(const std::tuple<Sinks...>& settings, const sink_place& place)
        : each_(std::apply([&](const auto&... one) { return running(open_one(one, place)...); }, settings)) {
      writers_.reserve(place.partitions);
      for (std::size_t p = 0; p < place.partitions; ++p)
        std::apply([&](auto&... one) { writers_.emplace_back(one->writer(p)...); }, each_);
    }

    void begin(batch_id id, output mode) {
      std::apply([&](auto&... one) { (one->begin(id, mode), ...); }, each_);
    }
    row_writer& writer(std::size_t partition) { return writers_[partition]; }
    void prepare(batch_id id) {
      std::apply([&](auto&... one) { (one->prepare(id), ...); }, each_);
    }
    void commit(batch_id id) {
      std::apply([&](auto&... one) { (one->commit(id), ...); }, each_);
    }
    // All get the same rows: as many as the first one says that knows.
    std::int64_t output_rows() const {
      std::int64_t rows = -1;
      std::apply([&](const auto&... one) { ((rows = rows < 0 ? one->output_rows() : rows), ...); }, each_);
      return rows;
    }

   private:
    using running = std::tuple<std::unique_ptr<opened<Sinks>>...>;

    template <class S>
    static std::unique_ptr<opened<S>> open_one(const S& settings, const sink_place& place) {
      return std::unique_ptr<opened<S>>(new opened<S>(settings.template open<R>(place)));
    }

    running each_;
    std::vector<row_writer> writers_;
  };

  template <Row R>
    requires(Sink<Sinks, R> && ...)
  open_sink<R> open(const sink_place& place) const {
    return {each_, place};
  }

 private:
  std::tuple<Sinks...> each_;
};

// The same output to each of the sinks, with one run of the plan: in any mode that all of them take, and as often as the
// weakest of them can promise.
//   counts | write_stream(sinks(json_sink("out"), console_sink{}), append)
template <class First, class... Others>
sink_list<First, Others...> sinks(First first, Others... others) {
  return sink_list<First, Others...>(std::move(first), std::move(others)...);
}

}  // namespace tidemark
