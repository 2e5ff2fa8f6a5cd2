#include "format/detect.hpp"

#include "base/text/ascii.hpp"
#include "base/text/npos.hpp"
#include "format/binary/binary.hpp"
#include "format/json/json.hpp"
#include "format/movetext/ambiguity_resolver.hpp"
#include "format/movetext/move_numbers.hpp"
#include "format/movetext/movetext_words.hpp"
#include "format/movetext/tag_line.hpp"
#include "format/pgn/pgn.hpp"
#include "format/text/dhtmlxq.hpp"
#include "format/text/line_records.hpp"
#include "format/text/text_records.hpp"

#include <xq/base/translate.hpp>

#include <algorithm>
#include <array>
#include <optional>

namespace xq::format {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view convert_first = to_translate("Convert it first.");
constexpr std::string_view name_it_alone =
    to_translate("Name it by itself: databases and books are not read from a folder.");
constexpr std::string_view save_as_csv = to_translate("Save it as CSV.");

/// A format that people have and that xq does not read.
struct Foreign {
  std::string_view mark, name, advice;
};
/// Such formats by how they begin ...
constexpr auto foreign_magic = std::to_array<Foreign>({
    {"CCBridge"sv, to_translate("a CCBridge file of another version"), convert_first},
    {"PK\x03\x04"sv, "zip", convert_first},
    {"SQLite format 3\0"sv, "SQLite", name_it_alone},
    {"#!"sv, to_translate("a script"), convert_first},
    {"%PDF-"sv, "PDF", to_translate("Copy its text into a file of text.")},
});

/// ... and by the ends of their names.
constexpr auto foreign_extensions = std::to_array<Foreign>({
    {"doc", to_translate("an old document of Word"), to_translate("Save it as .docx or as text.")},
    {"xls", to_translate("a workbook"), save_as_csv},
    {"xlsx", to_translate("a workbook"), save_as_csv},
    {"ods", to_translate("a workbook"), save_as_csv},
    {"obk", to_translate("OBK opening book"), name_it_alone},
    {"xqdb", to_translate("game database"), name_it_alone},
    {"xqbook", to_translate("opening book"), name_it_alone},
});

std::string extension(std::string_view file_name) {
  const auto dot = file_name.find_last_of("./!");
  const bool has_one = dot != std::string_view::npos && file_name[dot] == '.';
  return has_one ? lower(file_name.substr(dot + 1)) : std::string{};
}

/// A foreign format by the end of a file's name; null where there is none.
const Foreign* foreign_by_extension(std::string_view ending) noexcept {
  const auto* const found =
      std::find_if(foreign_extensions.begin(), foreign_extensions.end(),
                   [&](const Foreign& foreign) { return foreign.mark == ending; });
  return found == foreign_extensions.end() ? nullptr : found;
}

Detected found(const Foreign& foreign) {
  return {nullptr, std::string{foreign.name}, foreign.advice};
}

/// The name without the ending that compression adds.
std::string_view without_compression(std::string_view file_name) {
  for (const auto ending : {".gz"sv, ".xz"sv, ".zst"sv, ".bz2"sv}) {
    if (file_name.ends_with(ending)) {
      return file_name.substr(0, file_name.size() - ending.size());
    }
  }
  return file_name;
}

const FormatInfo* by_extension(std::string_view wanted) {
  for (const auto& format : formats()) {
    auto list = format.extensions;
    while (format.readable && !list.empty()) {
      const auto end = std::min(list.find(' '), list.size());
      if (list.substr(0, end) == wanted) {
        return &format;
      }
      list.remove_prefix(std::min(end + 1, list.size()));
    }
  }
  return nullptr;
}

/// The name alone may say that a file is of this format. It does not for names that files of any
/// content have, and bytes that are no text are of no text format.
bool name_suffices(std::string_view format, bool binary) noexcept {
  return binary ? find_binary(format) != nullptr : format != "csv" && format != "jsonl";
}

/// More control characters than any text has.
bool is_binary(std::string_view text) noexcept {
  auto head = text.substr(0, 512);
  head = head.substr(0, head.find_last_not_of('\0') + 1); // padding; npos + 1 is 0
  const auto controls = std::count_if(head.begin(), head.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte < 0x20 && c != '\t' && c != '\n' && c != '\r' && c != '\f' && c != '\x1B';
  });
  return static_cast<std::size_t>(controls) * 20 > head.size();
}

/// `text` from its first line on that is neither empty nor a `%` line.
std::string_view from_first_line(std::string_view text) noexcept {
  while (!text.empty()) {
    const auto content = skip_blanks(text.substr(0, text.find('\n')));
    if (!content.empty() && content[0] != '%') {
      return text.substr(static_cast<std::size_t>(content.data() - text.data()));
    }
    static_cast<void>(take_line(text));
  }
  return {};
}

/// The first word is a move from the start position, right or wrong.
bool names_move(std::string_view text) {
  const auto token = word_at(text);
  if (token.empty()) {
    return false;
  }
  const auto& start = Position::start();
  return read_front(start, token, {}).reading.fault != notation::ReadFault::unknown_text;
}

/// `1.` and a move, right or wrong, or Black's dots.
bool is_first_move(std::string_view line) {
  std::size_t number = 0;
  for (const auto one : {"1."sv, "１．"sv, "1．"sv, "1、"sv}) {
    number = line.starts_with(one) ? one.size() : number;
  }
  if (number == 0) {
    return begins_with_first_move(line);
  }
  const auto move = skip_blanks(line.substr(number));
  return move.starts_with('.') || move.starts_with("…") || names_move(move);
}

