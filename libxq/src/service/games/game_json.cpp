#include "service/games/game_json.hpp"

#include "analysis/review/value_comment.hpp"
#include "base/script/chinese_script.hpp"
#include "record/facts.hpp"

#include <xq/board/fen.hpp>
#include <xq/record/ecco.hpp>

#include <optional>
#include <set>

namespace xq::service {

namespace {

using record::Game;
using record::NodeId;
using record::NoteKind;

/// Variations within variations; readers allow 256.
constexpr int deepest = 300;

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
    std::optional<analysis::CommentedValue> value;
    m_game.for_each_note(id, [&](const Game::Note& note) {
      if (note.kind == NoteKind::nag) {
        nags.push_back(note.nag);
        return;
      }
      value = value ? value : analysis::read_value(note.text);
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
