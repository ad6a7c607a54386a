// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The definitions of file_uri.hpp.

#include <tidemark/durable/file_uri.hpp>
#include <tidemark/form.hpp>
#include <tidemark/row/error.hpp>
#include <tidemark/row/utf8.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include <stdlib.h>
#include <unistd.h>

namespace tidemark {

TIDEMARK_INLINE std::string absolute_path(std::string_view path) {
  std::string whole;
  if (!path.starts_with('/')) {
    const std::unique_ptr<char, decltype(&::free)> here(::getcwd(nullptr, 0), &::free);
    if (!here) throw error("file_unreadable", "the current folder has no name any more; start in a folder that is there");
    whole.append(here.get()) += '/';
  }
  whole += path;
  std::string absolute;
  for (std::size_t at = 0; at < whole.size();) {
    const std::size_t end = (std::min)(whole.find('/', at), whole.size());
    const auto part = std::string_view(whole).substr(at, end - at);
    if (part == "..") absolute.resize(absolute.empty() ? 0 : absolute.rfind('/'));
    else if (!part.empty() && part != ".") (absolute += '/') += part;
    at = end + 1;
  }
  return absolute.empty() ? "/" : absolute;
}

TIDEMARK_INLINE std::string file_uri(std::string_view absolute) {
  std::string uri = "file://";
  while (!absolute.empty()) {
    const std::size_t size = utf8_size(absolute.data(), absolute.data() + absolute.size());
    const auto bytes = absolute.substr(0, (std::max)(size, std::size_t{1}));
    std::uint32_t character = static_cast<unsigned char>(bytes.front());
    if (size > 1) character &= 0x7fU >> size;
    for (std::size_t i = 1; i < size; ++i) character = character << 6 | (static_cast<unsigned char>(bytes[i]) & 0x3fU);
    if (size > 0 && stands_in_uri(character)) {
      uri += bytes;
    } else {
      for (const char byte : bytes)
        ((uri += '%') += "0123456789ABCDEF"[static_cast<unsigned char>(byte) >> 4]) +=
            "0123456789ABCDEF"[static_cast<unsigned char>(byte) & 0xf];
    }
    absolute.remove_prefix(bytes.size());
  }
  return uri;
}

TIDEMARK_INLINE std::string path_of_uri(std::string_view uri) {
  if (uri.starts_with("file:")) uri.remove_prefix(5);
  if (uri.starts_with("//")) uri.remove_prefix((std::min)(uri.find('/', 2), uri.size()));
  const auto digit = [](char c) {
    const auto at = std::string_view("0123456789abcdef").find(c >= 'A' && c <= 'F' ? static_cast<char>(c - 'A' + 'a') : c);
    return at == std::string_view::npos ? std::size_t{16} : at;
  };
  std::string path;
  for (std::size_t i = 0; i < uri.size(); ++i) {
    const bool is_escape = uri[i] == '%' && i + 2 < uri.size() && digit(uri[i + 1]) < 16 && digit(uri[i + 2]) < 16;
    path += is_escape ? static_cast<char>(static_cast<unsigned char>(digit(uri[i + 1]) << 4 | digit(uri[i + 2]))) : uri[i];
    if (is_escape) i += 2;
  }
  return path;
}

}  // namespace tidemark
