// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// state_fuzz_program [seconds] [seed]: tries random texts on the reader of state files, see fuzz_program.hpp.

#include "fuzz/fuzz_program.hpp"
#include "fuzz/state_properties.hpp"

#ifdef TIDEMARK_LIBFUZZER

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return fuzz::try_bytes<fuzz::state_properties>(data, size);
}

#else

int main(int count, char** arguments) { return fuzz::run<fuzz::state_properties, fuzz::state_texts>(count, arguments); }

#endif
