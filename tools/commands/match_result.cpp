#include "commands/match_result.hpp"

#include "base/text/compose.hpp"
#include "cli/files/output.hpp"
#include "cli/talk.hpp"
#include "jobs/answer/write.hpp"

#include <xq/base/translate.hpp>

#include <fmt/core.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <utility>

namespace xq::cli {

namespace {

using jobs::get;
using jobs::Kind;
using jobs::Missing;
using match::GameEnd;

template <auto Member>
jobs::Value score(const MatchResult& f) {
  return std::invoke(Member, f.totals.score);
}
template <double match::MatchScore::Elo::*Member, int digits>
jobs::Value elo(const MatchResult& f) {
  const auto elo = f.totals.score.elo();
  return elo ? jobs::Value{jobs::Decimal{(*elo).*Member, digits}} : jobs::Value{};
}
jobs::Value ratio(const MatchResult& f) {
  return f.sprt == nullptr ? jobs::Value{}
                           : jobs::Value{jobs::Decimal{f.sprt->ratio(f.totals.score), 3}};
}
jobs::Value sprt(const MatchResult& f) {
  if (f.sprt == nullptr) {
    return {};
  }
  const auto state = f.sprt->state(f.totals.score);
  return state == match::Sprt::State::open            ? "open"
         : state == match::Sprt::State::accepted_elo1 ? "elo1"
                                                      : "elo0";
}
jobs::Value ends(const MatchResult& f) {
  std::vector<std::pair<std::string_view, std::uint64_t>> ends;
  for (std::size_t i = 0; i < f.totals.ends.size(); ++i) {
    if (f.totals.ends[i] > 0) {
      ends.emplace_back(match::to_text(static_cast<GameEnd>(i)), f.totals.ends[i]);
    }
  }
  return jobs::members_of(ends);
}
using Score = match::MatchScore;
using Elo = Score::Elo;
constexpr auto summary_fields = std::to_array<jobs::FieldOf<MatchResult>>(
    {{"first", Kind::name, get<&MatchResult::first>},
     {"second", Kind::name, get<&MatchResult::second>},
     {"games", Kind::count, score<&Score::games>},
     {"wins", Kind::count, score<&Score::wins>},
     {"draws", Kind::count, score<&Score::draws>},
     {"losses", Kind::count, score<&Score::losses>},
     {"elo", Kind::number, elo<&Elo::value, 1>, Missing::left_out},
     {"elo_low", Kind::number, elo<&Elo::low, 1>, Missing::left_out},
     {"elo_high", Kind::number, elo<&Elo::high, 1>, Missing::left_out},
     {"los", Kind::number, elo<&Elo::superiority, 4>, Missing::left_out},
     {"pairs", Kind::list,
      [](const MatchResult& f) -> jobs::
                                   Value {
                                     const auto& pairs = f.totals.score.pairs();
                                     return std::vector<jobs::Value>(pairs.begin(), pairs.end());
                                   }},
     {"llr", Kind::number, ratio, Missing::left_out},
     {"sprt", Kind::word, sprt, Missing::left_out},
     {"ends", Kind::object, ends},
     {"faults", Kind::list, [](const MatchResult& f) -> jobs::Value {
        return std::vector<jobs::Value>(f.totals.faults.begin(), f.totals.faults.end());
      }}});
constexpr std::array final_fields{
    jobs::FieldOf<MatchResult>{"summary", Kind::object,
                               [](const MatchResult& f) -> jobs::Value {
                                 return jobs::object_of<MatchResult>(summary_fields, f);
                               },
                               jobs::parts<summary_fields>}};

std::string elo_text(const Elo& elo) {
  const double sure = 100 * elo.superiority;
  if (std::isinf(elo.high)) {
    return localized(
        "Elo above {:+.0f} with 95 %: all games were won; the stronger with {:.1f} %\n", elo.low,
        sure);
  }
  if (std::isinf(elo.low)) {
    return localized(
        "Elo below {:+.0f} with 95 %: all games were lost; the stronger with {:.1f} %\n", elo.high,
        sure);
  }
  if (elo.no_spread) {
    return localized("Elo {:+.0f}, no interval: all pairs ended alike\n", elo.value);
  }
  return localized("Elo {:+.0f}, 95 % between {:+.0f} and {:+.0f}, the stronger with {:.1f} %\n",
                   elo.value, elo.low, elo.high, sure);
}

} // namespace

std::string summary_line(const MatchResult& result) {
  return jobs::json_line(final_fields, result);
}

std::vector<jobs::Field> match_summary_fields() { return jobs::parts<final_fields>(); }

void print_summary(const MatchResult& result) {
  const jobs::MatchTotals& totals = result.totals;
  const bool named = result.first != result.second;
  const std::string who = named
                              ? localized("{} against {}", cell(result.first), cell(result.second))
                              : localized("first side");
  print_text("{} games, {}: {} won, {} drawn, {} lost, {:.1f} %\n", totals.score.games(), who,
             totals.score.wins(), totals.score.draws(), totals.score.losses(),
             100 * totals.score.share());
  if (const auto elo = totals.score.elo()) {
    print_lines(elo_text(*elo));
    print_text("pairs that brought 0, 1/2, 1, 1 1/2, 2 points: {}\n",
               join(totals.score.pairs(), " "));
  }
  if (const match::Sprt* const test = result.sprt) {
    const auto state = test->state(totals.score);
    // Translators: what a statistical test says: nothing yet
    const auto answer = state == match::Sprt::State::open            ? translate("open")
                        : state == match::Sprt::State::accepted_elo1 ? translate("elo1 accepted")
                                                                     : translate("elo0 accepted");
    print_text("SPRT elo0 {}, elo1 {}: ratio {:.2f} between {:.2f} and {:.2f}, {}\n", test->elo0,
               test->elo1, test->ratio(totals.score), test->lower_bound(), test->upper_bound(),
               answer);
  }
  std::string ends;
  for (std::size_t i = 0; i < totals.ends.size(); ++i) {
    if (totals.ends[i] > 0) {
      ends += fmt::format("{}{} {}", ends.empty() ? "" : translate(", "),
                          translate(match::to_text(static_cast<GameEnd>(i))), totals.ends[i]);
    }
  }
  print_text("ends: {}\n", ends);
  for (std::size_t i = 0; i < 2; ++i) {
    if (totals.faults[i] > 0) {
      // Translators: a side of a match, and `3 games`
      print_text("{}: {} lost by an illegal move, on time or by a crash\n",
                 cell(i == 0 ? result.first : result.second),
                 counted(static_cast<std::uint64_t>(totals.faults[i]), "{} game", "{} games"));
    }
  }
}

} // namespace xq::cli
