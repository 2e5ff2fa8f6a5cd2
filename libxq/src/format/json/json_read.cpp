#include "base/text/ascii.hpp"
#include "base/text/json_value.hpp"
#include "base/text/text.hpp"
#include "format/json/json.hpp"
#include "format/movetext/ambiguity_resolver.hpp"
#include "format/movetext/movetext.hpp"
#include "format/movetext/movetext_words.hpp"
#include "format/pgn/pgn.hpp"
#include "format/text/csv_table.hpp"

#include <xq/base/problem_code.hpp>
#include <xq/base/translate.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

namespace xq::format {
namespace {

/// Nested deeper than any game. What goes through JSON calls itself for each level.
constexpr std::size_t deepest_json = 100;

Expected<JsonValue, JsonFault> read_document(std::string_view text) {
  return read_json(text, {text.size(), deepest_json, text.size(), true});
}

using record::Game;
using record::NodeId;
using record::NoteKind;

/// A position is kept for each: 80 MB at most. Real trees have some ten thousand moves.
constexpr std::size_t max_nodes = 200'000;

const std::string* string_of(const JsonValue* value) {
  return value == nullptr ? nullptr : value->string();
}

/// What follows in "moves".
class ListAhead final : public MovesAhead {
public:
  explicit ListAhead(const JsonValue::Array& list) noexcept : m_list{list} {}
  [[nodiscard]] std::optional<Token> find(std::size_t place) const override {
    const auto* const text = place < m_list.size() ? m_list[place].string() : nullptr;
    return text == nullptr ? std::nullopt : std::optional{Token{*text, place}};
  }

private:
  const JsonValue::Array& m_list;
};

/// The number of the node above, which is one before `node`.
std::optional<std::size_t> parent_of(const JsonValue& object, std::size_t node) {
  const JsonValue* const parent = object.find("parent");
  const auto number = parent == nullptr ? std::nullopt : parent->integer();
  return number && *number >= 0 && static_cast<std::size_t>(*number) < node
             ? std::optional{static_cast<std::size_t>(*number)}
             : std::nullopt;
}

/// The moves that follow in "nodes", from a node to its first child. A place is that of a node.
class NodesAhead final : public MovesAhead {
public:
  explicit NodesAhead(const JsonValue::Array& nodes) noexcept : m_nodes{nodes} {}

  /// The place behind node `id`.
  [[nodiscard]] std::size_t behind_node(std::size_t id) const {
    if (m_first_child.empty()) { // ambiguous moves are rare
      find_first_children();
    }
    return m_first_child[id];
  }
  [[nodiscard]] std::optional<Token> find(std::size_t place) const override {
    const auto* const text =
        place < m_nodes.size() ? string_of(m_nodes[place].find("move")) : nullptr;
    return text == nullptr ? std::nullopt : std::optional{Token{*text, place}};
  }
  [[nodiscard]] std::optional<std::size_t> behind(const Token& token,
                                                  std::size_t bytes) const override {
    return bytes == token.text.size() ? std::optional{behind_node(token.place)} : std::nullopt;
  }

private:
  void find_first_children() const {
    m_first_child.assign(m_nodes.size(), m_nodes.size());
    for (std::size_t i = m_nodes.size(); i-- > 1;) {
      if (const auto parent = parent_of(m_nodes[i], i)) {
        m_first_child[*parent] = i;
      }
    }
  }

