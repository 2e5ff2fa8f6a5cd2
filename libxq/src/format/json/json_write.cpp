#include "base/text/json_writer.hpp"
#include "format/json/json.hpp"
#include "format/shared/flat_record.hpp"
#include "format/shared/losses.hpp"

#include <xq/base/problem_code.hpp>
#include <xq/base/translate.hpp>
#include <xq/board/fen.hpp>
#include <xq/record/game.hpp>

#include <string_view>
#include <utility>
#include <vector>

namespace xq::format {
namespace {

using record::Game;
using record::NodeId;
using record::NoteKind;

/// The name of every move of the tree, by node.
class MoveNames final : public record::GameVisitor {
public:
  MoveNames(const Game& game, const WriteOptions& options)
      : m_game{game}, m_options{options}, m_names(game.node_count()) {
    walk(game, *this);
  }
  void enter_move(NodeId id, const Position& before) override {
    notation::write_move(m_names[id], before, m_game.node(id).move, m_options.style,
                         m_options.notation);
  }
  [[nodiscard]] const std::string& operator[](NodeId id) const { return m_names[id]; }

private:
  const Game& m_game;
  const WriteOptions& m_options;
  std::vector<std::string> m_names;
};

class JsonGameWriter final : public Writer {
public:
  explicit JsonGameWriter(const WriteOptions& options) : m_options{options} {}

  void game(std::string& out, const Game& game) const override {
    JsonWriter json{out};
    json.begin_object().member("number", game.number);
    headers(json, game);
    json.member("start", write_fen(game.start())).member("result", to_text(game.result()));
    json.key("moves").begin_array();
    std::string text;
    const auto end = record::replay_main_moves(game, [&](NodeId id, const Position& before) {
      text.clear();
      notation::write_move(text, before, game.node(id).move, m_options.style, m_options.notation);
      json.value(text);
    });
    json.end_array().member("final", write_short_fen(end));
    if (game.has_notes() || game.has_variations()) {
      nodes(json, game);
    }
    json.end_object();
    out += '\n';
  }

  void losses(const Game& game, std::vector<Problem>& out) const override {
    for (std::size_t i = 0; i < game.tag_count(); ++i) {
      const auto tag = game.tag_at(i);
      if (!is_first_of_name(game, tag)) {
        report_loss(out, localized("a second header {}", tag.name), tag.value);
      }
    }
    report_invalid_text(game, out);
  }

private:
  static void headers(JsonWriter& json, const Game& game) {
    json.key("headers").begin_object();
    for (std::size_t i = 0; i < game.tag_count(); ++i) {
      const auto tag = game.tag_at(i);
      if (is_first_of_name(game, tag)) { // losses() names the others
        json.member(tag.name, tag.value);
      }
    }
    json.end_object();
  }

  /// The whole tree, flat: nodes in an order in which parents and elder alternatives come first.
  void nodes(JsonWriter& json, const Game& game) const {
    const MoveNames names{game, m_options};
    json.key("nodes").begin_array();
    for (NodeId id = 0; id < game.node_count(); ++id) {
      json.begin_object();
      if (id != record::root_node) {
        json.member("parent", game.node(id).parent).member("move", names[id]);
      }
      notes(json, game, id);
      json.end_object();
    }
    json.end_array();
  }

  static void notes(JsonWriter& json, const Game& game, NodeId id) {
    bool any = false;
    game.for_each_note(id, [&](const Game::Note& note) {
      if (!std::exchange(any, true)) {
        json.key("notes").begin_array();
      }
      switch (note.kind) {
      case NoteKind::nag:
        json.value(note.nag);
        break;
      case NoteKind::comment:
        json.value(note.text);
        break;
      case NoteKind::comment_before:
        json.begin_object().member("before", note.text).end_object();
        break;
      }
    });
    if (any) {
      json.end_array();
    }
  }

  WriteOptions m_options;
};

} // namespace

std::unique_ptr<Writer> make_json_writer(const WriteOptions& options) {
  return std::make_unique<JsonGameWriter>(options);
}

} // namespace xq::format
