// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// A file system in memory that stops or fails at a chosen step, and after that holds what a disk would hold.
//
// The program sees every byte and name at once; the disk has only what was synced: bytes by writable_file::sync, names by
// sync_folder. A step is a call that may change something (create, append, sync, close, rename, remove, shrink,
// make_folder, sync_folder, lock), counted from 1. A crash at step k: that call does not complete (an append may have begun),
// every later call throws `crashed`, and `reboot` starts the machine again with what survived.
//
//   td::testing::simulated_file_system files;
//   files.crash_at(7);
//   try { program(files); } catch (const td::testing::crashed&) {}
//   files.reboot(td::testing::unsynced::torn, 1);
//   program(files);
//
// Calls may come from any thread; reboot only when the old program's threads have ended.

#include <tidemark/durable/file_system.hpp>
#include <tidemark/testing/simulated_disk.hpp>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tidemark::testing {

// Thrown by every call from the crash to the reboot. No tidemark::error: nothing may take it for a failure to be handled.
struct crashed : std::exception {
  const char* what() const noexcept override { return "the simulated machine has stopped"; }
};

class simulated_file_system final : public file_system {
 public:
  // The step-th step from now does not complete, and the machine stops. 0: never.
  void crash_at(std::int64_t step) {
    const std::lock_guard guard(mutex_);
    crash_step_ = step == 0 ? 0 : steps_ + step;
  }
  // The step-th step from now fails with ENOSPC, EIO or EROFS. Once, or (`lasting`) from then on until the reboot, except
  // that removing works. 0: never.
  void fail_at(std::int64_t step, int code, bool lasting = false) {
    const std::lock_guard guard(mutex_);
    fail_step_ = step == 0 ? 0 : steps_ + step;
    fail_code_ = code;
    fails_on_ = lasting;
  }
  // Steps since the start or the last reboot.
  std::int64_t steps() const {
    const std::lock_guard guard(mutex_);
    return steps_;
  }
  bool has_crashed() const {
    const std::lock_guard guard(mutex_);
    return has_crashed_;
  }
  // Stops here, between two calls.
  void crash() {
    const std::lock_guard guard(mutex_);
    has_crashed_ = true;
  }
  // Starts again with what survived. Locks are free; open files of the old program throw `crashed` for ever.
  void reboot(unsynced what = unsynced::lost, std::uint64_t seed = 1) {
    const std::lock_guard guard(mutex_);
    disk_.crash(what, seed);
    locked_.clear();
    ++run_;
    steps_ = crash_step_ = fail_step_ = 0;
    fails_on_ = has_crashed_ = false;
  }

  // A file as an earlier run or another program left it: whole and durable, with the folders above it. No step.
  void put_file(const std::string& path, std::string_view bytes) {
    const std::lock_guard guard(mutex_);
    put_folder(folder_of(path));
    const auto found = disk_.find(path);
    const auto file = found ? found : disk_.add(path, false, now_ms_);
    file->bytes = file->durable_bytes = bytes;
    file->is_rewritten = false;
    file->modified_ms = now_ms_;
    disk_.find(folder_of(path))->sync_names();
  }
  // The modification time of what is written from now on.
  void set_time_ms(std::int64_t now) {
    const std::lock_guard guard(mutex_);
    now_ms_ = now;
  }

  std::unique_ptr<readable_file> open(const std::string& path) override {
    const auto use = begin_look();
    const auto file = disk_.find(path);
    if (!file) return nullptr;
    if (file->is_folder) throw file_error("file_unreadable", path, EISDIR);
    return std::make_unique<reader>(*this, file);
  }
  std::optional<file_entry> status(const std::string& path) override {
    const auto use = begin_look();
    const auto found = disk_.find(path);
    return found ? std::optional(entry_of(name_of(path), *found)) : std::nullopt;
  }
  std::vector<file_entry> list(const std::string& folder) override {
    const auto use = begin_look();
    std::vector<file_entry> entries;
    const auto found = disk_.find(folder);
    if (found)
      for (const auto& [name, node] : found->seen) entries.push_back(entry_of(name, *node));
    return entries;
  }
  std::unique_ptr<writable_file> create(const std::string& path) override {
    const auto use = begin_step(path);
    const auto file = file_at(path);
    file->bytes.clear();
    file->is_rewritten = true;
    file->is_doubtful = false;
    file->modified_ms = now_ms_;
    return std::make_unique<writer>(*this, path, file);
  }
  void rename(const std::string& from, const std::string& to) override {
    const auto use = begin_step(to);
    move(from, to);
  }
  bool rename_new(const std::string& from, const std::string& to) override {
    const auto use = begin_step(to);
    return !disk_.find(to) && (move(from, to), true);
  }
  bool remove(const std::string& path) override {
    const auto use = begin_step(path, true);
    const auto found = disk_.find(path);
    if (found && !found->seen.empty()) throw file_error("file_unwritable", path, ENOTEMPTY);
    if (found) disk_.remove(path);
    return found != nullptr;
  }
  bool shrink(const std::string& path, std::int64_t size) override {
    const auto use = begin_step(path, true);
    const auto found = disk_.find(path);
    if (!found) return false;
    if (found->is_folder) throw file_error("file_unwritable", path, EISDIR);
    found->bytes.resize((std::min)(found->bytes.size(), static_cast<std::size_t>(size)));
    found->is_rewritten = true;
    return true;
  }
  bool make_folder(const std::string& path) override {
    const auto use = begin_step(path);
    if (disk_.find_folder(path)) return false;
    if (disk_.find(path)) throw file_error("file_unwritable", path, EEXIST);
    check_above(path);
    disk_.add(path, true, now_ms_);
    return true;
  }
  void sync_folder(const std::string& path) override {
    const auto use = begin_step(path);
    const auto folder = disk_.find_folder(path);
    if (!folder) throw file_error("file_unwritable", path, ENOENT);
    folder->sync_names();
  }
  std::unique_ptr<file_lock> lock(const std::string& path) override {
    const auto use = begin_step(path);
    file_at(path)->bytes = "1";
    if (!locked_.insert(path).second) return nullptr;
    return std::make_unique<held_lock>(*this, path);
  }

