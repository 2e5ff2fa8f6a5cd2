#include "format/json/json.hpp"

#include <xq/base/text.hpp>
#include <xq/board/fen.hpp>
#include <xq/record/replay.hpp>

#include <string_view>
#include <unordered_set>
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

class JsonWriter final : public Writer {
public:
  explicit JsonWriter(const WriteOptions& options) : m_options{options} {}

  void game(std::string& out, const Game& game) const override {
    out += "{\"number\":";
    out += std::to_string(game.number);
    headers(out, game);
    out += ",\"start\":";
    append_json(out, write_fen(game.start()));
    out += ",\"result\":";
    append_json(out, to_text(game.result()));
    out += ",\"moves\":[";
    std::string text;
    const auto end = record::replay_main_line(game, [&](NodeId id, const Position& before) {
      out += out.back() == '[' ? "" : ",";
      text.clear();
      notation::write_move(text, before, game.node(id).move, m_options.style, m_options.notation);
      append_json(out, text);
    });
    out += "],\"final\":";
    append_json(out, write_short_fen(end));
    if (game.has_notes() || game.has_variations()) {
      nodes(out, game);
    }
    out += "}\n";
  }

  void losses(const Game& game, std::vector<Problem>& out) const override {
    std::unordered_set<std::string_view> names;
    for (std::size_t i = 0; i < game.tag_count(); ++i) {
      const auto tag = game.tag_at(i);
      if (!names.insert(tag.name).second) {
        out.push_back(make_problem(ProblemCode::not_representable,
                                   "a header given twice is written once", tag.name));
      }
    }
  }

private:
  static void headers(std::string& out, const Game& game) {
    out += ",\"headers\":{";
    std::unordered_set<std::string_view> names;
    for (std::size_t i = 0; i < game.tag_count(); ++i) {
      const auto tag = game.tag_at(i);
      if (!names.insert(tag.name).second) {
        continue; // losses() says so
      }
      out += i == 0 ? "" : ",";
      append_json(out, tag.name);
      out += ':';
      append_json(out, tag.value);
    }
    out += '}';
  }

  /// The whole tree, flat: nodes in an order in which parents and elder alternatives come first.
  void nodes(std::string& out, const Game& game) const {
    const MoveNames names{game, m_options};
    out += ",\"nodes\":[";
    for (NodeId id = 0; id < game.node_count(); ++id) {
      out += id == 0 ? "{" : ",{";
      if (id != record::root_node) {
        out += "\"parent\":";
        out += std::to_string(game.node(id).parent);
        out += ",\"move\":";
        append_json(out, names[id]);
      }
      notes(out, game, id);
      out += '}';
    }
    out += ']';
  }

  static void notes(std::string& out, const Game& game, NodeId id) {
    bool any = false;
    game.for_each_note(id, [&](const Game::Note& note) {
      out += any ? "," : out.back() == '{' ? "\"notes\":[" : ",\"notes\":[";
      any = true;
      switch (note.kind) {
      case NoteKind::nag:
        out += std::to_string(note.nag);
        break;
      case NoteKind::comment:
        append_json(out, note.text);
        break;
      case NoteKind::comment_before:
        out += "{\"before\":";
        append_json(out, note.text);
        out += '}';
        break;
      }
    });
    out += any ? "]" : "";
  }

  WriteOptions m_options;
};

} // namespace

std::unique_ptr<Writer> make_json_writer(const WriteOptions& options) {
  return std::make_unique<JsonWriter>(options);
}

} // namespace xq::format
