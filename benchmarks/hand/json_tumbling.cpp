// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "json_tumbling.hpp"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstring>
#include <functional>
#include <limits>
#include <map>
#include <stdexcept>
#include <string_view>
#include <vector>

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <boost/unordered/unordered_flat_map.hpp>

namespace hand {
namespace {

[[noreturn]] void fail(const std::string& what) { throw std::runtime_error(what); }

std::vector<std::string> names_in(const std::string& folder) {
  std::vector<std::string> names;
  DIR* const open = opendir(folder.c_str());
  if (open == nullptr) fail("cannot list " + folder);
  while (const dirent* one = readdir(open))
    if (one->d_name[0] != '.') names.emplace_back(one->d_name);
  closedir(open);
  std::sort(names.begin(), names.end());
  return names;
}

void read_whole(const std::string& path, std::string& into) {
  const int file = open(path.c_str(), O_RDONLY);
  struct stat status {};
  if (file < 0 || fstat(file, &status) != 0) fail("cannot open " + path);
  into.resize(static_cast<std::size_t>(status.st_size));
  for (std::size_t done = 0; done < into.size();) {
    const ssize_t got = read(file, into.data() + done, into.size() - done);
    if (got <= 0) fail("cannot read " + path);
    done += static_cast<std::size_t>(got);
  }
  close(file);
}

void write_durably(const std::string& folder, const std::string& name, std::string_view bytes) {
  const std::string hidden = folder + "/." + name;
  const int file = open(hidden.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
  if (file < 0) fail("cannot make " + hidden);
  while (!bytes.empty()) {
    const ssize_t written = write(file, bytes.data(), bytes.size());
    if (written <= 0) fail("cannot write " + hidden);
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  if (fdatasync(file) != 0) fail("cannot sync " + hidden);
  close(file);
  if (rename(hidden.c_str(), (folder + "/" + name).c_str()) != 0) fail("cannot rename " + hidden);
}

constexpr std::int64_t micros_of_day = 86'400'000'000;

// Days since 1970 of a date, and back: counted from March, in eras of 400 years.
std::int64_t days_of(std::int64_t year, std::int64_t month, std::int64_t day) {
  year -= month <= 2;
  const std::int64_t era = year / 400;
  const std::int64_t of_era = year - era * 400;
  const std::int64_t of_year = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
  return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
}

void append_number(std::string& out, std::int64_t number, std::size_t width) {
  char digits[20];
  const auto end = std::to_chars(digits, digits + sizeof digits, number).ptr;
  const auto length = static_cast<std::size_t>(end - digits);
  out.append(length < width ? width - length : 0, '0').append(digits, length);
}

void append_time(std::string& out, std::int64_t micros) {
  const std::int64_t days = micros / micros_of_day + 719468;
  const std::int64_t era = days / 146097;
  const std::int64_t of_era = days - era * 146097;
  const std::int64_t year_of_era = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
  const std::int64_t of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  const std::int64_t month = (5 * of_year + 2) / 153;
  append_number(out, year_of_era + era * 400 + (month >= 10), 4);
  append_number(out += '-', month < 10 ? month + 3 : month - 9, 2);
  append_number(out += '-', of_year - (153 * month + 2) / 5 + 1, 2);
  const std::int64_t of_day = micros % micros_of_day / 1000;
  append_number(out += 'T', of_day / 3'600'000, 2);
  append_number(out += ':', of_day / 60'000 % 60, 2);
  append_number(out += ':', of_day / 1000 % 60, 2);
  append_number(out += '.', of_day % 1000, 3);
  out += 'Z';
}

// What is read of a line.
struct view {
  std::string_view user;
  std::int64_t micros = 0;
};

// The members of a flat object, in any order, without escapes and blanks.
class line_scanner {
 public:
  explicit line_scanner(std::string_view text) : at_(text.data()), end_(text.data() + text.size()) {
    if (std::memchr(text.data(), '\\', text.size()) != nullptr) fail("escapes are not known here");
  }

  bool next(view& into) {
    if (at_ == end_) return false;
    expect('{');
    while (true) {
      const std::string_view key = string();
      expect(':');
      if (key == "user") into.user = string();
      else if (key == "time") into.micros = time_of(string());
      else skip_value();
      if (at_ == end_) fail("a line ends too early");
      const char c = *at_++;
      if (c == '}') break;
      if (c != ',') fail("a comma is missing");
    }
    if (at_ != end_) expect('\n');
    return true;
  }

 private:
  void expect(char c) {
    if (at_ == end_ || *at_ != c) fail("a line is malformed");
    ++at_;
  }
  std::string_view string() {
    expect('"');
    const char* const start = at_;
    at_ = static_cast<const char*>(std::memchr(start, '"', static_cast<std::size_t>(end_ - start)));
    if (at_ == nullptr) fail("a string does not end");
    return {start, static_cast<std::size_t>(at_++ - start)};
  }
  void skip_value() {
    if (at_ != end_ && *at_ == '"') string();
    else
      while (at_ != end_ && *at_ != ',' && *at_ != '}') ++at_;
  }
  // "2026-01-05T10:00:00.123Z"
  std::int64_t time_of(std::string_view text) {
    if (text.size() != 24 || text[10] != 'T' || text[23] != 'Z') fail("a time is malformed");
    const auto number = [&](std::size_t first, std::size_t digits) {
      std::int64_t value = 0;
      for (std::size_t i = first; i < first + digits; ++i) {
        const auto digit = static_cast<unsigned>(text[i] - '0');
        if (digit > 9) fail("a time is malformed");
        value = value * 10 + digit;
      }
      return value;
    };
    const std::string_view date = text.substr(0, 10);
    if (std::memcmp(date.data(), date_, sizeof date_) != 0) {  // most rows are of the day of the row before
      std::memcpy(date_, date.data(), sizeof date_);
      day_micros_ = days_of(number(0, 4), number(5, 2), number(8, 2)) * micros_of_day;
    }
    return day_micros_ + ((number(11, 2) * 60 + number(14, 2)) * 60 + number(17, 2)) * 1'000'000 + number(20, 3) * 1000;
  }

  const char* at_;
  const char* end_;
  char date_[10] = {};
  std::int64_t day_micros_ = 0;
};

struct text_hash {
  using is_transparent = void;
  std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
};
using counts = boost::unordered_flat_map<std::string, std::int64_t, text_hash, std::equal_to<>>;

class program {
 public:
  explicit program(const json_tumbling_settings& settings) : settings_(settings) {}

  void run() {
    const std::vector<std::string> names = names_in(settings_.input);
    for (const std::string& name : names) {
      read_whole(settings_.input + "/" + name, text_);
      add_lines(text_);
      finish(name);
    }
    finish("");  // windows that the last file has closed
  }

 private:
  void add_lines(std::string_view text) {
    line_scanner lines(text);
    view one;
    while (lines.next(one)) {
      observed_ = std::max(observed_, one.micros);
      if (static_cast<std::uint64_t>(one.micros - start_) >= static_cast<std::uint64_t>(settings_.width_micros)) {
        start_ = one.micros / settings_.width_micros * settings_.width_micros;
        window_ = start_ + settings_.width_micros <= watermark_ ? nullptr : &windows_[start_];
      }
      if (window_ == nullptr) continue;
      const auto found = window_->find(one.user);
      if (found != window_->end()) ++found->second;
      else window_->emplace(one.user, 1);
    }
  }

  // What is closed by the watermark of the file before goes out; then the watermark of this one.
  void finish(const std::string& name) {
    rows_.clear();
    for (; !windows_.empty() && windows_.begin()->first + settings_.width_micros <= watermark_;
         windows_.erase(windows_.begin()))
      append_window(windows_.begin()->first, windows_.begin()->second);
    start_ = std::numeric_limits<std::int64_t>::min() / 2;
    const std::string number = std::to_string(batch_++);
    if (!rows_.empty()) write_durably(settings_.output, "part-" + number + ".json", rows_);
    watermark_ = std::max(watermark_, (observed_ - settings_.delay_micros) / 1000 * 1000);
    write_durably(settings_.checkpoint, number, state_text(name));
  }

  void append_window(std::int64_t start, const counts& users) {
    std::string head = "{\"window\":{\"start\":\"";
    append_time(head, start);
    head += "\",\"end\":\"";
    append_time(head, start + settings_.width_micros);
    head += "\"},\"user\":\"";
    for (const auto& [user, count] : users) {
      (((rows_ += head) += user) += "\",\"count\":");
      append_number(rows_, count, 1);
      rows_ += "}\n";
    }
  }

  // All open windows, as bytes.
  const std::string& state_text(const std::string& name) {
    state_.clear();
    const auto put = [this](std::int64_t number) { state_.append(reinterpret_cast<const char*>(&number), sizeof number); };
    (state_ += name) += '\0';
    put(watermark_);
    for (const auto& [start, users] : windows_) {
      put(start);
      put(static_cast<std::int64_t>(users.size()));
      for (const auto& [user, count] : users) {
        (state_ += user) += '\0';
        put(count);
      }
    }
    return state_;
  }

  json_tumbling_settings settings_;
  std::string text_;
  std::string rows_;
  std::string state_;
  std::map<std::int64_t, counts> windows_;
  counts* window_ = nullptr;
  std::int64_t start_ = std::numeric_limits<std::int64_t>::min() / 2;
  std::int64_t observed_ = std::numeric_limits<std::int64_t>::min() / 2;
  std::int64_t watermark_ = std::numeric_limits<std::int64_t>::min();
  int batch_ = 0;
};

}  // namespace

void count_json_rows(const json_tumbling_settings& settings) { program(settings).run(); }

}  // namespace hand
