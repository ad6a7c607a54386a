// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// json_fuzz_program [seconds] [seed]: tries random texts on the JSON reader and stops at the first that breaks a property.
// With -DTIDEMARK_LIBFUZZER -fsanitize=fuzzer (clang) it is a target of libFuzzer instead.

#include "fuzz/json_properties.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <random>
#include <string>
#include <string_view>

namespace {

bool holds(fuzz::json_properties& properties, std::string_view text) {
  const std::string_view broken = properties.broken_by(text);
  if (broken.empty()) return true;
  std::printf("%.*s:\n", static_cast<int>(broken.size()), broken.data());
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::printf("\n");
  return false;
}

}  // namespace

#ifdef TIDEMARK_LIBFUZZER

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static fuzz::json_properties properties;
  if (!holds(properties, {reinterpret_cast<const char*>(data), size})) std::abort();
  return 0;
}

#else

int main(int count, char** arguments) {
  const long seconds = count > 1 ? std::atol(arguments[1]) : 10;
  const std::uint64_t seed = count > 2 ? std::strtoull(arguments[2], nullptr, 10) : std::random_device{}();
  std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
  fuzz::json_texts texts(seed);
  fuzz::json_properties properties;
  const std::time_t end = std::time(nullptr) + seconds;
  long tried = 0;
  for (; tried % 1000 != 0 || std::time(nullptr) < end; ++tried)
    if (!holds(properties, texts.next())) return 1;
  std::printf("%ld texts, no property broken\n", tried);
  return 0;
}

#endif