  const JsonValue::Array& m_nodes;
  mutable std::vector<std::size_t> m_first_child; ///< the number of nodes where there is none
};

/// It has moves or a position of its own.
bool is_game_object(const JsonValue& value) {
  const auto* const members = value.object();
  return members != nullptr && std::ranges::any_of(*members, [](const auto& entry) {
           const auto known = known_column(entry.first);
           return entry.first == "nodes" || (known && known->meaning == CsvMeaning::moves) ||
                  (known && known->meaning == CsvMeaning::fen);
         });
}

/// The one game within an object that is none: `{"game": {...}}`; null where there are several.
const JsonValue* only_game_within(const JsonValue& object, int depth = 0) {
  constexpr int deepest = 4;
  const JsonValue* found = nullptr;
  for (const auto& [name, value] : *object.object()) {
    const JsonValue* const game = value.object() == nullptr || depth == deepest ? nullptr
                                  : is_game_object(value)                       ? &value
                                                          : only_game_within(value, depth + 1);
    if (game != nullptr && found != nullptr) {
      return nullptr;
    }
    found = game != nullptr ? game : found;
  }
  return found;
}

/// A game within another object, and what that one says beside it.
JsonValue with_outer_members(const JsonValue& game, const JsonValue& outer) {
  JsonValue::Object out = *game.object();
  for (const auto& member : *outer.object()) {
    if (member.second.object() == nullptr && member.second.array() == nullptr) {
      out.push_back(member);
    }
  }
  return JsonValue{std::move(out)};
}

class JsonParser final : public SliceParser {
public:
  explicit JsonParser(const ReadOptions& options)
      : m_moves{options}, m_text_moves{options}, m_pgn{make_pgn_parser(options)} {}

  void parse(const Slice& slice, Game& game) override {
    m_game = &game;
    m_has_pgn = false;
    auto text = begin_game(slice, game, m_report).text;
    text = text.substr(0, text.find('\n'));
    auto read = read_document(text);
    if (!read) {
      return fail(read.error());
    }
    JsonValue object = *std::move(read);
    if (object.object() == nullptr) {
      return fail(localized("a game is a JSON object"));
    }
    if (const auto* const inner = is_game_object(object) ? nullptr : only_game_within(object)) {
      object = with_outer_members(*inner, object);
    }
    m_left_out.clear();
    if (const auto* const pgn = string_of(object.find("pgn"))) {
      read_pgn(*pgn, slice);
    }
    headers(object);
    if (!m_game->usable()) {
      return;
    }
    if (m_has_pgn) {
      take_result(object);
    } else if (start(object) && result(object)) {
      moves(object);
    }
    if (!m_left_out.empty()) {
      auto problem = make_problem(ProblemCode::unknown_token,
                                  localized("members that are not understood are left out"),
                                  m_left_out, m_report.location(0));
      problem.severity = Severity::warning;
      problem.advice = localized("Rename them to headers or moves if they are needed.");
      m_report.add(std::move(problem));
    }
  }

private:
  void fail(std::string message, std::string_view token = {}, std::size_t offset = 0) {
    m_report.add(ProblemCode::bad_json, std::move(message), token, offset);
  }

  void fail(const JsonFault& fault) {
    switch (fault.kind) {
    case JsonFault::Kind::too_deep:
      return fail(localized("lists and objects are nested too deep for a game"));
    case JsonFault::Kind::number: // 1e999
      return fail(localized("a number that no computer can hold"));
    default:
      return fail(localized("this is no JSON"), {}, fault.byte == 0 ? 0 : fault.byte - 1);
    }
  }

  /// A game that is a whole one in PGN within a string.
  void read_pgn(const std::string& pgn, const Slice& slice) {
    m_has_pgn = true;
    m_pgn->parse({pgn, slice.offset, slice.line, slice.damaged, {}}, *m_game);
    m_game->raw = slice.text;
    for (Problem& problem : m_game->problems) { // its place is one within the string
      problem.where = m_report.location(0);
    }
  }

  void take_result(const JsonValue& object) {
    if (m_game->result() == record::Result::unknown) {
      result(object);
    }
  }

  void headers(const JsonValue& object) {
    if (const JsonValue* const list = object.find("headers")) {
      if (list->object() == nullptr) {
        return fail(localized("\"headers\" is no object"));
      }
      for_each_member(*list->object(), [this](const std::string& name, const JsonValue& value) {
        if (const auto* const text = value.string()) {
          m_game->add_tag(name, *text);
        } else {
          fail(localized("the value of a header is no string"), name);
        }
      });
    }
    headers_beside_moves(object);
  }

