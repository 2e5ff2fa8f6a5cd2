#include "service/games/game_json.hpp"

#include "base/script/chinese_script.hpp"
#include "record/facts.hpp"

#include <xq/board/fen.hpp>
#include <xq/record/ecco.hpp>

#include <charconv>
#include <cmath>
#include <optional>
#include <set>

namespace xq::service {

namespace {

using record::Game;
using record::NodeId;
using record::NoteKind;

/// Variations within variations; readers allow 256.
constexpr int deepest = 300;

/// What `[%eval +0.35,12]` says, from Red's side.
struct Value {
  int score = 0; ///< centipawns, or 30000 less the plies to mate
  std::optional<int> depth;
};

std::optional<int> read_score(std::string_view text) { // +0.35, -12.00, #5, -#5
  const bool minus = text.starts_with('-');
  if (minus || text.starts_with('+')) {
    text.remove_prefix(1);
  }
  const bool mate = text.starts_with('#');
  if (mate) {
    text.remove_prefix(1);
  }
  double number = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || stop != text.data() + text.size() || !(number >= 0 && number < 1e4)) {
    return std::nullopt;
  }
  // The winner's own move comes last: mate in n moves is at most 2n - 1 plies away.
  const int size =
      static_cast<int>(mate ? 30000 - std::max(0.0, 2 * number - 1) : std::round(number * 100));
  return minus ? -size : size;
}

std::optional<Value> read_value(std::string_view comment) {
  constexpr std::string_view prefix = "[%eval ";
  if (!comment.starts_with(prefix)) {
    return std::nullopt;
  }
  comment = comment.substr(prefix.size(), comment.find(']') - prefix.size());
  const auto comma = comment.find(',');
  const auto score = read_score(comment.substr(0, comma));
  if (!score) {
    return std::nullopt;
  }
  Value value{*score, {}};
  if (comma != std::string_view::npos) {
    int depth = 0;
    const auto digits = comment.substr(comma + 1);
    if (std::from_chars(digits.data(), digits.data() + digits.size(), depth).ec == std::errc{}) {
      value.depth = depth;
    }
  }
  return value;
}

class TreeWriter {
public:
  TreeWriter(JsonWriter& json, const Game& game, const MoveStyle& style)
      : m_json{json}, m_game{game}, m_style{style} {}

  void write() {
    m_json.key("moves");
    line(m_game.node(record::root_node).first_child, m_game.start(), 0);
  }

  void notes(NodeId id) {
    std::string comment;
    std::string before;
    std::vector<int> nags;
    std::optional<Value> value;
    m_game.for_each_note(id, [&](const Game::Note& note) {
      if (note.kind == NoteKind::nag) {
        nags.push_back(note.nag);
        return;
      }
      value = value ? value : read_value(note.text);
      auto& text = note.kind == NoteKind::comment ? comment : before;
      text += text.empty() ? "" : "\n";
      text += note.text;
    });
    member("comment", comment);
    member("comment_before", before);
    if (!nags.empty()) {
      m_json.key("nags").begin_array();
      for (const int nag : nags) {
        m_json.value(nag);
      }
      m_json.end_array();
    }
    if (value) {
      m_json.member("score", value->score);
      if (value->depth) {
        m_json.member("depth", *value->depth);
      }
    }
  }

private:
  void member(std::string_view name, const std::string& text) {
    if (!text.empty()) {
      m_json.member(name, std::string_view{text});
    }
  }

  /// The move `id` and what follows it, with the alternatives to each of the following moves (and
  /// to `id` itself if it is the first choice).
  void line(NodeId id, Position position, int depth) {
    m_json.begin_array();
    for (; id != record::no_node; id = m_game.node(id).first_child) {
      const auto& node = m_game.node(id);
      m_json.begin_object();
      write_move_members(m_json, position, node.move, m_style);
      notes(id);
      const bool first = m_game.node(node.parent).first_child == id;
      if (first && node.next_sibling != record::no_node && depth < deepest) {
        m_json.key("variations").begin_array();
        for (auto other = node.next_sibling; other != record::no_node;
             other = m_game.node(other).next_sibling) {
          line(other, position, depth + 1);
        }
        m_json.end_array();
      }
      m_json.end_object();
      position.do_move(node.move);
    }
    m_json.end_array();
  }

  JsonWriter& m_json;
  const Game& m_game;
  const MoveStyle& m_style;
};

} // namespace

std::string in_script(std::string_view text, const MoveStyle& style) {
  return style.script == notation::Style::traditional
             ? ChineseScriptConverter{ChineseScript::traditional}.convert(text)
             : std::string{text};
}

void write_opening_members(JsonWriter& json, const Game& game, const MoveStyle& style) {
  const auto opening = record::opening_of(game);
  const bool known = opening.known != nullptr;
  const auto name = known ? in_script(opening.name, style) : std::string{opening.name};
  json.member("ecco", opening.code)
      .member("opening", std::string_view{name})
      .member("openingEnglish", known ? opening.known->english : std::string_view{});
}

void write_game_members(JsonWriter& json, const Game& game, const MoveStyle& style) {
  const record::Facts facts{game};
  json.key("tags").begin_object();
  std::set<std::string_view> written;
  for (std::size_t i = 0; i < game.tag_count(); ++i) {
    const auto tag = game.tag_at(i);
    if (written.insert(tag.name).second) {
      json.member(tag.name, tag.value);
    }
  }
  json.end_object()
      .member("red", facts.red)
      .member("black", facts.black)
      .member("event", facts.event)
      .member("site", facts.site)
      .member("round", facts.round)
      .member("date", facts.date)
      .member("result", record::to_text(game.result()));
  write_opening_members(json, game, style);
  json.member("plies", game.plies()).member("fen", std::string_view{write_fen(game.start())});
  TreeWriter tree{json, game, style};
  tree.notes(record::root_node);
  tree.write();
}

} // namespace xq::service
