#include "cli/files/file_kind.hpp"

#include "base/files/input.hpp"
#include "base/os/file.hpp"
#include "base/text/ascii.hpp"
#include "base/text/text.hpp"
#include "format/binary/binary.hpp"
#include "format/detect.hpp"
#include "jobs/search/list_columns.hpp"
#include "sqlite/schema.hpp"

#include <xq/base/encoding.hpp>
#include <xq/board/fen.hpp>
#include <xq/record/aliases.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace xq::cli {

namespace {

using namespace std::string_view_literals;

constexpr std::size_t head_bytes = std::size_t{64} << 10U;

std::uint32_t number_at(std::string_view bytes, std::size_t at, bool little_endian) {
  std::uint32_t number = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    const std::size_t from = little_endian ? at + 3 - i : at + i;
    number = number << 8U | static_cast<unsigned char>(bytes[from]);
  }
  return number;
}

/// An SQLite file names its application at byte 68; its schema is on the first page.
std::string_view kind_of_sqlite(std::string_view head) {
  constexpr std::size_t id_at = 68;
  const auto id = head.size() < id_at + 4 ? 0 : number_at(head, id_at, false);
  if (id == static_cast<std::uint32_t>(sqlite::game_schema().application_id)) {
    return file_kind::game_database;
  }
  if (id == static_cast<std::uint32_t>(sqlite::book_schema().application_id)) {
    return file_kind::opening_book;
  }
  return lower(head).find("bhobk") != std::string::npos ? file_kind::obk : file_kind::sqlite;
}

bool is_packed(std::string_view head) {
  constexpr std::string_view beginnings[] = {"\x1F\x8B"sv,
                                             "\xFD"
                                             "7zXZ"sv,
                                             "\x28\xB5\x2F\xFD"sv, "BZh"sv, "PK\x03\x04"sv};
  return std::any_of(std::begin(beginnings), std::end(beginnings),
                     [&](std::string_view b) { return head.starts_with(b); });
}

/// ElephantEye's BOOK.DAT is records of 8 bytes in the order of their 32-bit keys.
bool is_eleeye(std::string_view head, std::uintmax_t size) {
  constexpr std::size_t record_bytes = 8;
  if (size % record_bytes != 0 || head.find('\0') == std::string_view::npos) {
    return false;
  }
  for (std::size_t at = record_bytes; at + record_bytes <= head.size(); at += record_bytes) {
    if (number_at(head, at, true) < number_at(head, at - record_bytes, true)) {
      return false;
    }
  }
  return true;
}

/// The first line is `h2e2 5895 FEN`.
bool is_text_book(std::string_view text) {
  const auto line = text.substr(0, text.find('\n'));
  const auto first = line.find(' ');
  const auto second = line.find(' ', first + 1);
  return first == 4 && second != std::string_view::npos &&
         line.substr(5, second - 5).find_first_not_of("-0123456789") == std::string_view::npos &&
         read_fen(line.substr(second + 1)).has_value();
}

/// Its first line that is no comment opens a section.
bool is_alias_file(std::string_view text) {
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    const auto line = trim(text.substr(0, end));
    if (!line.empty() && !line.starts_with('#')) {
      return std::any_of(record::name_kinds.begin(), record::name_kinds.end(), [&](auto kind) {
        return line == fmt::format("[{}]", record::section(kind));
      });
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return false;
}

std::string_view kind_of_text(std::string_view text, const std::string& path) {
  constexpr std::string_view positions[] = {"position fen ", "position startpos"};
  if (std::any_of(std::begin(positions), std::end(positions),
                  [&](std::string_view b) { return text.starts_with(b); })) {
    return "ucci";
  }
  if (text.starts_with("% ") || text.starts_with("<games>\n<!-- ")) {
    return file_kind::rejects;
  }
  if (text.starts_with("{\"fen\":") || text.starts_with("{\"games\":")) {
    return file_kind::jsonl_book;
  }
  if (text.starts_with("{\"id\":") &&
      text.substr(0, text.find('\n')).find("\"solution\":") != std::string_view::npos) {
    return file_kind::puzzles;
  }
  if (text.starts_with("<!DOCTYPE html>") || text.starts_with("<html")) {
    return file_kind::web_page;
  }
  if (is_text_book(text)) {
    return file_kind::text_book;
  }
  if (is_alias_file(text)) {
    return file_kind::aliases;
  }
  if (jobs::is_game_list(text)) {
    return file_kind::game_list;
  }
  const auto* const format = format::detect_format(text, path).format;
  const bool known = format != nullptr && format::find_binary(format->name) == nullptr;
  return known ? format->name : file_kind::anything; // a binary format would have been recognised
}

} // namespace

std::string_view kind_of_file(const std::string& path) {
  const auto status = os::status_of(path);
  if (!status || !status->is_regular) {
    return file_kind::anything;
  }
  if (status->size == 0) {
    return file_kind::empty;
  }
  const std::string head = read_beginning(path, head_bytes);
  if (head.starts_with("SQLite format 3\0"sv)) {
    return kind_of_sqlite(head);
  }
  if (head.starts_with("xq-endings ")) {
    return file_kind::ending_table;
  }
  if (is_packed(head)) {
    return file_kind::packed;
  }
  if (const auto* const format = format::detect_binary(std::as_bytes(std::span{head}))) {
    return format->name;
  }
  const auto encoding = detect_encoding(head, head.size() == status->size);
  std::string text;
  std::vector<BadBytes> bad;
  Decoder{encoding.encoding}.decode(std::string_view{head}.substr(encoding.mark_size), text, bad);
  if (const auto kind = kind_of_text(text, path); kind != file_kind::anything) {
    return kind;
  }
  return is_eleeye(head, status->size) ? file_kind::eleeye : file_kind::anything;
}

std::string_view kind_if_readable(const std::string& path) {
  try {
    return kind_of_file(path);
  } catch (const FileError&) {
    return file_kind::anything;
  }
}

bool is_meant_as(const std::string& path, std::string_view kind) {
  const auto found = kind_of_file(path);
  const bool unknown = found == file_kind::empty || !os::status_of(path);
  return found == kind ||
         (unknown && ((kind == file_kind::game_database && path.ends_with(".xqdb")) ||
                      (kind == file_kind::opening_book && path.ends_with(".xqbook"))));
}

std::string kind_text(std::string_view kind) {
  if (kind == file_kind::anything) {
    return localized("something else");
  }
  if (format::find_format(kind) != nullptr) {
    return localized("games in {}", kind);
  }
  if (kind == file_kind::rejects) {
    return std::string{translate(kind)};
  }
  const bool vowel = "aeiox"sv.find(kind[0]) != std::string_view::npos; // an xq book
  const auto translated = translate(kind);
  return vowel || kind.starts_with("SQ") ? localized("an {}", translated)
                                         : localized("a {}", translated);
}

} // namespace xq::cli