  /// The members of an object; of several with one name the first counts, as in every format. Those
  /// without a name are told apart by nothing, and all stay.
  template <typename Take>
  void for_each_member(const JsonValue::Object& object, const Take& take) {
    std::unordered_set<std::string_view> seen;
    for (const auto& [name, value] : object) {
      if (name.empty() || seen.insert(name).second) {
        take(name, value);
      } else {
        m_report.add(ProblemCode::duplicate_tag,
                     localized("header {} is given twice; the first counts", name),
                     value.string() != nullptr ? std::string_view{*value.string()} : name, 0);
      }
    }
  }

  /// Our own objects have their headers in an object; others have them beside the moves.
  void headers_beside_moves(const JsonValue& object) {
    for_each_member(*object.object(), [this](const std::string& name, const JsonValue& value) {
      const bool own = name == "headers" || name == "number" || name == "start" ||
                       name == "result" || name == "moves" || name == "nodes" || name == "final";
      if (!own && !value.is_null()) {
        foreign_member(name, value);
      }
    });
  }

  void foreign_member(const std::string& name, const JsonValue& value) {
    const auto known = known_column(name);
    const auto header = known && !known->header.empty() ? std::string{known->header} : name;
    if (known && (known->meaning == CsvMeaning::moves || known->meaning == CsvMeaning::fen)) {
      return; // read with the moves
    }
    if (const auto* const text = value.string()) {
      add_foreign(header, *text);
    } else if (value.is_number() || value.boolean()) {
      add_foreign(header, plain_text(value));
    } else if (value.object() != nullptr && lower(name) == "players") {
      headers_beside_moves(value);
    } else if (value.object() != nullptr && (header == "Red" || header == "Black")) {
      player(header, value);
    } else {
      m_left_out += (m_left_out.empty() ? "" : ", ") + name;
    }
  }

  /// `{"name": "...", "elo": 1500}`, `{"user": {"name": "..."}}`; not the name of a club.
  void player(const std::string& side, const JsonValue& object) {
    for (const auto& [name, value] : *object.object()) {
      const auto small = lower(name);
      if (value.object() != nullptr || value.array() != nullptr) {
        if (value.object() != nullptr &&
            (small == "user" || small == "player" || small == "account" || small == "profile")) {
          player(side, value);
        } else {
          m_left_out += (m_left_out.empty() ? "" : ", ") + name;
        }
        continue;
      }
      const auto text = plain_text(value);
      add_foreign(small == "name" || small == "username" ? side
                  : small == "elo" || small == "rating"  ? side + "Elo"
                  : small == "team"                      ? side + "Team"
                                                         : side + "_" + name,
                  text);
    }
  }

  /// What is neither an object nor a list.
  static std::string plain_text(const JsonValue& value) {
    const auto yes = value.boolean();
    return value.string() != nullptr ? *value.string()
           : value.is_number()       ? value.number_text()
           : !yes                    ? "null"
           : *yes                    ? "true"
                                     : "false";
  }

  void add_foreign(std::string_view name, std::string_view value) {
    if (!value.empty() && !name.empty() && !m_game->has_tag(name)) {
      m_game->add_tag(name, value);
    }
  }

  /// The member that `name` or another name of the same meaning has.
  static const JsonValue* member_meaning(const JsonValue& object, const char* name,
                                         CsvMeaning meaning) {
    if (const JsonValue* const own = object.find(name)) {
      return own;
    }
    for (const auto& [other, value] : *object.object()) {
      if (const auto known = known_column(other); known && known->meaning == meaning) {
        return &value;
      }
    }
    return nullptr;
  }

  bool start(const JsonValue& object) {
    const auto* const fen = string_of(member_meaning(object, "start", CsvMeaning::fen));
    return fen == nullptr || fen->empty() || *fen == "startpos" ||
           set_up_start(*fen, 0, *m_game, m_report);
  }

