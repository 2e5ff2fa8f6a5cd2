// Proposals on random games: what must hold whatever is proposed.
#include "support/catch.hpp"
#include "support/named_games.hpp"
#include "support/random_games.hpp"
#include "support/scratch_folder.hpp"

#include <xq/store/name_proposals.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <set>

using namespace xq;
using namespace xq::store;
using record::NameKind;

namespace {

std::string random_name(std::mt19937& random) {
  static const std::vector<std::string> teams{"",      "",     "",       "上海", "广东",
                                              "廣東 ", "广州", "南方隊", "中國"};
  static const std::vector<std::string> names{
      "胡荣华", "胡榮華", "胡 荣华",    "吕钦",       "呂欽", "卜凤波", "卜风波",      "李智屏",
      "李智平", "Lü Qin", "HU Ronghua", "Hu ronghua", "?",    "\"|",    "胡荣华、吕钦"};
  return teams[random() % teams.size()] + names[random() % names.size()];
}

std::vector<support::NamedGame> random_named_games(std::mt19937& random) {
  std::vector<support::NamedGame> games;
  for (auto n = random() % 60 + 20; n > 0; --n) {
    games.push_back({random_name(random), random_name(random),
                     random() % 2 == 0 ? random_name(random) + "先胜" + random_name(random) : "",
                     random() % 2 == 0 ? std::to_string(1980 + random() % 6) : "", "",
                     static_cast<int>(random() % 30)});
  }
  return games;
}

record::Aliases random_known(std::mt19937& random) {
  record::Aliases known;
  for (auto n = random() % 4; n > 0; --n) {
    record::NameGroup group{NameKind::player, {}};
    for (auto m = random() % 3 + 1; m > 0; --m) {
      const auto name = random_name(random);
      if (std::find(group.names.begin(), group.names.end(), name) == group.names.end()) {
        group.names.push_back(name);
      }
    }
    static_cast<void>(known.add(std::move(group))); // not one whose name is taken
  }
  return known;
}

std::string shown(const std::vector<ProposedGroup>& groups) {
  std::string text;
  for (const auto& group : groups) {
    for (const auto& name : group.names) {
      text += fmt::format("{} {} {:.6f} {}|", name.name, name.games, name.confidence, name.like);
    }
    text += '\n';
  }
  return text;
}

} // namespace

TEST_CASE("proposals keep what is known, and players who met apart") {
  INFO("seed " << support::seed);
  std::mt19937 random{support::seed};
  for (int round = 0; round < 30; ++round) {
    const support::ScratchFolder folder;
    const auto path = folder.file("games.xqdb");
    const auto games = random_named_games(random);
    support::import_named(path, games);
    const auto known = random_known(random);
    const double least = 0.5 + 0.01 * static_cast<double>(random() % 50);
    const auto groups = propose_names(path, known, {.min_confidence = least});
    REQUIRE(shown(groups) == shown(propose_names(path, known, {.min_confidence = least})));

    std::map<std::string, std::size_t> group_of; // of players
    record::Aliases all;
    for (std::size_t i = 0; i < groups.size(); ++i) {
      record::NameGroup group{groups[i].kind, {}};
      for (const auto& name : groups[i].names) {
        group.names.push_back(name.name);
        if (groups[i].kind == NameKind::player) {
          group_of.emplace(name.name, i);
        }
        CHECK((name.known || name.evidence.empty() || name.confidence >= least - 1e-6));
        CHECK(name.known == (known.find(groups[i].kind, name.name) != nullptr));
        const auto written = [&](const auto& game) {
          return game.red == name.name || game.black == name.name || game.event == name.name;
        };
        CHECK((name.known || std::any_of(games.begin(), games.end(), written)));
      }
      const auto fault = all.add(std::move(group));
      CHECK_FALSE(fault); // no name is in two groups
    }
    for (const auto& group : known.groups()) {
      REQUIRE(group_of.contains(group.names.front()));
      const auto place = group_of.at(group.names.front());
      CHECK(groups[place].names.front().name == group.names.front());
      for (const auto& name : groups[place].names) {
        CHECK((!name.known || known.find(NameKind::player, name.name) ==
                                  known.find(NameKind::player, group.names.front())));
      }
      for (const auto& name : group.names) {
        CHECK(group_of.at(name) == place);
      }
    }
    for (const auto& game : games) {
      const bool one = game.red != game.black && group_of.contains(game.red) &&
                       group_of.contains(game.black) &&
                       group_of.at(game.red) == group_of.at(game.black);
      const auto* red = known.find(NameKind::player, game.red);
      const bool by_hand = red != nullptr && red == known.find(NameKind::player, game.black);
      INFO(game.red << " - " << game.black << '\n' << shown(groups));
      CHECK((!one || by_hand));
    }
  }
}
