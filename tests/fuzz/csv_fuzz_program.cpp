// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// csv_fuzz_program [seconds] [seed]: tries random texts on the CSV reader, see fuzz_program.hpp.

#include "fuzz/csv_properties.hpp"
#include "fuzz/fuzz_program.hpp"

#ifdef TIDEMARK_LIBFUZZER

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return fuzz::try_bytes<fuzz::csv_properties>(data, size);
}

#else

int main(int count, char** arguments) { return fuzz::run<fuzz::csv_properties, fuzz::csv_texts>(count, arguments); }

#endif