  bool result(const JsonValue& object) {
    const auto* const text = string_of(member_meaning(object, "result", CsvMeaning::result));
    m_game->set_result(text == nullptr ? record::Result::unknown : read_result(*text, 0, m_report));
    return true;
  }

  void moves(const JsonValue& object) {
    m_moves.begin();
    if (const JsonValue* const nodes = object.find("nodes")) {
      return tree(*nodes);
    }
    const JsonValue* const value = member_meaning(object, "moves", CsvMeaning::moves);
    if (const auto* const text = string_of(value)) {
      return text_moves(*text);
    }
    if (value == nullptr || value->array() == nullptr) {
      return fail(localized("there is no list of \"moves\""));
    }
    const auto* list = value->array();
    JsonValue::Array plain;
    if (!list->empty() && list->front().string() == nullptr) {
      append_plain(*list, plain);
      list = &plain;
    }
    const ListAhead ahead{*list};
    Position position = m_game->start();
    NodeId node = record::root_node;
    for (std::size_t i = 0; i < list->size(); ++i) {
      const auto ply = static_cast<int>(i) + 1;
      const Move move = read(position, (*list)[i].string(), {m_report.location(0), ply}, ahead, i,
                             [&] { return i + 1; });
      if (!move) {
        return;
      }
      node = m_game->add_move(node, move);
      position.do_move(move);
    }
    m_game->set_final_position(position);
  }

  /// All moves in one string.
  void text_moves(const std::string& text) {
    m_text_moves.begin(text, *m_game, m_report);
    const auto result =
        m_text_moves.read_moves(0, {std::nullopt, !m_game->standard_start(), false});
    if (m_game->result() == record::Result::unknown && result) {
      m_game->set_result(*result);
    }
  }

  /// Moves as objects or pairs of others: the strings that name them.
  static void append_plain(const JsonValue::Array& list, JsonValue::Array& out) {
    for (const JsonValue& entry : list) {
      if (entry.array() != nullptr) {
        append_plain(*entry.array(), out);
      } else if (entry.object() == nullptr) {
        out.push_back(entry);
      } else if (!append_pair(entry, out)) {
        out.push_back(move_of(entry));
      }
    }
  }

  /// `{"n": 1, "red": "...", "black": "..."}`
  static bool append_pair(const JsonValue& object, JsonValue::Array& out) {
    bool any = false;
    for (const auto* const side :
         {"red", "white", "first", "红", "红方", "black", "second", "黑", "黑方"}) {
      const auto* const text = string_of(object.find(side));
      if (text != nullptr && !text->empty()) {
        out.emplace_back(*text);
        any = true;
      }
    }
    return any && object.find("move") == nullptr;
  }

  static JsonValue move_of(const JsonValue& object) {
    for (const auto* const name : {"move", "uci", "iccs", "ucci", "lan", "coord", "notation", "wxf",
                                   "san", "chinese", "text"}) {
      if (const auto* const text = string_of(object.find(name))) {
        return JsonValue{*text};
      }
    }
    const auto* const from = string_of(object.find("from"));
    const auto* const to = string_of(object.find("to"));
    return from != nullptr && to != nullptr ? JsonValue{*from + *to} : JsonValue{};
  }

  /// None, and a finding, when it is no legal move. `at` is its place in `ahead`, `next` that of
  /// the moves after it. Whether ranks are counted from 1, and whose letters the pieces have, shows
  /// where a move is none.
  template <typename Next>
  Move read(const Position& position, const std::string* text, const MoveReader::Place& place,
            const MovesAhead& ahead, std::size_t at, Next&& next) {
    if (text == nullptr) {
      fail(localized("a move is a string"));
      return {};
    }
    auto reading = m_moves.read(position, *text);
    if (!text->empty() && (m_moves.find_first_rank(position, reading, ahead, at) ||
                           m_moves.find_dialect(position, reading, ahead, at, place.ply == 1))) {
      reading = m_moves.read(position, *text);
    }
    return m_moves.settle(position, *text, reading, place, ahead,
                          m_moves.can_wait(reading) ? next() : 0, m_report);
  }

