#include "sqlite/schema.hpp"
#include "sqlite/watch.hpp"
#include "store/names/propose.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <tuple>

namespace xq::store {

namespace {

std::uint64_t games_of(const ProposedGroup& group) {
  std::uint64_t games = 0;
  for (const auto& name : group.names) {
    games += name.games;
  }
  return games;
}

} // namespace

std::string_view to_text(NameEvidence::Kind kind) noexcept {
  constexpr std::array<std::string_view, 10> words{
      "spelling", "form",       "place",       "sound",       "romanised",
      "letters",  "same_games", "event_names", "team_header", "rivals"};
  return words[static_cast<std::size_t>(kind)];
}

std::vector<ProposedGroup> propose_names(const std::string& database, const record::Aliases& known,
                                         const ProposalOptions& options) {
  sqlite::Database db{database, sqlite::Database::Mode::read_only};
  sqlite::require(db, sqlite::game_schema());
  auto keep_going = options.keep_going;
  if (keep_going) {
    sqlite::watch(db, &keep_going);
  }
  NameFolder fold;
  const double most_doubt = 1 - options.min_confidence + 1e-9;
  std::vector<ProposedGroup> all;
  const auto add = [&](std::vector<ProposedGroup> groups) {
    std::stable_sort(groups.begin(), groups.end(), [](const auto& x, const auto& y) {
      return std::tuple{games_of(y), std::string_view{x.names.front().name}} <
             std::tuple{games_of(x), std::string_view{y.names.front().name}};
    });
    std::move(groups.begin(), groups.end(), std::back_inserter(all));
  };
  if (options.players) {
    add(propose_players(db, fold, known, most_doubt));
  }
  if (options.events) {
    add(propose_titles(db, fold, known, record::NameKind::event, most_doubt));
  }
  if (options.sites) {
    add(propose_titles(db, fold, known, record::NameKind::site, most_doubt));
  }
  return all;
}

} // namespace xq::store
