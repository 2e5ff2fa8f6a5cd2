#include "base/text/ascii.hpp"
#include "base/text/json_value.hpp"
#include "base/text/text.hpp"
#include "service/games/answers.hpp"
#include "service/move_json.hpp"

#include <xq/base/translate.hpp>
#include <xq/record/game.hpp>

#include <cstdint>
#include <limits>

namespace xq::service {

namespace {

/// Variations within variations, as readers of files allow.
constexpr int deepest_variation = 256;
constexpr std::size_t most_moves = 200'000;
/// The deepest_variation nesting of brackets that is read: a variation takes three of them.
constexpr std::size_t deepest_json = 3 * deepest_variation + 20;

[[noreturn]] void refuse(std::string_view what) {
  throw HttpError{400,
                  localized("The game is not understood: {}. docs/api.md shows the form.", what)};
}

std::string_view text_of(const JsonValue& value, std::string_view what) {
  const auto* const text = value.string();
  if (text == nullptr) {
    refuse(fmt::format("{} is no text", what));
  }
  return *text;
}

const JsonValue::Array& list_of(const JsonValue& value, std::string_view what) {
  if (value.array() == nullptr) {
    refuse(fmt::format("{} is no list", what));
  }
  return *value.array();
}

class TreeReader {
public:
  explicit TreeReader(record::Game& game) : m_game{game} {}

  /// Moves that follow `parent`, which leads to `position`.
  void line(const JsonValue& moves, record::NodeId parent, Position position, int depth) {
    if (depth > deepest_variation) {
      refuse(fmt::format("variations are nested more than {} deep", deepest_variation));
    }
    for (const JsonValue& item : list_of(moves, "moves")) {
      const JsonValue* const uci = item.find("uci");
      if (uci == nullptr) {
        refuse("a move is no object with uci");
      }
      if (++m_count > most_moves) {
        refuse(fmt::format("there are more than {} moves", most_moves));
      }
      const auto text = text_of(*uci, "uci");
      const Move move = uci::parse_move(text, uci::RankBase::zero);
      if (!move || !position.is_legal(move)) {
        refuse(fmt::format("{} is no legal move there", excerpt(text, 20)));
      }
      const auto node = m_game.add_move(parent, move);
      notes(item, node);
      if (const auto* const others = item.find("variations")) {
        for (const JsonValue& other : list_of(*others, "variations")) {
          line(other, parent, position, depth + 1);
        }
      }
      position.do_move(move);
      parent = node;
    }
  }

  void notes(const JsonValue& item, record::NodeId node) {
    if (const auto* const text = item.find("comment_before")) {
      m_game.add_comment(node, text_of(*text, "comment_before"), record::NoteKind::comment_before);
    }
    if (const auto* const nags = item.find("nags")) {
      for (const JsonValue& nag : list_of(*nags, "nags")) {
        const auto number = nag.integer();
        if (!number || *number < 0 || *number > std::numeric_limits<std::uint16_t>::max()) {
          refuse("a nag is no number up to 65535");
        }
        m_game.add_nag(node, static_cast<std::uint16_t>(*number));
      }
    }
    if (const auto* const text = item.find("comment")) {
      m_game.add_comment(node, text_of(*text, "comment"));
    }
  }

private:
  record::Game& m_game;
  std::size_t m_count = 0;
};

JsonValue parse(std::string_view text) {
  auto object = read_json(text, {text.size(), deepest_json, text.size()});
  if (!object) {
    using Kind = JsonFault::Kind;
    refuse(object.error().kind == Kind::too_deep
               ? fmt::format("brackets are nested more than {} deep", deepest_json)
           : object.error().kind == Kind::repeated
               ? std::string{"a name stands twice in one object"}
               : std::string{"it is no JSON"});
  }
  if (object->object() == nullptr) {
    refuse("it is no JSON object");
  }
  return *std::move(object);
}

} // namespace

void read_game_json(std::string_view text, record::Game& game) {
  if (find_invalid_utf8(text) != std::string_view::npos) {
    refuse("it is not in UTF-8");
  }
  const JsonValue object = parse(text);
  game.clear();
  if (const auto* const tags = object.find("tags")) {
    if (tags->object() == nullptr) {
      refuse("tags is no object");
    }
    for (const auto& [name, value] : *tags->object()) {
      if (!equal_ignoring_case(name, "FEN") && !equal_ignoring_case(name, "SetUp")) { // fen says it
        game.add_tag(name, text_of(value, "a tag"));
      }
    }
  }
  game.set_result(record::find_outcome(game.tag("Result")).value_or(record::Result::unknown));
  if (const auto* const fen = object.find("fen")) {
    game.set_start(read_position(text_of(*fen, "fen")));
  }
  TreeReader tree{game};
  tree.notes(object, record::root_node);
  if (const auto* const moves = object.find("moves")) {
    tree.line(*moves, record::root_node, game.start(), 0);
  }
}

} // namespace xq::service