  /// Where a node of "nodes" stands.
  struct NodePlace {
    Position position;
    int ply = 0;
    NodeId id = record::root_node; ///< no_node: it is left out, with what follows it
    bool in_variation = false;
    bool has_child = false;
  };

  /// The place of node `i`, whose move is added to the game where it is legal.
  NodePlace behind_move(NodePlace& parent, const JsonValue& node, const NodesAhead& ahead,
                        std::size_t i) {
    NodePlace place = parent;
    place.in_variation |= std::exchange(parent.has_child, true);
    place.has_child = false;
    ++place.ply;
    const Move move = place.id == record::no_node
                          ? Move{}
                          : read(place.position, string_of(node.find("move")),
                                 {m_report.location(0), place.ply, place.in_variation}, ahead, i,
                                 [&] { return ahead.behind_node(i); });
    place.id = move ? m_game->add_move(place.id, move) : record::no_node;
    if (move) {
      place.position.do_move(move);
    }
    return place;
  }

  void tree(const JsonValue& value) {
    if (value.array() == nullptr || value.array()->empty()) {
      return fail(localized("\"nodes\" is no list that begins with the start position"));
    }
    const auto& nodes = *value.array();
    if (nodes.size() > max_nodes) {
      m_report.add(ProblemCode::too_large, localized("more than {} moves in one game", max_nodes),
                   {}, 0);
      return;
    }
    std::vector<NodePlace> places{{m_game->start()}};
    const NodesAhead ahead{nodes};
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      const JsonValue& node = nodes[i];
      if (node.object() == nullptr) {
        return fail(localized("node {} is no object", i));
      }
      if (i > 0) {
        const auto parent = parent_of(node, i);
        if (!parent) {
          return fail(localized("the parent of node {} is no node before it", i));
        }
        places.push_back(behind_move(places[*parent], node, ahead, i));
        if (places[i].id == record::no_node && !places[i].in_variation) {
          return;
        }
      }
      if (places[i].id != record::no_node && !notes(node, places[i].id)) {
        return fail(localized("the notes of node {} cannot be read", i));
      }
    }
  }

  bool notes(const JsonValue& node, NodeId id) {
    const JsonValue* const list = node.find("notes");
    if (list == nullptr) {
      return true;
    }
    return list->array() != nullptr &&
           std::ranges::all_of(*list->array(),
                               [&](const JsonValue& note) { return add_note(id, note); });
  }

  bool add_note(NodeId id, const JsonValue& note) {
    const auto nag = note.integer();
    if (const auto* const text = note.string()) {
      m_game->add_comment(id, *text);
    } else if (nag && std::in_range<std::uint16_t>(*nag)) {
      m_game->add_nag(id, static_cast<std::uint16_t>(*nag));
    } else if (const auto* const before = string_of(note.find("before"))) {
      m_game->add_comment(id, *before, NoteKind::comment_before);
    } else {
      return false;
    }
    return true;
  }

