// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// What there is one of in each partition.

#include <cstddef>
#include <new>
#include <utility>

namespace tidemark {

// Objects at fixed addresses, made once. A std::vector would do; but to compile one costs several times as much, which counts
// where the type is a whole chain of stages, or the writer of one type of row.
template <class T>
class per_partition {
 public:
  per_partition() = default;
  // make(p) yields the object of partition p.
  template <class Make>
  per_partition(std::size_t partitions, Make&& make) : per_partition() {
    first_ = static_cast<T*>(::operator new(partitions * sizeof(T), std::align_val_t(alignof(T))));
    for (; size_ < partitions; ++size_) ::new (static_cast<void*>(first_ + size_)) T(make(size_));
  }
  per_partition(per_partition&& other) noexcept
      : first_(std::exchange(other.first_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  per_partition& operator=(per_partition&&) = delete;
  ~per_partition() {
    while (size_ > 0) first_[--size_].~T();
    ::operator delete(first_, std::align_val_t(alignof(T)));
  }

  std::size_t size() const { return size_; }
  T& operator[](std::size_t partition) const { return first_[partition]; }
  T* begin() const { return first_; }
  T* end() const { return first_ + size_; }

 private:
  T* first_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace tidemark
