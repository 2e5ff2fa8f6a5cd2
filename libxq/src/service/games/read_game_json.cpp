#include "base/text/ascii.hpp"
#include "base/text/text.hpp"
#include "service/games/convert.hpp"
#include "service/move_json.hpp"

#include <xq/base/translate.hpp>
#include <xq/record/game.hpp>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>

namespace xq::service {

namespace {

using nlohmann::json;

/// Variations within variations, as readers of files allow.
constexpr int deepest = 256;
constexpr std::size_t most_moves = 200'000;
/// The deepest nesting of brackets that is read: a variation takes three of them.
constexpr int deepest_json = 3 * deepest + 20;

[[noreturn]] void refuse(std::string_view what) {
  throw HttpError{400,
                  localized("The game is not understood: {}. docs/api.md shows the form.", what)};
}

std::string_view text_of(const json& value, std::string_view what) {
  const auto* const text = value.get_ptr<const std::string*>();
  if (text == nullptr) {
    refuse(fmt::format("{} is no text", what));
  }
  return *text;
}

class TreeReader {
public:
  explicit TreeReader(record::Game& game) : m_game{game} {}

  /// Moves that follow `parent`, which leads to `position`.
  void line(const json& moves, record::NodeId parent, Position position, int depth) {
    if (!moves.is_array()) {
      refuse("moves is no list");
    }
    if (depth > deepest) {
      refuse(fmt::format("variations are nested more than {} deep", deepest));
    }
    for (const json& item : moves) {
      if (!item.is_object() || !item.contains("uci")) {
        refuse("a move is no object with uci");
      }
      if (++m_count > most_moves) {
        refuse(fmt::format("there are more than {} moves", most_moves));
      }
      const auto text = text_of(item["uci"], "uci");
      const Move move = uci::parse_move(text, uci::RankBase::zero);
      if (!move || !position.is_legal(move)) {
        refuse(fmt::format("{} is no legal move there", excerpt(text, 20)));
      }
      const auto node = m_game.add_move(parent, move);
      notes(item, node);
      if (const auto others = item.find("variations"); others != item.end()) {
        if (!others->is_array()) {
          refuse("variations is no list");
        }
        for (const json& other : *others) {
          line(other, parent, position, depth + 1);
        }
      }
      position.do_move(move);
      parent = node;
    }
  }

  void notes(const json& item, record::NodeId node) {
    if (const auto text = item.find("comment_before"); text != item.end()) {
      m_game.add_comment(node, text_of(*text, "comment_before"), record::NoteKind::comment_before);
    }
    if (const auto nags = item.find("nags"); nags != item.end()) {
      if (!nags->is_array()) {
        refuse("nags is no list");
      }
      for (const json& nag : *nags) {
        if (!nag.is_number_unsigned() ||
            nag.get<std::uint64_t>() > std::numeric_limits<std::uint16_t>::max()) {
          refuse("a nag is no number up to 65535");
        }
        m_game.add_nag(node, nag.get<std::uint16_t>());
      }
    }
    if (const auto text = item.find("comment"); text != item.end()) {
      m_game.add_comment(node, text_of(*text, "comment"));
    }
  }

private:
  record::Game& m_game;
  std::size_t m_count = 0;
};

/// How deep brackets nest, whatever else the text is; the library would make a value for each.
int nesting(std::string_view text) noexcept {
  int depth = 0;
  int most = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted) {
      i += c == '\\' ? 1 : 0;
      quoted = c != '"';
    } else if (c == '"') {
      quoted = true;
    } else if (c == '[' || c == '{') {
      most = std::max(most, ++depth);
    } else if (c == ']' || c == '}') {
      --depth;
    }
  }
  return most;
}

json parse(std::string_view text) {
  if (nesting(text) > deepest_json) {
    refuse(fmt::format("brackets are nested more than {} deep", deepest_json));
  }
  json object = json::parse(text, nullptr, false);
  if (object.is_discarded()) {
    refuse("it is no JSON");
  }
  if (!object.is_object()) {
    refuse("it is no JSON object");
  }
  return object;
}

} // namespace

void read_game_json(std::string_view text, record::Game& game) {
  if (find_invalid_utf8(text) != std::string_view::npos) {
    refuse("it is not in UTF-8");
  }
  const json object = parse(text);
  game.clear();
  if (const auto tags = object.find("tags"); tags != object.end()) {
    if (!tags->is_object()) {
      refuse("tags is no object");
    }
    for (const auto& [name, value] : tags->items()) {
      if (!equal_ignoring_case(std::string_view{name}, "FEN") &&
          !equal_ignoring_case(std::string_view{name}, "SetUp")) { // fen says it
        game.add_tag(name, text_of(value, "a tag"));
      }
    }
  }
  game.set_result(record::find_outcome(game.tag("Result")).value_or(record::Result::unknown));
  if (const auto fen = object.find("fen"); fen != object.end() && !fen->is_null()) {
    game.set_start(read_position(text_of(*fen, "fen")));
  }
  TreeReader tree{game};
  tree.notes(object, record::root_node);
  if (const auto moves = object.find("moves"); moves != object.end()) {
    tree.line(*moves, record::root_node, game.start(), 0);
  }
}

} // namespace xq::service
