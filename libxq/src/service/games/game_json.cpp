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

using jobs::FieldOf;
using jobs::get;
using jobs::Kind;
using jobs::Missing;
using jobs::Value;
using record::Game;
using record::NodeId;
using record::NoteKind;

/// Variations within variations; readers allow 256.
constexpr int deepest_written = 300;

/// What stands at a move, or before the first.
struct Notes {
  Notes(const Game& game, NodeId id) {
    game.for_each_note(id, [&](const Game::Note& note) {
      if (note.kind == NoteKind::nag) {
        nags.push_back(note.nag);
        return;
      }
      value = value ? value : analysis::read_value(note.text);
      auto& text = note.kind == NoteKind::comment ? comment : before;
      text += text.empty() ? "" : "\n";
      text += note.text;
    });
  }
  std::string comment, before;
  std::vector<int> nags;
  std::optional<analysis::CommentedValue> value;
};
constexpr auto note_fields = std::to_array<FieldOf<Notes>>(
    {{"comment", Kind::text, [](const Notes& n) { return jobs::told(n.comment); },
      Missing::left_out},
     {"comment_before", Kind::text, [](const Notes& n) { return jobs::told(n.before); },
      Missing::left_out},
     {"nags", Kind::list, [](const Notes& n) { return n.nags.empty() ? Value{} : Value{n.nags}; },
      Missing::left_out},
     {"score", Kind::score,
      [](const Notes& n) { return n.value ? Value{n.value->score} : Value{}; }, Missing::left_out},
     {"depth", Kind::count,
      [](const Notes& n) { return n.value ? Value{n.value->depth} : Value{}; },
      Missing::left_out}});

struct Variations {
  std::vector<Value> lines; ///< rows of moves
};
constexpr std::array variation_fields{FieldOf<Variations>{
    "variations", Kind::list,
    [](const Variations& v) { return v.lines.empty() ? Value{} : Value{v.lines}; },
    Missing::left_out}};

/// The move `id` and what follows it, with the alternatives to each of the following moves (and to
/// `id` itself if it is the first choice).
jobs::Rows line(const Game& game, NodeId id, Position position, const MoveStyle& style,
                int depth = 0) {
  std::vector<NamedMove> moves;
  std::vector<Notes> notes;
  std::vector<Variations> variations;
  for (; id != record::no_node; id = game.node(id).first_child) {
    const auto& node = game.node(id);
    moves.emplace_back(position, node.move, style);
    notes.emplace_back(game, id);
    auto& others = variations.emplace_back().lines;
    if (game.node(node.parent).first_child == id && depth < deepest_written) {
      for (auto other = node.next_sibling; other != record::no_node;
           other = game.node(other).next_sibling) {
        others.emplace_back(line(game, other, position, style, depth + 1));
      }
    }
    position.do_move(node.move);
  }
  return beside(beside(rows_of(move_name_fields(), moves), rows_of(note_fields, notes)),
                rows_of(variation_fields, variations));
}

struct ShownGame {
  const Game& game;
  const MoveStyle& style;
  record::Facts facts{game};
};

Value tags(const ShownGame& g) {
  std::vector<std::pair<std::string_view, std::string_view>> tags;
  std::set<std::string_view> written;
  for (std::size_t i = 0; i < g.game.tag_count(); ++i) {
    const auto tag = g.game.tag_at(i);
    if (written.insert(tag.name).second) {
      tags.emplace_back(tag.name, tag.value);
    }
  }
  return jobs::members_of(tags);
}

constexpr auto head_fields = std::to_array<FieldOf<ShownGame>>(
    {{"tags", Kind::object, tags},
     {"red", Kind::name, get<&ShownGame::facts, &record::Facts::red>},
     {"black", Kind::name, get<&ShownGame::facts, &record::Facts::black>},
     {"event", Kind::name, get<&ShownGame::facts, &record::Facts::event>},
     {"site", Kind::name, get<&ShownGame::facts, &record::Facts::site>},
     {"round", Kind::text, get<&ShownGame::facts, &record::Facts::round>},
     {"date", Kind::date, get<&ShownGame::facts, &record::Facts::date>},
     {"result", Kind::result,
      [](const ShownGame& g) -> Value { return record::to_text(g.game.result()); }}});
constexpr auto start_fields = std::to_array<FieldOf<ShownGame>>(
    {{"plies", Kind::count, [](const ShownGame& g) -> Value { return g.game.plies(); }},
     {"fen", Kind::position,
      [](const ShownGame& g) -> Value { return write_fen(g.game.start()); }}});
constexpr std::array tree_fields{FieldOf<ShownGame>{
    "moves", Kind::objects,
    [](const ShownGame& g) -> Value {
      return line(g.game, g.game.node(record::root_node).first_child, g.game.start(), g.style);
    },
    jobs::parts<move_name_fields, note_fields, variation_fields>}};

} // namespace

std::string in_script(std::string_view text, const MoveStyle& style) {
  return style.script == notation::Style::traditional
             ? ChineseScriptConverter{ChineseScript::traditional}.convert(text)
             : std::string{text};
}

ShownOpening::ShownOpening(const Game& game, const MoveStyle& style) {
  const auto found = record::opening_of(game);
  ecco = found.code;
  opening = found.known != nullptr ? in_script(found.name, style) : std::string{found.name};
  english = found.known != nullptr ? found.known->english : std::string_view{};
}

std::span<const FieldOf<ShownOpening>> opening_fields() noexcept {
  static constexpr auto fields = std::to_array<FieldOf<ShownOpening>>(
      {{"ecco", Kind::text, get<&ShownOpening::ecco>},
       {"opening", Kind::opening, get<&ShownOpening::opening>},
       {"openingEnglish", Kind::text, get<&ShownOpening::english>}});
  return fields;
}

std::vector<jobs::Field> game_fields() {
  return described(head_fields, opening_fields(), start_fields, note_fields, tree_fields);
}

void write_game_members(JsonWriter& json, const Game& game, const MoveStyle& style) {
  const ShownGame shown{game, style};
  jobs::write_members(json, head_fields, shown);
  jobs::write_members(json, opening_fields(), ShownOpening{game, style});
  jobs::write_members(json, start_fields, shown);
  jobs::write_members(json, note_fields, Notes{game, record::root_node});
  jobs::write_members(json, tree_fields, shown);
}

} // namespace xq::service
