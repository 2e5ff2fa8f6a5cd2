#include "jobs/reports/listed_game.hpp"

#include "record/date_range.hpp"
#include "store/names/aliases.hpp"

#include <xq/record/date.hpp>
#include <xq/record/ecco.hpp>

namespace xq::jobs {

std::string opening_code(const record::Game& game) {
  const auto given = game.tag("ECCO");
  const auto* found = given.empty() ? record::classify(game) : nullptr;
  return found == nullptr ? std::string{given} : std::string{found->code};
}

ListedGame listed_game(const record::Game& game, const record::Aliases& names) {
  using record::NameKind;
  ListedGame out;
  out.number = static_cast<std::int64_t>(game.number);
  const auto date = game.tag("Date");
  out.date = record::date_range(date).known() ? record::normalise_date(date) : std::string{};
  out.red = names.canonical(NameKind::player, game.tag("Red"));
  out.black = names.canonical(NameKind::player, game.tag("Black"));
  out.event = names.canonical(NameKind::event, game.tag("Event"));
  out.result = game.result();
  out.opening = opening_code(game);
  out.plies = game.plies();
  return out;
}

std::shared_ptr<const record::Aliases> names_of(const store::Filter& filter,
                                                const std::string& database) {
  return filter.names ? filter.names
                      : std::make_shared<const record::Aliases>(store::load_aliases(database));
}

} // namespace xq::jobs
