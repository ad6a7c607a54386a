// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The main program of a fuzzer, for all readers: tries random texts for some seconds and stops at the first that breaks a
// property. With -DTIDEMARK_LIBFUZZER -fsanitize=fuzzer (clang) it is a target of libFuzzer instead.

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <random>
#include <string_view>

namespace fuzz {

// Whether no property is broken by a text; a broken one is printed with it.
template <class Properties>
bool holds(Properties& properties, std::string_view text) {
  const std::string_view broken = properties.broken_by(text);
  if (broken.empty()) return true;
  std::printf("%.*s:\n", static_cast<int>(broken.size()), broken.data());
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::printf("\n");
  return false;
}

// The arguments are [seconds] [seed].
template <class Properties, class Texts>
int run(int count, char** arguments) {
  const long seconds = count > 1 ? std::atol(arguments[1]) : 10;
  const std::uint64_t seed = count > 2 ? std::strtoull(arguments[2], nullptr, 10) : std::random_device{}();
  std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
  Texts texts(seed);
  Properties properties;
  const std::time_t end = std::time(nullptr) + seconds;
  long tried = 0;
  for (; tried % 1000 != 0 || std::time(nullptr) < end; ++tried)
    if (!holds(properties, texts.next())) return 1;
  std::printf("%ld texts, no property broken\n", tried);
  return 0;
}

template <class Properties>
int try_bytes(const std::uint8_t* data, std::size_t size) {
  static Properties properties;
  if (!holds(properties, {reinterpret_cast<const char*>(data), size})) std::abort();
  return 0;
}

}  // namespace fuzz
