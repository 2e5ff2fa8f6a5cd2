#include "base/text/text.hpp"
#include "format/json/json.hpp"
#include "format/movetext/ambiguity_resolver.hpp"
#include "format/movetext/movetext.hpp"

#include <xq/base/problem_code.hpp>
#include <xq/base/translate.hpp>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace xq::format {
namespace {

/// The members of an object in their order. All of equal names are kept, and find() gives the
/// first: to look for each name while reading would take quadratic time.
template <typename Key, typename T, typename Less, typename Allocator>
struct Members : nlohmann::ordered_map<Key, T, Less, Allocator> {
  using Base = nlohmann::ordered_map<Key, T, Less, Allocator>;
  using Base::Base;
  T& operator[](const Key& key) { return Base::Container::emplace_back(key, T{}).second; }
  T& operator[](Key&& key) { return Base::Container::emplace_back(std::move(key), T{}).second; }
};
using Json = nlohmann::basic_json<Members>;
using record::Game;
using record::NodeId;
using record::NoteKind;

/// A position is kept for each: 80 MB at most. Real trees have some ten thousand moves.
constexpr std::size_t max_nodes = 200'000;

/// The member of this name, or null.
const Json* member(const Json& object, const char* name) {
  const auto at = object.find(name);
  return at == object.end() ? nullptr : &*at;
}

const std::string* string_of(const Json* value) {
  return value == nullptr ? nullptr : value->get_ptr<const std::string*>();
}

/// What follows in "moves".
class ListAhead final : public MovesAhead {
public:
  explicit ListAhead(const Json& list) noexcept : m_list{list} {}
  [[nodiscard]] std::optional<Token> find(std::size_t place) const override {
    const auto* const text = place < m_list.size() ? string_of(&m_list[place]) : nullptr;
    return text == nullptr ? std::nullopt : std::optional{Token{*text, place}};
  }

private:
  const Json& m_list;
};

/// The moves that follow in "nodes", from a node to its first child. A place is that of a node.
class NodesAhead final : public MovesAhead {
public:
  explicit NodesAhead(const Json& nodes) noexcept : m_nodes{nodes} {}

  /// The place behind node `id`.
  [[nodiscard]] std::size_t behind_node(std::size_t id) const {
    if (m_first_child.empty()) { // ambiguous moves are rare
      find_first_children();
    }
    return m_first_child[id];
  }
  [[nodiscard]] std::optional<Token> find(std::size_t place) const override {
    const auto* const text = place < m_nodes.size() && m_nodes[place].is_object()
                                 ? string_of(member(m_nodes[place], "move"))
                                 : nullptr;
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
      const Json* const parent = m_nodes[i].is_object() ? member(m_nodes[i], "parent") : nullptr;
      if (parent != nullptr && parent->is_number_unsigned() && parent->get<std::uint64_t>() < i) {
        m_first_child[parent->get<std::size_t>()] = i;
      }
    }
  }

  const Json& m_nodes;
  mutable std::vector<std::size_t> m_first_child; ///< the number of nodes where there is none
};

class JsonParser final : public SliceParser {
public:
  explicit JsonParser(const ReadOptions& options) : m_moves{options} {}

  void parse(const Slice& slice, Game& game) override {
    m_game = &game;
    auto text = begin_game(slice, game, m_report).text;
    text = text.substr(0, text.find('\n'));
    Json object;
    try {
      object = Json::parse(text);
    } catch (const Json::parse_error& e) {
      // The library's message names a place in its own words; ours is the column.
      return fail(localized("this is no JSON"), {}, e.byte == 0 ? 0 : e.byte - 1);
    } catch (const Json::exception&) { // out_of_range: 1e999
      return fail(localized("a number that no computer can hold"));
    }
    if (!object.is_object()) {
      return fail(localized("a game is a JSON object"));
    }
    headers(object);
    if (start(object) && result(object)) {
      moves(object);
    }
  }

private:
  void fail(std::string message, std::string_view token = {}, std::size_t offset = 0) {
    m_report.add(ProblemCode::bad_json, std::move(message), token, offset);
  }

  void headers(const Json& object) {
    const Json* const list = member(object, "headers");
    if (list == nullptr) {
      return;
    }
    if (!list->is_object()) {
      return fail(localized("\"headers\" is no object"));
    }
    for (const auto& [name, value] : list->items()) {
      if (const auto* const text = string_of(&value)) {
        m_game->add_tag(name, *text);
      } else {
        fail(localized("the value of a header is no string"), name);
      }
    }
  }

  bool start(const Json& object) {
    const auto* const fen = string_of(member(object, "start"));
    return fen == nullptr || set_up_start(*fen, 0, *m_game, m_report, OpenKing::error);
  }

