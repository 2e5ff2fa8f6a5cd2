#include "format/shared/slice.hpp"

#include <xq/base/problem_code.hpp>
#include <xq/base/translate.hpp>
#include <xq/record/game.hpp>

#include <algorithm>
#include <cstring>

namespace xq::format {
namespace {

/// What stands at the end of a file or of a page, and between files that were joined.
constexpr bool is_padding(char c) noexcept { return c == '\0' || c == '\x1A' || c == '\f'; }

} // namespace

void Splitter::scan(std::string_view text, bool last, std::vector<Start>& starts) {
  while (m_line < text.size()) {
    if (m_searched == m_line) {
      const auto run = pass_lines(text.substr(m_line));
      m_number += run.count;
      m_line = m_searched = m_line + run.bytes;
    }
    const void* const end = std::memchr(text.data() + m_searched, '\n', text.size() - m_searched);
    std::size_t line_end = text.size();
    if (end != nullptr) {
      line_end = static_cast<std::size_t>(static_cast<const char*>(end) - text.data());
    } else if (!last) {
      m_searched = text.size();
      return;
    }
    auto line = text.substr(m_line, line_end - m_line);
    std::size_t padding = 0; // that ends a file to which another one was joined
    if (!line.empty() && is_padding(line[0])) {
      padding = std::min(line.find_first_not_of(std::string_view{"\0\x1A\f\r", 4}), line.size());
      line.remove_prefix(padding);
    }
    const auto game = starts.empty() ? 0 : std::min(starts.back().offset, m_line);
    m_before = text.substr(game, m_line - game);
    if (begins_game(line)) {
      starts.push_back({m_line + padding, m_number});
    }
    m_inside.clear();
    begins_inside(line, m_inside);
    for (const auto at : m_inside) {
      starts.push_back({m_line + padding + at, m_number});
    }
    ++m_number;
    m_line = m_searched = std::min(line_end + 1, text.size());
  }
}

void Splitter::begins_inside(std::string_view line, std::vector<std::size_t>& starts) {
  static_cast<void>(line);
  static_cast<void>(starts);
}

void Splitter::drop(std::size_t bytes) noexcept {
  m_line -= bytes;
  m_searched -= bytes;
}

void Locator::reset(const Slice& slice) noexcept {
  m_slice = slice;
  m_at = 0;
  m_line = slice.line;
  m_column = 1;
}

Location Locator::at(std::size_t offset) noexcept {
  const auto text = m_slice.text;
  offset = std::min(offset, text.size());
  if (offset < m_at) {
    reset(m_slice);
  }
  std::size_t line_start = m_at;
  while (true) {
    const auto end = text.find('\n', line_start);
    if (end >= offset) { // npos is greater, too
      break;
    }
    ++m_line;
    m_column = 1;
    line_start = end + 1;
  }
  m_column += count_characters(text.substr(line_start, offset - line_start));
  m_at = offset;
  return {m_slice.offset + offset, m_line, m_column};
}

void Reporter::reset(const Slice& slice, record::Game& game) noexcept {
  m_game = &game;
  m_locator.reset(slice);
}

void Reporter::add(ProblemCode code, std::string message, std::string_view token,
                   std::size_t offset, int ply) {
  if (m_game->problems.size() < limit || info(code).severity == Severity::error) {
    add(make_problem(code, std::move(message), token, m_locator.at(offset), ply));
  }
}

void Reporter::add(Problem problem) {
  if (m_game->problems.size() < limit ||
      (problem.severity == Severity::error && m_game->usable())) {
    m_game->problems.push_back(std::move(problem));
  }
}

void Reporter::locate(std::size_t first) noexcept {
  for (; first < m_game->problems.size(); ++first) {
    auto& where = m_game->problems[first].where;
    where = m_locator.at(where.offset);
  }
}

namespace {

/// Offset of the first byte at `from` or behind it that is no text, or npos.
std::size_t find_unreadable(std::string_view text, std::size_t from, bool damaged) noexcept {
  const auto invalid = find_invalid_utf8(text.substr(from));
  const auto replaced = damaged ? text.find("\uFFFD", from) : std::string_view::npos;
  return std::min(invalid == std::string_view::npos ? invalid : invalid + from, replaced);
}

/// All bytes that are no text, the first at `at`, stand in lines that may be lost.
bool costs_lines_only(std::string_view text, std::size_t at, bool damaged, LosableLine losable) {
  text.remove_prefix(text.rfind('\n', at) + 1); // npos + 1 is 0
  while (!text.empty()) {
    const auto line = text.substr(0, text.find('\n'));
    if (find_unreadable(line, 0, damaged) != std::string_view::npos && !losable(line)) {
      return false;
    }
    text.remove_prefix(std::min(line.size() + 1, text.size()));
  }
  return true;
}

/// The text before NULs and other padding at its end.
std::string_view without_padding(std::string_view text) noexcept {
  constexpr std::string_view padding{"\0\x1A\f", 3};
  const auto end = text.find_last_not_of(std::string_view{" \t\r\n\0\x1A\f", 7});
  const auto nul = text.find_first_of(padding, end == std::string_view::npos ? 0 : end + 1);
  return text.substr(0, nul);
}

} // namespace

ReadablePart begin_game(const Slice& slice, record::Game& game, Reporter& report,
                        LosableLine losable) {
  game.clear();
  game.line = slice.line;
  game.raw = slice.text;
  report.reset(slice, game);
  const auto whole = !slice.text.empty() && is_padding(slice.text.back())
                         ? without_padding(slice.text)
                         : slice.text;
  auto text = whole;
  const auto nul = text.find('\0');
  if (nul != std::string_view::npos) {
    report.add(ProblemCode::nul_byte, localized("a NUL byte in the text"), {}, nul);
    text = text.substr(0, nul);
  }
  const auto first = find_unreadable(text, 0, slice.damaged);
  if (first == std::string_view::npos) {
    return {text, text.size() != whole.size()};
  }
  auto problem = make_problem(
      ProblemCode::bad_encoding,
      text.substr(first).starts_with("\uFFFD")
          ? localized("bytes that are no text in the encoding of the file")
          : localized("byte 0x{:02X} is not UTF-8", static_cast<unsigned char>(text[first])),
      {}, report.location(first));
  if (losable != nullptr && costs_lines_only(text, first, slice.damaged, losable)) {
    problem.severity = Severity::warning; // those lines say nothing, the others do
    problem.advice = localized("This header is left out; correct it.");
  } else {
    text = text.substr(0, first);
  }
  report.add(std::move(problem));
  return {text, text.size() != whole.size()};
}

record::Result read_result(std::string_view text, std::size_t offset, Reporter& report) {
  const auto result = record::find_outcome(text);
  if (!result) {
    report.add(ProblemCode::bad_result, localized("the result is none of 1-0, 0-1, 1/2-1/2 and *"),
               text, offset);
  }
  return result.value_or(record::Result::unknown);
}

bool set_up_start(std::string_view fen, std::size_t offset, record::Game& game, Reporter& report) {
  const auto place = [&](Problem problem) {
    problem.where =
        report.location(offset + (problem.where.column == 0 ? 0 : problem.where.column - 1));
    report.add(std::move(problem));
  };
  if (fen == start_fen) { // as most records say it
    game.set_start(Position::start());
    return true;
  }
  const auto reading = read_fen(fen, OpenKing::warning);
  if (!reading) {
    place(reading.error());
    return false;
  }
  for (const auto& warning : reading->warnings) {
    place(warning);
  }
  game.set_start(reading->position);
  return true;
}

std::size_t wide_blank_length(std::string_view text) noexcept {
  const auto c = decode_utf8(text);
  const bool blank = c.value == 0x3000 || c.value == 0xA0 ||
                     (c.value >= 0x2000 && c.value <= 0x200A) || c.value == 0x202F ||
                     c.value == 0x205F;
  return blank ? c.length : 0;
}

std::size_t invisible_length(std::string_view text) noexcept {
  if (text.size() < 3) {
    return 0;
  }
  if (text[0] == '\xEF') {
    return text.starts_with("\uFEFF") ? 3 : 0;
  }
  if (text[0] != '\xE2') {
    return 0;
  }
  const auto c = decode_utf8(text).value;
  const bool invisible =
      (c >= 0x200B && c <= 0x200F) || (c >= 0x202A && c <= 0x202E) || (c >= 0x2060 && c <= 0x2064);
  return invisible ? 3 : 0;
}

} // namespace xq::format
