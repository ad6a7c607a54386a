// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Reading one JSON value into a column of any type.

#include <tidemark/formats/byte_scan.hpp>
#include <tidemark/formats/json_input.hpp>
#include <tidemark/formats/json_members.hpp>
#include <tidemark/formats/json_number.hpp>
#include <tidemark/formats/json_skip.hpp>
#include <tidemark/formats/json_string.hpp>
#include <tidemark/row/column_kind.hpp>
#include <tidemark/row/row.hpp>
#include <tidemark/row/time_window.hpp>
#include <tidemark/row/timestamp_text.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace tidemark {

template <class T>
const char* read_value(json_input& in, const char* at, T& into);

inline const char* read_boolean(json_input& in, const char* at, bool& into) {
  if (*at != 't' && *at != 'f') return fail_on_value(in, at, json_problem::not_boolean);
  into = *at == 't';
  return skip_scalar(in, at);
}

// A text column takes any value: what is no string as the JSON that it is.
template <class Text>
inline const char* read_text(json_input& in, const char* at, Text& into) {
  if (*at == '"') [[likely]]
    return read_string(in, at, into);
  const char* const end = *at == 'n' ? fail_on_value(in, at, json_problem::not_text) : skip_value(in, at);
  if (end != nullptr) into = std::string_view(at, static_cast<std::size_t>(end - at));
  return end;
}

// A string with escapes, or one that the type does not read.
template <class T>
[[gnu::cold, gnu::noinline]] const char* read_odd_scalar(json_input& in, const char* at, T& into) {
  std::string text;
  const char* const end = read_string(in, at, text);
  if (end == nullptr) return nullptr;
  return scalar_traits<T>::parse_json(text, into) ? end : in.fail(at, json_problem::not_scalar, scalar_traits<T>::other_value);
}

// A value of a type that reads itself out of a string, or out of a number if it writes numbers.
template <Scalar T>
const char* read_scalar_type(json_input& in, const char* at, T& into) {
  constexpr std::string_view other_value = scalar_traits<T>::other_value;
  const auto is_read = [&](const char* from, const char* to) {
    return scalar_traits<T>::parse_json({from, static_cast<std::size_t>(to - from)}, into);
  };
  if (*at == '"') {
    const char* const end = plain_end(at + 1, in.end);
    if (end != in.end && *end == '"' && is_read(at + 1, end)) [[likely]]
      return end + 1;
    return read_odd_scalar(in, at, into);
  }
  const bool is_number = !scalar_traits<T>::is_quoted_in_json && (*at == '-' || (*at >= '0' && *at <= '9'));
  const char* const end = is_number ? skip_scalar(in, at) : fail_on_value(in, at, json_problem::not_scalar, other_value);
  if (end == nullptr) return nullptr;
  return is_read(at, end) ? end : in.fail(at, json_problem::not_scalar, other_value);
}

// A value that is looked at, and written in another form than it has: it is put where views of texts with escapes look.
template <ScalarView T>
const char* read_scalar_view(json_input& in, const char* at, T& into) {
  constexpr std::string_view other_value = scalar_traits<T>::other_value;
  if (*at != '"') return fail_on_value(in, at, json_problem::not_scalar, other_value);
  if (in.unescaped == nullptr) return in.fail(at, json_problem::escaped_view);
  make_room(in, at);
  const std::size_t before = in.unescaped->size();
  const char* const plain = plain_end(at + 1, in.end);
  const char* end = nullptr;
  bool is_read = false;
  if (plain != in.end && *plain == '"') {
    end = plain + 1;
    is_read = scalar_traits<T>::append_from_json(*in.unescaped, {at + 1, static_cast<std::size_t>(plain - at - 1)});
  } else {
    std::string text;
    end = read_string(in, at, text);
    is_read = end != nullptr && scalar_traits<T>::append_from_json(*in.unescaped, text);
  }
  if (end == nullptr || !is_read) return end == nullptr ? end : in.fail(at, json_problem::not_scalar, other_value);
  into = scalar_traits<T>::from_form(std::string_view(*in.unescaped).substr(before));
  return end;
}

// Steps through the elements of a list or map: `at` stands on its opening bracket; `element(at)` reads one and returns the
// place behind it.
template <class Element>
const char* read_elements(json_input& in, const char* at, char closing, Element&& element) {
  if (++in.depth > json_input::max_depth) return in.fail(at, json_problem::too_deep);
  at = in.to_next(at + 1);
  for (bool is_first = true; !(is_first && in.has(at, closing)); is_first = false) {
    if (in.ends_at(at)) return in.fail(at, json_problem::ends_early);
    if ((at = element(at)) == nullptr) return nullptr;
    at = in.to_next(at);
    if (in.has(at, closing)) break;
    if (!in.has(at, ',')) return in.fail_at_unexpected(at);
    at = in.to_next(at + 1);
  }
  --in.depth;
  return at + 1;
}

// Elements that are there already are read into, so that their memory is used again.
template <class List>
const char* read_list(json_input& in, const char* at, List& into) {
  if (*at != '[') return fail_on_value(in, at, json_problem::not_list);
  std::size_t count = 0;
  at = read_elements(in, at, ']', [&](const char* element) {
    if constexpr (std::is_same_v<typename List::value_type, bool>) {
      bool value = false;
      element = read_value(in, element, value);
      if (count == into.size()) into.push_back(value);
      else into[count] = value;
    } else {
      if (count == into.size()) into.emplace_back();
      element = read_value(in, element, into[count]);
    }
    ++count;
    return element;
  });
  if (at != nullptr) into.resize(count);
  return at;
}

