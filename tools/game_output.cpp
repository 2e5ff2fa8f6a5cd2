#include "game_output.hpp"

#include <xq/base/encoding.hpp>

#include <utility>

namespace xq::cli {

namespace {

/// Whether `extension` is one of the words of a format's list.
bool lists(std::string_view words, std::string_view extension) {
  while (!words.empty()) {
    const auto end = words.find(' ');
    if (words.substr(0, end) == extension) {
      return true;
    }
    words.remove_prefix(end == std::string_view::npos ? words.size() : end + 1);
  }
  return false;
}

} // namespace

void GameOutputOptions::describe(OptionSet& options) {
  options.begin_group("Output options");
  output.describe(options);
  options.add("to", choice(to, writable_formats(), "FORMAT"),
              "format to write; without it the end of FILE's name decides, else it is pgn");
  notation.describe(options);
  std::vector<std::pair<std::string, format::Encoding>> encodings;
  for (const auto& [word, meaning] : encoding_choices()) {
    encodings.emplace_back(word, *meaning);
  }
  options.add("to-encoding", choice(encoding, std::move(encodings), "NAME"),
              "encoding to write; big5 wants --notation traditional");
  options.begin_group("Options");
}

std::string GameOutputOptions::format() const {
  if (!to.empty()) {
    return to;
  }
  const auto dot = output.path.rfind('.');
  if (dot != std::string::npos && output.path.find('/', dot) == std::string::npos) {
    const auto extension = std::string_view{output.path}.substr(dot + 1);
    for (const format::FormatInfo& info : format::formats()) {
      if (info.writable && lists(info.extensions, extension)) {
        return std::string{info.name};
      }
    }
  }
  return "pgn";
}

GameFormatter::GameFormatter(const GameOutputOptions& options) : m_encoding{options.encoding} {
  format::WriteOptions write;
  write.style = options.notation.style;
  write.notation = options.notation.write_options();
  write.encoding = options.encoding;
  m_writer = format::make_writer(options.format(), write);
}

std::string GameFormatter::header() const {
  std::string text;
  m_writer->header(text);
  if (m_encoding == format::Encoding::utf8) {
    return text;
  }
  const bool utf16 =
      m_encoding == format::Encoding::utf16le || m_encoding == format::Encoding::utf16be;
  std::string bytes{utf16 ? byte_order_mark(m_encoding) : std::string_view{}};
  bytes += *encode(text, m_encoding); // our own words, in ASCII
  return bytes;
}

std::string GameFormatter::footer() const {
  std::string text;
  m_writer->footer(text);
  return m_encoding == format::Encoding::utf8 ? text : *encode(text, m_encoding);
}

std::optional<Problem> GameFormatter::append(std::string& out, const record::Game& game) const {
  if (m_encoding == format::Encoding::utf8) {
    m_writer->game(out, game);
    return std::nullopt;
  }
  std::string text;
  m_writer->game(text, game);
  auto bytes = encode(text, m_encoding);
  if (bytes) {
    out += *bytes;
    return std::nullopt;
  }
  Problem problem = bytes.error();
  problem.where = {}; // a place in text that nobody has seen
  problem.advice = "The game is left out. Choose another --to-encoding (gb18030 has everything), or "
                   "--notation traditional for big5.";
  return problem;
}

} // namespace xq::cli
