// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// log_fuzz_program [seconds] [seed]: tries random texts on the readers of logs, see fuzz_program.hpp.

#include "fuzz/fuzz_program.hpp"
#include "fuzz/log_properties.hpp"

#ifdef TIDEMARK_LIBFUZZER

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return fuzz::try_bytes<fuzz::log_properties>(data, size);
}

#else

int main(int count, char** arguments) { return fuzz::run<fuzz::log_properties, fuzz::log_texts>(count, arguments); }

#endif
