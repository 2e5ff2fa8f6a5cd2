#include "jobs/endings/ending_fields.hpp"

#include <xq/base/translate.hpp>
#include <xq/board/fen.hpp>
#include <xq/notation/notation.hpp>

#include <array>
#include <string_view>

namespace xq::jobs {

namespace {

using endings::Counts;
using endings::Worth;
using notation::Style;

std::string_view word(Worth worth) noexcept {
  // Translators: the result of a position for the side to move
  constexpr std::array<std::string_view, 3> words{to_translate("draw"), to_translate("win"),
                                                  to_translate("loss")};
  return words[static_cast<std::size_t>(worth)];
}

/// For people: what is won or lost by the rule alone says so.
std::string shown(const endings::Result& result) {
  const std::string_view worth = translate(word(result.worth));
  return result.by_rule ? localized("{} by rule", worth) : std::string{worth};
}

Value plies_of(const endings::Result& result) {
  return result.worth == Worth::draw || result.by_rule ? Value{} : Value{result.plies};
}

Value winner_of(const ProbedEnding& ending) {
  const Color mover = ending.position.side_to_move();
  switch (ending.result.worth) {
  case Worth::draw:
    return {};
  case Worth::win:
    return mover == Color::red ? "red" : "black";
  case Worth::loss:
    break;
  }
  return mover == Color::red ? "black" : "red";
}

/// A move with the position before it.
struct ShownMove {
  const Position& before;
  const endings::RatedMove& rated;
};

template <Style style>
Value move_text(const ShownMove& m) {
  return notation::to_text(m.before, m.rated.move, style);
}

constexpr auto move_fields = std::to_array<FieldOf<ShownMove>>(
    {{"uci", nullptr, Kind::move, move_text<Style::uci>},
     {"chinese", to_translate("chinese"), Kind::move, move_text<Style::chinese>},
     {"wxf", to_translate("wxf"), Kind::move, move_text<Style::wxf>},
     {"result", nullptr, Kind::word,
      [](const ShownMove& m) -> Value { return word(m.rated.result.worth); }},
     {"", to_translate("result"), Kind::text,
      [](const ShownMove& m) -> Value { return shown(m.rated.result); }},
     {"by_rule", nullptr, Kind::flag,
      [](const ShownMove& m) -> Value { return m.rated.result.by_rule; }},
     {"plies", to_translate("plies"), Kind::count,
      [](const ShownMove& m) -> Value { return plies_of(m.rated.result); }, Missing::null},
     {"best", nullptr, Kind::flag, [](const ShownMove& m) -> Value { return m.rated.best; }}});

constexpr auto count_fields =
    std::to_array<FieldOf<Counts>>({{"won", nullptr, Kind::count, get<&Counts::won>},
                                    {"drawn", nullptr, Kind::count, get<&Counts::drawn>},
                                    {"lost", nullptr, Kind::count, get<&Counts::lost>},
                                    {"by_rule", nullptr, Kind::count, get<&Counts::by_rule>}});

/// The share of the placements with `side` to move, in per cent.
template <std::size_t side, std::uint64_t Counts::*Member>
Value percent(const ListedEnding& row) {
  const Counts& c = row.facts.counts[side];
  const double all = double{1} * static_cast<double>(c.won + c.drawn + c.lost);
  return Decimal{100 * static_cast<double>(c.*Member) / all};
}

} // namespace

ListedEnding::ListedEnding(const endings::Table& table)
    : facts{table.facts()}, placements{table.placements().size()}, bytes{table.codes().size()} {}

std::span<const FieldOf<ListedEnding>> ending_fields() noexcept {
  using Row = ListedEnding;
  static constexpr auto fields = std::to_array<FieldOf<Row>>(
      {{"material", to_translate("material"), Kind::text,
        [](const Row& r) -> Value { return endings::name_of(r.facts.material); }},
       {"placements", Kind::count, get<&Row::placements>},
       {"bytes", to_translate("bytes"), Kind::count, get<&Row::bytes>},
       {"red_to_move", nullptr, Kind::object,
        [](const Row& r) -> Value { return object_of(count_fields, r.facts.counts[0]); },
        parts<count_fields>},
       {"black_to_move", nullptr, Kind::object,
        [](const Row& r) -> Value { return object_of(count_fields, r.facts.counts[1]); },
        parts<count_fields>},
       // Translators: headings over shares in per cent, for the side to move: first with Red's
       // move, then with Black's
       {"", to_translate("wins%"), Kind::percent, percent<0, &Counts::won>},
       {"", to_translate("loses%"), Kind::percent, percent<0, &Counts::lost>},
       {"", to_translate("black: wins%"), Kind::percent, percent<1, &Counts::won>},
       {"", to_translate("loses%"), Kind::percent, percent<1, &Counts::lost>},
       {"", to_translate("by rule"), Kind::count,
        [](const Row& r) -> Value {
          return r.facts.counts[0].by_rule + r.facts.counts[1].by_rule;
        }},
       {"longest", to_translate("longest"), Kind::count,
        [](const Row& r) -> Value { return r.facts.longest; }},
       {"longest_fen", nullptr, Kind::position,
        [](const Row& r) -> Value { return told(r.facts.longest_fen); }, Missing::null},
       {"judges_checks", nullptr, Kind::flag,
        [](const Row& r) -> Value { return r.facts.judges_checks; }}});
  return fields;
}

Rows rows_of_moves(const ProbedEnding& ending) {
  std::vector<ShownMove> shown;
  shown.reserve(ending.moves.size());
  for (const auto& move : ending.moves) {
    shown.push_back({ending.position, move});
  }
  return rows_of(move_fields, shown);
}

std::span<const FieldOf<ProbedEnding>> probe_fields() noexcept {
  using Row = ProbedEnding;
  static constexpr auto fields = std::to_array<FieldOf<Row>>(
      {{"fen", nullptr, Kind::position,
        [](const Row& r) -> Value { return write_fen(r.position); }},
       {"material", nullptr, Kind::text,
        [](const Row& r) -> Value { return endings::name_of(endings::material_of(r.position)); }},
       {"result", nullptr, Kind::word, [](const Row& r) -> Value { return word(r.result.worth); }},
       {"winner", nullptr, Kind::word, winner_of, Missing::null},
       {"by_rule", nullptr, Kind::flag, [](const Row& r) -> Value { return r.result.by_rule; }},
       {"plies", nullptr, Kind::count, [](const Row& r) -> Value { return plies_of(r.result); },
        Missing::null},
       {"moves", nullptr, Kind::objects, [](const Row& r) -> Value { return rows_of_moves(r); },
        parts<move_fields>}});
  return fields;
}

std::string describe(const Position& position, const endings::Result& result) {
  if (result.worth == Worth::draw) {
    return std::string{translate("a draw")};
  }
  const Color mover = position.side_to_move();
  const bool red = (result.worth == Worth::win) == (mover == Color::red);
  if (result.by_rule) {
    return std::string{
        red ? translate("Red wins: Black has in the end nothing but perpetual check")
            : translate("Black wins: Red has in the end nothing but perpetual check")};
  }
  const int moves = (result.plies + 1) / 2;
  if (moves == 0) {
    return std::string{red ? translate("Red has won") : translate("Black has won")};
  }
  return red ? localized("Red wins in {}", moves) : localized("Black wins in {}", moves);
}

} // namespace xq::jobs
