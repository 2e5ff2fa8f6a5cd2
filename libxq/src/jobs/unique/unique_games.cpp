#include "jobs/unique/unique_games.hpp"

#include "record/facts.hpp"
#include "record/rewrite.hpp"
#include "record/same_game.hpp"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

namespace xq::jobs {

namespace {

/// What is about the record and not about the game.
bool is_own(std::string_view name) {
  return name == "FEN" || name == "SetUp" || name == "Format" || name == "Game" || name == "Result";
}

} // namespace

record::Game with_headers_of(const record::Game& game, const record::Game& other,
                             std::vector<std::string>& taken) {
  if (record::contradict(record::occasion_of(record::Facts{game}),
                         record::occasion_of(record::Facts{other}))) {
    return game;
  }
  auto tags = record::tags_of(game);
  for (const auto& tag : record::tags_of(other)) {
    if (is_own(tag.name) || !record::is_filled_in(tag.value)) {
      continue;
    }
    const auto known = std::ranges::find(tags, tag.name, &record::OwnTag::name);
    if (known == tags.end()) {
      tags.push_back(tag);
      taken.push_back(tag.name);
    } else if (!record::is_filled_in(known->value)) {
      known->value = tag.value;
      taken.push_back(tag.name);
    }
  }
  return taken.empty() ? game : record::rewritten(game, tags);
}

UniqueGames::Repeats UniqueGames::find_repeats(store::GameDatabase& games) {
  std::map<std::int64_t, store::Duplicate> found;
  for (const auto& repeat : games.duplicates({})) {
    found.emplace(repeat.game, repeat);
  }
  Repeats out;
  for (auto [game, repeat] : found) {
    for (auto kept = found.find(repeat.of); kept != found.end(); kept = found.find(repeat.of)) {
      repeat.of = kept->second.of; // it stands back itself
      repeat.how = store::Duplicate::How::embedded;
    }
    out[repeat.of].push_back(repeat);
  }
  return out;
}

UniqueGames::Totals UniqueGames::for_each(const std::function<void(const LeftOut&)>& left_out,
                                          const std::function<bool(record::Game&)>& visit) {
  m_database.import().finish();
  Totals totals;
  totals.copies = m_database.import().counts().duplicates;
  store::GameDatabase games{m_database.path()};
  store::GameDatabase others{m_database.path()}; // read within the walk through the first
  const Repeats repeats = find_repeats(games);
  std::set<std::int64_t> left;
  for (const auto& [kept, others_of_it] : repeats) {
    for (const auto& repeat : others_of_it) {
      left.insert(repeat.game);
    }
  }
  totals.left_out = left.size();
  std::uint64_t number = 0;
  games.for_each({}, [&](record::Game& game) {
    const auto id = static_cast<std::int64_t>(game.number);
    if (left.contains(id)) {
      return true;
    }
    record::Game best = game;
    const auto found = repeats.find(id);
    for (const auto& repeat :
         found == repeats.end() ? std::vector<store::Duplicate>{} : found->second) {
      LeftOut out{{}, std::string{game.source}, repeat.of, repeat.how, {}};
      const std::int64_t wanted[] = {repeat.game};
      others.read(wanted, [&](record::Game& other) {
        out.source = other.source;
        if (repeat.how != store::Duplicate::How::embedded) {
          best = with_headers_of(best, other, out.headers);
        }
        return true;
      });
      totals.headers += out.headers.size();
      left_out(out);
    }
    best.number = ++number;
    return visit(best);
  });
  return totals;
}

} // namespace xq::jobs