template <class Array>
const char* read_fixed_list(json_input& in, const char* at, Array& into) {
  if (*at != '[') return fail_on_value(in, at, json_problem::not_list);
  const char* const start = at;
  std::size_t count = 0;
  at = read_elements(in, at, ']', [&](const char* element) {
    return count < into.size() ? read_value(in, element, into[count++]) : in.fail(start, json_problem::list_size);
  });
  return at != nullptr && count < into.size() ? in.fail(start, json_problem::list_size) : at;
}

// The entries of a map that is written as an object.
template <class Map>
const char* read_map_object(json_input& in, const char* at, Map& into) {
  return read_elements(in, at, '}', [&](const char* element) -> const char* {
    typename Map::key_type key{};
    if (*element != '"') return in.fail_at_unexpected(element);
    if ((element = read_string(in, element, key)) == nullptr) return nullptr;
    element = in.to_next(element);
    if (!in.has(element, ':')) return in.fail_at_unexpected(element);
    element = in.to_next(element + 1);
    return in.ends_at(element) ? in.fail(element, json_problem::ends_early) : read_value(in, element, into[std::move(key)]);
  });
}

// The entries of a map that is written as a list of pairs.
template <class Map>
const char* read_map_pairs(json_input& in, const char* at, Map& into) {
  return read_elements(in, at, ']', [&](const char* element) -> const char* {
    typename Map::key_type key{};
    if (*element != '[') return fail_on_value(in, element, json_problem::not_map);
    const char* const pair = element;
    std::size_t count = 0;
    element = read_elements(in, element, ']', [&](const char* part) {
      ++count;
      return count == 1   ? read_value(in, part, key)
             : count == 2 ? read_value(in, part, into[key])
                          : in.fail(pair, json_problem::not_map);
    });
    return element != nullptr && count != 2 ? in.fail(pair, json_problem::not_map) : element;
  });
}

// A map whose keys are text is an object, any other a list of pairs. A key given twice: the last counts.
template <class Map>
const char* read_map(json_input& in, const char* at, Map& into) {
  constexpr bool is_object = Text<typename Map::key_type>;
  if (*at != (is_object ? '{' : '[')) return fail_on_value(in, at, json_problem::not_map);
  into.clear();
  if constexpr (is_object) return read_map_object(in, at, into);
  else return read_map_pairs(in, at, into);
}

// How a column of a row or record is read.
template <class R, auto Name>
const char* read_column(json_input& in, const char* at, void* record) {
  return read_value(in, at, tidemark::get<Name>(*static_cast<R*>(record)));
}
template <auto Member>
const char* read_window_end(json_input& in, const char* at, void* window) {
  return read_value(in, at, static_cast<time_window*>(window)->*Member);
}

// The table of columns that the type-free loop works by; one more than there are, since there may be none.
template <class R, class Columns>
inline constexpr json_column json_table[1] = {};
template <class R, name... Names>
inline constexpr json_column json_table<R, name_list<Names...>>[sizeof...(Names) + 1] = {
    {Names.view(), &read_column<R, Names>}..., {}};
template <>
inline constexpr json_column json_table<time_window, name_list<"start", "end">>[3] = {
    {"start", &read_window_end<&time_window::start>}, {"end", &read_window_end<&time_window::end>}, {}};

// Reads an object into the columns `Columns` of a row, record or window.
template <class R, class Columns>
const char* read_object(json_input& in, const char* at, json_order& order, R& into) {
  constexpr const json_column* table = json_table<R, Columns>;
  if (++in.depth > json_input::max_depth) return in.fail(at, json_problem::too_deep);
  unsigned char seen[Columns::size + 1] = {};
  at = read_members(in, at, {table, Columns::size}, order, seen, &into);
  --in.depth;
  return at;
}

// Reads a value of any column type. Requires: at < in.end, no whitespace there; that the type has text has been checked.
template <class T>
const char* read_value(json_input& in, const char* at, T& into) {
  constexpr column_kind kind = kind_of<T>;
  if constexpr (kind == column_kind::boolean) {
    return read_boolean(in, at, into);
  } else if constexpr (kind == column_kind::integer) {
    constexpr auto most = static_cast<std::uint64_t>((std::numeric_limits<T>::max)());
    std::uint64_t value = 0;
    at = read_integer(in, at, most, std::is_signed_v<T> ? most + 1 : 0, value);
    if (at != nullptr) into = static_cast<T>(value);
    return at;
  } else if constexpr (kind == column_kind::floating) {
    return read_floating(in, at, into);
  } else if constexpr (kind == column_kind::text || kind == column_kind::text_view) {
    return read_text(in, at, into);
  } else if constexpr (kind == column_kind::scalar) {
    if constexpr (ScalarView<T>) return read_scalar_view(in, at, into);
    else return read_scalar_type(in, at, into);
  } else if constexpr (kind == column_kind::window) {
    using columns = name_list<"start", "end">;
    return read_object<T, columns>(in, at, in.memory->order_of(json_table<T, columns>), into);
  } else if constexpr (kind == column_kind::nullable) {
    if (*at == 'n') {
      into.reset();
      return skip_scalar(in, at);
    }
    return read_value(in, at, into ? *into : into.emplace());
  } else if constexpr (kind == column_kind::list) {
    return read_list(in, at, into);
  } else if constexpr (kind == column_kind::fixed_list) {
    return read_fixed_list(in, at, into);
  } else if constexpr (kind == column_kind::map) {
    return read_map(in, at, into);
  } else if constexpr (kind == column_kind::record) {
    static_assert(
        has_text<T>,
        "tidemark column_type_has_no_text: a column has a type that JSON is not read into; use a type of the table in "
        "formats/README.md, or adapt the struct");
    using columns = typename fields_of<T>::names;
    return read_object<T, columns>(in, at, in.memory->order_of(json_table<T, columns>), into);
  } else {
    return refuse_kind<T>(), nullptr;
  }
}

}  // namespace tidemark
