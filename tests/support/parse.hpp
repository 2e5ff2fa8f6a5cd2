#pragma once

// Records from text, through a format's splitter and parser.

#include "format/json/json.hpp"
#include "format/pgn/pgn.hpp"
#include "format/text/line_records.hpp"
#include "format/xml/xml.hpp"

#include <xq/notation/notation.hpp>
#include <xq/record/game.hpp>

#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace support {

struct Parsed {
  std::vector<std::unique_ptr<xq::record::Game>> games;
  std::vector<std::string> texts; ///< of the games
  std::optional<xq::Problem> problem;

  [[nodiscard]] const xq::record::Game& only() const {
    if (games.size() != 1) {
      throw std::runtime_error{"not one game but " + std::to_string(games.size())};
    }
    return *games.front();
  }
};

inline Parsed parse(std::string_view text, xq::format::Splitter& splitter,
                    xq::format::SliceParser& parser, std::size_t piece = std::string_view::npos) {
  std::vector<xq::format::Splitter::Start> starts;
  for (std::size_t end = 0; end < text.size();) {
    end = piece < text.size() - end ? end + piece : text.size();
    splitter.scan(text.substr(0, end), end == text.size(), starts);
  }
  Parsed out;
  for (std::size_t i = 0; i < starts.size(); ++i) {
    const auto begin = starts[i].offset;
    const auto end = i + 1 < starts.size() ? starts[i + 1].offset : text.size();
    auto& game = *out.games.emplace_back(std::make_unique<xq::record::Game>());
    parser.parse(
        {text.substr(begin, end - begin), begin, starts[i].line, false, splitter.heading()}, game);
    game.number = i + 1;
    out.texts.emplace_back(text.substr(begin, end - begin));
  }
  return out;
}

/// The same with a format's own splitter and parser.
template <typename Splitter,
          std::unique_ptr<xq::format::SliceParser> (*Make)(const xq::format::ReadOptions&)>
Parsed parse_as(std::string_view text, std::size_t piece = std::string_view::npos) {
  Splitter splitter;
  return parse(text, splitter, *Make({}), piece);
}

inline Parsed parse_pgn(std::string_view text, std::size_t piece = std::string_view::npos) {
  return parse_as<xq::format::PgnSplitter, xq::format::make_pgn_parser>(text, piece);
}
inline Parsed parse_uci(std::string_view text, std::size_t piece = std::string_view::npos) {
  return parse_as<xq::format::UciSplitter, xq::format::make_uci_parser>(text, piece);
}
inline Parsed parse_epd(std::string_view text, std::size_t piece = std::string_view::npos) {
  return parse_as<xq::format::EpdSplitter, xq::format::make_epd_parser>(text, piece);
}
inline Parsed parse_jsonl(std::string_view text, std::size_t piece = std::string_view::npos) {
  return parse_as<xq::format::JsonSplitter, xq::format::make_json_parser>(text, piece);
}
inline Parsed parse_xml(std::string_view text, std::size_t piece = std::string_view::npos) {
  xq::format::XmlGameReader reader{{}};
  std::vector<std::unique_ptr<xq::record::Game>> games;
  Parsed out;
  do {
    const auto now = text.substr(0, piece);
    text.remove_prefix(now.size());
    out.problem = reader.feed(now, text.empty(), games);
  } while (!text.empty() && !out.problem);
  for (auto& entry : games) {
    out.texts.push_back(entry->raw);
    out.games.push_back(std::move(entry));
  }
  return out;
}

/// `h2e2 h9g7`, and in parentheses what replaces the move before.
inline std::string tree_text(const xq::record::Game& game,
                             xq::record::NodeId parent = xq::record::root_node) {
  using namespace xq;
  std::string out;
  for (auto id = game.node(parent).first_child; id != record::no_node;
       id = game.node(id).first_child) {
    const auto name = [&](record::NodeId n) {
      return notation::square_name(game.node(n).move.from()) +
             notation::square_name(game.node(n).move.to());
    };
    out += (out.empty() ? "" : " ") + name(id);
    for (auto other = game.node(id).next_sibling; other != record::no_node;
         other = game.node(other).next_sibling) {
      const auto rest = tree_text(game, other);
      out += " (" + name(other) + (rest.empty() ? "" : " ") + rest + ")";
    }
  }
  return out;
}

/// The names of the findings in order: `illegal-move wrong-numerals`.
inline std::string codes(const xq::record::Game& game) {
  std::string out;
  for (const auto& problem : game.problems) {
    out += (out.empty() ? "" : " ") + std::string{xq::info(problem.code).name};
  }
  return out;
}

/// `kind:text` of a node's notes, separated by `|`.
inline std::string notes(const xq::record::Game& game, xq::record::NodeId id) {
  std::string out;
  game.for_each_note(id, [&](const xq::record::Game::Note& note) {
    out += out.empty() ? "" : "|";
    out += note.kind == xq::record::NoteKind::nag ? "$" + std::to_string(note.nag)
                                                  : std::string{note.text};
    out += note.kind == xq::record::NoteKind::comment_before ? "<" : "";
  });
  return out;
}

} // namespace support
