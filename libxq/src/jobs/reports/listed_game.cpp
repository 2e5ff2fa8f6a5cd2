#include "jobs/reports/listed_game.hpp"

#include "record/facts.hpp"

#include <xq/record/ecco.hpp>
#include <xq/record/game.hpp>
#include <xq/store/name_proposals.hpp>

namespace xq::reports {

ListedGame listed_game(const record::Game& game, const record::Aliases& names) {
  using record::NameKind;
  const record::Facts facts{game};
  ListedGame out;
  out.number = static_cast<std::int64_t>(game.number);
  out.date = facts.days().known() ? record::normalise_date(facts.date) : std::string{};
  out.red = names.canonical(NameKind::player, facts.red);
  out.black = names.canonical(NameKind::player, facts.black);
  out.event = names.canonical(NameKind::event, facts.event);
  out.result = game.result();
  out.opening = record::opening_code(game);
  out.plies = game.plies();
  return out;
}

std::shared_ptr<const record::Aliases> names_of(const store::Filter& filter,
                                                const std::string& database) {
  return filter.names ? filter.names
                      : std::make_shared<const record::Aliases>(store::load_aliases(database));
}

} // namespace xq::reports