 private:
  using node_pointer = simulated_disk::pointer;
  using guard_of_mutex = std::unique_lock<std::mutex>;

  class reader final : public readable_file {
   public:
    reader(simulated_file_system& files, node_pointer file) : files_(files), run_(files.run_), file_(std::move(file)) {}

    std::size_t read(std::span<char> into) override {
      const std::lock_guard guard(files_.mutex_);
      files_.check_alive(run_);
      if (at_ >= file_->bytes.size()) return 0;
      const auto count = file_->bytes.copy(into.data(), into.size(), at_);
      at_ += count;
      return count;
    }
    void skip_to(std::int64_t position) override { at_ = static_cast<std::size_t>(position); }
    std::int64_t size() override {
      const std::lock_guard guard(files_.mutex_);
      files_.check_alive(run_);
      return static_cast<std::int64_t>(file_->bytes.size());
    }

   private:
    simulated_file_system& files_;
    std::uint64_t run_;
    node_pointer file_;
    std::size_t at_ = 0;
  };

  class writer final : public writable_file {
   public:
    writer(simulated_file_system& files, std::string path, node_pointer file)
        : files_(files), run_(files.run_), path_(std::move(path)), file_(std::move(file)) {}

    void append(std::string_view bytes) override {
      const std::lock_guard guard(files_.mutex_);
      const int code = files_.count_step(run_);
      const bool is_whole = code == 0 && !files_.has_crashed_;
      file_->bytes += is_whole ? bytes : bytes.substr(0, bytes.size() / 2);
      file_->modified_ms = files_.now_ms_;
      files_.check_step(path_, code);
    }
    void sync() override {
      const std::lock_guard guard(files_.mutex_);
      const int code = files_.count_step(run_);
      file_->is_doubtful = file_->is_doubtful || code != 0;
      files_.check_step(path_, code);
      file_->sync_bytes();
    }
    void close() override {
      const std::lock_guard guard(files_.mutex_);
      files_.check_step(path_, files_.count_step(run_));
    }

   private:
    simulated_file_system& files_;
    std::uint64_t run_;
    std::string path_;
    node_pointer file_;
  };

  class held_lock final : public file_lock {
   public:
    held_lock(simulated_file_system& files, std::string path) : files_(files), run_(files.run_), path_(std::move(path)) {}
    ~held_lock() override {
      const std::lock_guard guard(files_.mutex_);
      if (run_ == files_.run_) files_.locked_.erase(path_);
    }

   private:
    simulated_file_system& files_;
    std::uint64_t run_;
    std::string path_;
  };

  static file_entry entry_of(std::string name, const disk_node& node) {
    return {.name = std::move(name),
            .is_folder = node.is_folder,
            .size = static_cast<std::int64_t>(node.bytes.size()),
            .modified_ms = node.modified_ms,
            .id = node.id};
  }

  [[nodiscard]] guard_of_mutex begin_look() {
    guard_of_mutex guard(mutex_);
    check_alive(run_);
    return guard;
  }
  [[nodiscard]] guard_of_mutex begin_step(const std::string& path, bool removes = false) {
    guard_of_mutex guard(mutex_);
    check_step(path, count_step(run_, removes));
    return guard;
  }

  // All below: with the mutex held.
  void check_alive(std::uint64_t run) const {
    if (has_crashed_ || run != run_) throw crashed{};
  }
  // The errno with which this step must fail, or 0; it may also be the one at which the machine stops.
  int count_step(std::uint64_t run, bool removes = false) {
    check_alive(run);
    has_crashed_ = ++steps_ == crash_step_;
    const bool is_failing = fails_on_ && fail_step_ != 0 && steps_ > fail_step_ && !removes;
    return steps_ == fail_step_ || is_failing ? fail_code_ : 0;
  }
  void check_step(const std::string& path, int code) const {
    if (has_crashed_) throw crashed{};
    if (code != 0) throw file_error("file_unwritable", path, code);
  }
  void check_above(const std::string& path) const {
    if (!disk_.find_folder(folder_of(path))) throw file_error("file_unwritable", path, ENOENT);
  }
  node_pointer file_at(const std::string& path) {
    check_above(path);
    const auto found = disk_.find(path);
    if (found && found->is_folder) throw file_error("file_unwritable", path, EISDIR);
    return found ? found : disk_.add(path, false, now_ms_);
  }
  void move(const std::string& from, const std::string& to) {
    check_above(to);
    if (!disk_.find(from)) throw file_error("file_unwritable", to, ENOENT);
    disk_.move(from, to);
  }
  void put_folder(const std::string& path) {
    if (disk_.find(path)) return;
    put_folder(folder_of(path));
    disk_.add(path, true, now_ms_);
    disk_.find(folder_of(path))->sync_names();
  }

  mutable std::mutex mutex_;
  simulated_disk disk_;
  std::set<std::string> locked_;
  std::uint64_t run_ = 0;
  std::int64_t now_ms_ = 0;
  std::int64_t steps_ = 0;
  std::int64_t crash_step_ = 0;
  std::int64_t fail_step_ = 0;
  int fail_code_ = 0;
  bool fails_on_ = false;
  bool has_crashed_ = false;
};

}  // namespace tidemark::testing