  bool result(const Json& object) {
    const auto* const text = string_of(member(object, "result"));
    m_game->set_result(text == nullptr ? record::Result::unknown : read_result(*text, 0, m_report));
    return true;
  }

  void moves(const Json& object) {
    m_moves.begin();
    if (const Json* const nodes = member(object, "nodes")) {
      return tree(*nodes);
    }
    const Json* const list = member(object, "moves");
    if (list == nullptr || !list->is_array()) {
      return fail(localized("there is no list of \"moves\""));
    }
    const ListAhead ahead{*list};
    Position position = m_game->start();
    NodeId node = record::root_node;
    for (std::size_t i = 0; i < list->size(); ++i) {
      const auto ply = static_cast<int>(i) + 1;
      const Move move = read(position, string_of(&(*list)[i]), ply, ahead, [&] { return i + 1; });
      if (!move) {
        return;
      }
      node = m_game->add_move(node, move);
      position.do_move(move);
    }
    m_game->set_final_position(position);
  }

  /// None, and a finding, when it is no legal move. `next` is the place in `ahead` of the moves
  /// after it.
  template <typename Next>
  Move read(const Position& position, const std::string* text, int ply, const MovesAhead& ahead,
            Next&& next) {
    if (text == nullptr) {
      fail(localized("a move is a string"));
      return {};
    }
    const auto reading = m_moves.read(position, *text);
    return m_moves.settle(position, *text, reading, {m_report.location(0), ply}, ahead,
                          m_moves.can_wait(reading) ? next() : 0, m_report);
  }

  void tree(const Json& nodes) {
    if (!nodes.is_array() || nodes.empty()) {
      return fail(localized("\"nodes\" is no list that begins with the start position"));
    }
    if (nodes.size() > max_nodes) {
      m_report.add(ProblemCode::too_large, localized("more than {} moves in one game", max_nodes),
                   {}, 0);
      return;
    }
    struct Place {
      Position position;
      int ply = 0;
    };
    std::vector<Place> places{{m_game->start(), 0}};
    const NodesAhead ahead{nodes};
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      const Json& node = nodes[i];
      if (!node.is_object()) {
        return fail(localized("node {} is no object", i));
      }
      if (i > 0) {
        const Json* const parent = member(node, "parent");
        if (parent == nullptr || !parent->is_number_unsigned() ||
            parent->get<std::uint64_t>() >= i) {
          return fail(localized("the parent of node {} is no node before it", i));
        }
        const auto above = parent->get<NodeId>();
        Place place = places[above];
        const Move move = read(place.position, string_of(member(node, "move")), place.ply + 1,
                               ahead, [&] { return ahead.behind_node(i); });
        if (!move) {
          return;
        }
        m_game->add_move(above, move);
        place.position.do_move(move);
        ++place.ply;
        places.push_back(place);
      }
      if (!notes(node, static_cast<NodeId>(i))) {
        return fail(localized("the notes of node {} cannot be read", i));
      }
    }
  }

  bool notes(const Json& node, NodeId id) {
    const Json* const list = member(node, "notes");
    if (list == nullptr) {
      return true;
    }
    if (!list->is_array()) {
      return false;
    }
    for (const Json& note : *list) {
      if (const auto* const text = string_of(&note)) {
        m_game->add_comment(id, *text);
      } else if (note.is_number_unsigned() &&
                 note.get<std::uint64_t>() <= std::numeric_limits<std::uint16_t>::max()) {
        m_game->add_nag(id, note.get<std::uint16_t>());
      } else if (const auto* const before =
                     note.is_object() ? string_of(member(note, "before")) : nullptr) {
        m_game->add_comment(id, *before, NoteKind::comment_before);
      } else {
        return false;
      }
    }
    return true;
  }

  MoveReader m_moves;
  Reporter m_report;
  Game* m_game = nullptr;
};

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
  while (!text.empty()) {
    const auto line = skip_blanks(take_line(text));
    for (const std::string_view name : {"\"moves\"", "\"nodes\""}) {
      const auto at = line.starts_with('{') ? line.find(name) : std::string_view::npos;
      if (at != std::string_view::npos &&
          skip_blanks(line.substr(at + name.size())).starts_with(':')) {
        return true;
      }
    }
  }
  return false;
}

bool JsonSplitter::begins_game(std::string_view line) {
  const auto content = skip_blanks(line);
  return !content.empty() && content[0] != '%';
}

std::unique_ptr<SliceParser> make_json_parser(const ReadOptions& options) {
  return std::make_unique<JsonParser>(options);
}

} // namespace xq::format