  MoveReader m_moves;
  MovetextReader m_text_moves;
  std::unique_ptr<SliceParser> m_pgn;
  bool m_has_pgn = false;
  Reporter m_report;
  Game* m_game = nullptr;
  std::string m_left_out; ///< names of members
};

/// A list of strings, or of pairs of them, of which the first is a move: one game.
bool is_move_list(const JsonValue& value) {
  constexpr std::size_t both = 2;
  const auto is_text = [](const JsonValue& entry) { return entry.string() != nullptr; };
  const auto is_pair = [&](const JsonValue& entry) {
    return entry.array() != nullptr && entry.array()->size() <= both &&
           std::ranges::all_of(*entry.array(), is_text);
  };
  const auto* const list = value.array();
  if (list == nullptr || list->empty()) {
    return false;
  }
  const bool texts = std::ranges::all_of(*list, is_text);
  const bool pairs =
      list->size() > 1 && std::ranges::all_of(*list, is_pair) && !list->front().array()->empty();
  const auto* const first = texts   ? list->front().string()
                            : pairs ? list->front().array()->front().string()
                                    : nullptr;
  return first != nullptr && begins_with_move(*first);
}

void append_games(const JsonValue& value, std::string& out, int depth) {
  constexpr int deepest = 6;
  JsonWriter json{out};
  if (is_move_list(value)) {
    json.begin_object().key("moves");
    value.write(json);
    json.end_object();
    out += '\n';
  } else if (is_game_object(value)) {
    value.write(json);
    out += '\n';
  } else if (depth < deepest && value.array() != nullptr) {
    for (const JsonValue& part : *value.array()) {
      append_games(part, out, depth + 1);
    }
  } else if (depth < deepest && value.object() != nullptr) {
    for (const auto& [name, part] : *value.object()) {
      append_games(part, out, depth + 1);
    }
  }
}

} // namespace

bool looks_like_json(std::string_view text) noexcept {
  const auto skip_space = [&] {
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  };
  const bool list = text.starts_with('[');
  if (!list && !text.starts_with('{')) {
    return false;
  }
  text.remove_prefix(1);
  skip_space();
  if (list) {
    return text.find_first_of("{[\"]-0123456789") == 0 || text.starts_with("true") ||
           text.starts_with("false") || text.starts_with("null");
  }
  if (!text.starts_with('"')) {
    return text.starts_with('}');
  }
  do { // to the quote that ends the name
    text.remove_prefix(text[0] == '\\' && text.size() > 1 ? 2 : 1);
  } while (!text.empty() && text[0] != '"' && text[0] != '\n');
  text.remove_prefix(text.starts_with('"') ? 1 : 0);
  skip_space();
  return text.starts_with(':');
}

bool has_json_games(std::string_view text) noexcept {
  constexpr std::array<std::string_view, 12> names{
      "\"moves\"",   "\"nodes\"", "\"moveList\"", "\"movelist\"", "\"move_list\"", "\"pgn\"",
      "\"history\"", "\"着法\"",  "\"招法\"",     "\"棋谱\"",     "\"棋譜\"",      "\"headers\""};
  while (!text.empty()) {
    // In a line that goes on behind the text, headers may be all that there is to see of a game.
    const bool is_cut = text.find('\n') == std::string_view::npos && !trim(text).ends_with('}');
    const auto line = skip_blanks(take_line(text));
    for (const auto name : std::span{names}.first(names.size() - (is_cut ? 0 : 1))) {
      const auto at = line.starts_with('{') ? line.find(name) : std::string_view::npos;
      if (at != std::string_view::npos &&
          skip_blanks(line.substr(at + name.size())).starts_with(':')) {
        return true;
      }
    }
  }
  return false;
}

bool is_json_document(std::string_view text) noexcept {
  const auto content =
      text.substr(std::min(text.find_first_not_of(" \t\r\n\xEF\xBB\xBF"), text.size()));
  const auto line = trim(content.substr(0, content.find('\n')));
  if (line.starts_with('[')) {
    return true;
  }
  const auto list = line.find(':');
  const auto value = list == std::string_view::npos ? line : trim(line.substr(list + 1));
  const bool holds_list = value.starts_with('[') && trim(value.substr(1)).starts_with('{') &&
                          line.find("\"nodes\"") > list;
  return line.starts_with('{') && (!line.ends_with('}') || holds_list);
}

std::string json_lines(std::string_view document) {
  std::string out;
  if (const auto read = read_document(document)) { // else it is read line by line, and reported
    append_games(*read, out, 0);
  }
  return out;
}

bool JsonSplitter::begins_game(std::string_view line) {
  const auto content = skip_blanks(line);
  return !content.empty() && content[0] != '%';
}

std::unique_ptr<SliceParser> make_json_parser(const ReadOptions& options) {
  return std::make_unique<JsonParser>(options);
}

} // namespace xq::format
