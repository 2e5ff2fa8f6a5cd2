#include "jobs/book/move_fields.hpp"

#include <xq/analysis/review.hpp>
#include <xq/base/translate.hpp>
#include <xq/notation/notation.hpp>

#include <fmt/core.h>

#include <array>

namespace xq::jobs {

namespace {

using book::BookMove;
using notation::Style;
using MoveField = FieldOf<BookMove>;

template <std::uint32_t book::Counts::*Member>
Value games(const BookMove& m) {
  return m.counts.*Member;
}

template <std::uint32_t book::Counts::*Member>
Value share(const BookMove& m) {
  const double known = double{1} * m.counts.red_wins + m.counts.draws + m.counts.black_wins;
  return known == 0 ? Value{} : Value{Decimal{100.0 * (m.counts.*Member) / known}};
}

template <std::uint16_t book::Years::*Member>
Value year(const BookMove& m) {
  return m.years.*Member == 0 ? Value{} : Value{m.years.*Member};
}

template <auto Member>
Value level(const BookMove& m) {
  return m.levels.games == 0 ? Value{} : Value{m.levels.*Member};
}

Value win(const BookMove& m) {
  return m.score ? Value{Decimal{100 * analysis::winning_probability(m.score->score)}} : Value{};
}

using C = book::Counts;
constexpr MoveField rated{"rated", Kind::count, level<&book::Levels::games>, Missing::left_out};
constexpr MoveField best_rating{"best_rating", Kind::count, level<&book::Levels::best>,
                                Missing::left_out};
constexpr MoveField first_year{"first_year", Kind::count, year<&book::Years::first>, Missing::null};
constexpr MoveField last_year{"last_year", Kind::count, year<&book::Years::last>, Missing::null};

constexpr std::array known_fields{
    MoveField{"games", to_translate("games"), Kind::count, games<&C::games>},
    MoveField{"red_wins", Kind::count, games<&C::red_wins>},
    MoveField{"draws", Kind::count, games<&C::draws>},
    MoveField{"black_wins", Kind::count, games<&C::black_wins>},
    MoveField{"", to_translate("red%"), Kind::percent, share<&C::red_wins>},
    MoveField{"", to_translate("draw%"), Kind::percent, share<&C::draws>},
    MoveField{"", to_translate("black%"), Kind::percent, share<&C::black_wins>}, first_year,
    last_year,
    MoveField{"", to_translate("years"), Kind::count,
              [](const BookMove& m) -> Value { return years_text(m.years); }, Missing::left_out},
    rated,
    MoveField{"average_rating", Kind::number,
              [](const BookMove& m) -> Value {
                return m.levels.games == 0 ? Value{} : Value{Decimal{book::average(m.levels)}};
              },
              Missing::left_out},
    best_rating,
    MoveField{"", to_translate("level"), Kind::count,
              [](const BookMove& m) -> Value { return levels_text(m.levels); }, Missing::left_out},
    // Translators: heading over an engine's value of a move, in pawns
    MoveField{"score", to_translate("value"), Kind::score,
              [](const BookMove& m) -> Value {
                return m.score ? Value{EngineScore{m.score->score}} : Value{};
              },
              Missing::left_out},
    // Translators: heading over the probability to win, in percent
    MoveField{"win", to_translate("win%"), Kind::percent, win, Missing::left_out},
    // Translators: heading over the depth of a search
    MoveField{"search_depth", to_translate("depth"), Kind::count,
              [](const BookMove& m) -> Value { return m.score ? Value{m.score->depth} : Value{}; },
              Missing::left_out},
    // Translators: heading over the number of moves that are known after a move
    MoveField{"replies", to_translate("replies"), Kind::count,
              [](const BookMove& m) -> Value {
                return m.score && !m.score->replies ? Value{nullptr}
                       : m.score                    ? Value{*m.score->replies}
                                                    : Value{};
              },
              Missing::left_out}};
constexpr std::size_t of_engine = 4; ///< the last of them

template <Style style>
Value text(const RankedMove& m) {
  return notation::to_text(m.before, m.move.move, style);
}

} // namespace

std::span<const MoveField> move_fields() noexcept { return known_fields; }
std::span<const MoveField> score_fields() noexcept {
  return std::span{known_fields}.last(of_engine);
}

std::span<const MoveField> stored_fields() noexcept {
  static constexpr std::array fields{
      known_fields[0],
      known_fields[1],
      known_fields[2],
      known_fields[3],
      first_year,
      last_year,
      rated,
      MoveField{"rating_sum", Kind::count, level<&book::Levels::sum>, Missing::left_out},
      best_rating};
  return fields;
}

std::span<const FieldOf<RankedMove>> notation_fields() noexcept {
  // Translators: headings over moves in three notations
  static constexpr auto fields = std::to_array<FieldOf<RankedMove>>(
      {{"uci", Kind::move, text<Style::uci>},
       {"chinese", to_translate("chinese"), Kind::move, text<Style::chinese>},
       {"wxf", to_translate("wxf"), Kind::move, text<Style::wxf>},
       {"", to_translate("uci"), Kind::move, text<Style::uci>}});
  return fields;
}

std::span<const FieldOf<RankedMove>> rank_fields() noexcept {
  static constexpr auto weight = [](const RankedMove& m) {
    return m.weight ? Value{Decimal{*m.weight, 2}} : Value{};
  };
  static constexpr auto fields = std::to_array<FieldOf<RankedMove>>(
      // Translators: heading over the order by score, 1 for the best
      {{"rank", to_translate("rank"), Kind::count, get<&RankedMove::rank>, Missing::left_out},
       {"weight", Kind::number, weight, Missing::left_out},
       {"", to_translate("weight"), Kind::number,
        [](const RankedMove& m) -> Value { return m.weight_is_score ? Value{} : weight(m); },
        Missing::left_out}});
  return fields;
}

std::optional<std::string> years_text(const book::Years& years) {
  if (years.first == 0) {
    return std::nullopt;
  }
  return years.first == years.last ? fmt::format("{}", years.first)
                                   : fmt::format("{}-{}", years.first, years.last);
}

std::optional<std::string> levels_text(const book::Levels& levels) {
  if (levels.games == 0) {
    return std::nullopt;
  }
  return fmt::format("{:.0f} ({})", book::average(levels), levels.best);
}

} // namespace xq::jobs