/// Some line is a header, or the first move of a game.
bool has_pgn_lines(std::string_view text) {
  while (!text.empty()) {
    const auto line = skip_blanks(take_line(text));
    if (is_tag_start(line) || is_first_move(line)) {
      return true;
    }
  }
  return false;
}

/// The name of an XML document's root element; empty where the markup at the front hides it.
std::string_view root_name(std::string_view text) noexcept {
  while (true) {
    text = skip_blanks(text);
    if (text.starts_with('\n')) {
      text.remove_prefix(1);
      continue;
    }
    const std::string_view close = text.starts_with("<!--")             ? "-->"
                                   : text.starts_with("<?")             ? "?>"
                                   : text.starts_with("<!DOCTYPE html") ? ">"
                                                                        : "";
    const auto end = text.find(close);
    if (close.empty() || end == std::string_view::npos) {
      break;
    }
    text.remove_prefix(end + close.size());
  }
  text.remove_prefix(text.starts_with('<') ? 1 : 0);
  return text.substr(0, std::min(text.find_first_of(" \t\r\n/>"), text.size()));
}

/// No other text has a root of this name.
bool is_root_of_games(std::string_view root) noexcept {
  return root == "games" || root == "game" || root == "ChineseChessRecord" || root == "n";
}

std::string_view xml_format(std::string_view text) noexcept {
  const auto root = root_name(text);
  if (root == "ChineseChessRecord") {
    return "cbf";
  }
  if (root == "html" || root == "HTML") {
    return "dhtmlxq"; // a page may hold games after the sample
  }
  return root == "n" ? "pfc" : "xml";
}

/// A document of others in which some member has the name of moves.
bool is_json_document_of_games(std::string_view text) noexcept {
  constexpr auto names = std::to_array<std::string_view>(
      {"\"moves\"", "\"moveList\"", "\"movelist\"", "\"move_list\"", "\"pgn\"", "\"history\"",
       "\"着法\"", "\"招法\"", "\"棋谱\"", "\"棋譜\""});
  return is_json_document(text) && std::any_of(names.begin(), names.end(), [&](std::string_view n) {
           return text.find(n) != npos;
         });
}

/// `["h2e2", "h9g7"]`: a list of moves in JSON, or of pairs of them.
bool is_json_move_list(std::string_view text) noexcept {
  const auto quote = text.find_first_not_of("[ \t\r\n");
  return text.starts_with('[') && quote != npos && text[quote] == '"' &&
         begins_with_move(text.substr(quote + 1));
}

/// `text` from its first line on that is neither empty nor a `#` line.
std::string_view behind_remarks(std::string_view text) noexcept {
  while (!text.empty()) {
    auto rest = text;
    const auto line = trim(take_line(rest));
    if (!line.empty() && line[0] != '#') {
      break;
    }
    text = rest;
  }
  return text;
}

std::optional<std::string_view> by_content(std::string_view text) {
  text = from_first_line(text);
  const auto line = text.substr(0, text.find('\n'));
  const bool markup = line.starts_with('<');
  if (markup && is_root_of_games(root_name(text))) {
    return xml_format(text);
  }
  const bool numbered = is_bracketed_number(line);
  if (!numbered && looks_like_json(text) &&
      (has_json_games(text) || is_json_document_of_games(text) || is_json_move_list(text))) {
    return "jsonl";
  }
  if (is_tag_start(line)) {
    return "pgn";
  }
  if (looks_like_fen(line)) { // before uci: r4k3/ and b2a5/ begin like moves between squares
    return "epd";
  }
  if (has_dhtmlxq(text)) { // after those in which it may stand in a comment
    return "dhtmlxq";
  }
  if (markup) {
    return xml_format(text);
  }
  if (line.starts_with('[') || line.starts_with('{')) {
    return has_pgn_lines(text) ? std::optional{"pgn"sv} : std::nullopt;
  }
  if (looks_like_wxf(line)) {
    return "wxf";
  }
  if (looks_like_csv(text)) {
    return "csv";
  }
  if (looks_like_eglib(line)) {
    return "eglib";
  }
  if (looks_like_txt(text)) {
    return "txt";
  }
  if (looks_like_uci(line)) {
    return "uci";
  }
  if (line.starts_with('#')) { // a remark before a list
    const auto list = behind_remarks(text);
    return looks_like_fen_list(list) ? std::optional{"epd"sv}
           : looks_like_uci(list)    ? std::optional{"uci"sv}
                                     : std::nullopt;
  }
  if (is_bare_digits(line)) {
    return "dhtmlxq";
  }
  return looks_like_fen_list(line) ? std::optional{"epd"sv} : std::nullopt;
}

} // namespace

Detected detect_format(std::string_view text, std::string_view file_name) {
  const auto ending = extension(without_compression(file_name));
  const auto* const named = foreign_by_extension(ending);
  const auto content = skip_blanks(text);
  for (const auto& foreign : foreign_magic) {
    if (content.starts_with(foreign.mark)) {
      return found(foreign.name == "zip" && named != nullptr ? *named : foreign); // a workbook
    }
  }
  const bool binary = is_binary(text);
  if (!binary) {
    if (const auto name = by_content(text)) {
      return {find_format(*name), {}, {}};
    }
    if (looks_like_json(from_first_line(text)) && !is_bracketed_number(from_first_line(text))) {
      return {nullptr, to_translate("JSON that is not a game a line"), convert_first};
    }
  }
  if (named != nullptr) {
    return found(*named);
  }
  if (const auto* format = by_extension(ending);
      format != nullptr && name_suffices(format->name, binary)) {
    return {format, {}, {}};
  }
  if (!binary && has_pgn_lines(text)) {
    return {find_format("pgn"), {}, {}};
  }
  if (!binary && looks_like_moves(text)) {
    return {find_format("txt"), {}, {}};
  }
  return {};
}

} // namespace xq::format
