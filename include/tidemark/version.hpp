// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The version of the library. The build reads it from here; the forms of files on disk have versions of their own.

#define TIDEMARK_VERSION_MAJOR 1
#define TIDEMARK_VERSION_MINOR 0
#define TIDEMARK_VERSION_PATCH 0
