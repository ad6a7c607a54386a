#!/bin/sh
# SPDX-FileCopyrightText: 2026 The tidemark authors
# SPDX-License-Identifier: Apache-2.0

# no_start_up_objects.sh NM OBJECT: the object file runs nothing before main.
set -eu
test -s "$2"
found=$("$1" -C "$2" | grep -E '_GLOBAL__sub_I|__cxx_global_var_init|__static_initialization_and_destruction' || :)
if [ -n "$found" ]; then
  echo "these run before main:"
  echo "$found"
  exit 1
fi
