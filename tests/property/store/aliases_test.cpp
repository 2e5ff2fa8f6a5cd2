// Names that stand for one another, against the plainest thing that can be said of them: a game
// passes a filter if any name of the player's group has the text in it.
#include "support/catch.hpp"
#include "support/random_games.hpp"
#include "support/rounds.hpp"
#include "support/scratch_folder.hpp"

#include <xq/store/game_database.hpp>
#include <xq/store/game_import.hpp>
#include <xq/store/name_proposals.hpp>

#include <algorithm>
#include <memory>

using namespace xq;
using namespace xq::store;
using record::NameKind;

namespace {

const std::vector<std::string> names{"胡荣华", "胡榮華", "上海胡榮華", "Hu Ronghua", "HU",
                                     "吕钦",   "呂  欽", "a%b",        "a_b",        "a\"|b",
                                     "Lü Qin", "广东",   "廣東 呂欽",  "x\\y",       "X"};

/// Some of the names in groups, the others in none.
record::Aliases random_aliases(std::mt19937& random) {
  record::Aliases aliases;
  for (const NameKind kind : record::name_kinds) {
    auto left = names;
    std::shuffle(left.begin(), left.end(), random);
    while (random() % 4 != 0 && left.size() > 3) {
      record::NameGroup group{kind, {}};
      for (auto n = random() % 3 + 1; n > 0; --n) {
        group.names.push_back(left.back());
        left.pop_back();
      }
      if (random() % 2 == 0) {
        group.above = "# " + support::random_text(random) + "\n";
        std::replace(group.above.begin(), group.above.end() - 1, '\n', ' ');
      }
      const auto fault = aliases.add(std::move(group));
      REQUIRE_FALSE(fault);
    }
  }
  if (!aliases.empty() && random() % 2 == 0) {
    aliases.set_below("# below\n");
  }
  return aliases;
}

std::string lower_ascii(std::string text) {
  for (char& c : text) {
    c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  }
  return text;
}

/// Without scripts: the texts that are looked for are in one.
bool naive(const record::Aliases& aliases, NameKind kind, std::string_view name,
           const std::string& text) {
  const auto has = [&](std::string_view n) {
    return lower_ascii(std::string{n}).find(lower_ascii(text)) != std::string::npos;
  };
  if (text.empty() || has(name)) {
    return true;
  }
  return std::any_of(aliases.groups().begin(), aliases.groups().end(), [&](const auto& group) {
    const auto& all = group.names;
    return group.kind == kind && std::find(all.begin(), all.end(), name) != all.end() &&
           std::any_of(all.begin(), all.end(), has);
  });
}

bool naive(const record::Aliases& aliases, const Filter& filter, const record::Game& game) {
  const auto red = game.tag("Red");
  const auto black = game.tag("Black");
  return (naive(aliases, NameKind::player, red, filter.player) ||
          naive(aliases, NameKind::player, black, filter.player)) &&
         naive(aliases, NameKind::player, red, filter.red) &&
         naive(aliases, NameKind::player, black, filter.black) &&
         naive(aliases, NameKind::event, game.tag("Event"), filter.event);
}

std::string sometimes(std::mt19937& random, unsigned one_in) {
  static const std::vector<std::string> texts{"ronghua", "HU", "a%", "_", "\\", "x", "q", "\"|"};
  return random() % one_in == 0 ? texts[random() % texts.size()] : std::string{};
}

std::vector<record::Game> games_of_players(std::mt19937& random) {
  std::vector<record::Game> games;
  for (int i = 0; i < 60; ++i) {
    record::Game game;
    for (const auto* tag : {"Red", "Black", "Event"}) {
      if (random() % 5 != 0) {
        game.add_tag(tag, names[random() % names.size()]);
      }
    }
    game.add_tag("Round", std::to_string(i)); // no two are one record
    games.push_back(std::move(game));
  }
  return games;
}

} // namespace

TEST_CASE("names of one group pass a filter together") {
  INFO("seed " << support::seed);
  std::mt19937 random{support::seed};
  const support::ScratchFolder folder;
  const auto path = folder.file("games.xqdb");
  const auto games = games_of_players(random);
  {
    GameImport import{path};
    for (const auto& game : games) {
      import.add(game);
    }
    import.finish();
  }
  for (std::size_t round = support::rounds(16); round > 0; --round) {
    const auto aliases = random_aliases(random);
    save_aliases(path, aliases);
    REQUIRE(load_aliases(path).text() == aliases.text());
    const auto read = record::Aliases::read(aliases.text());
    REQUIRE(read.has_value());
    REQUIRE(read->text() == aliases.text());
    const auto given = std::make_shared<const record::Aliases>(*read);
    const auto none = std::make_shared<const record::Aliases>();
    GameDatabase database{path};
    for (int i = 0; i < 25; ++i) {
      Filter filter{.player = sometimes(random, 2),
                    .red = sometimes(random, 3),
                    .black = sometimes(random, 3),
                    .event = sometimes(random, 3)};
      std::vector<std::int64_t> plain;
      std::vector<std::int64_t> together;
      for (std::size_t g = 0; g < games.size(); ++g) {
        const auto number = static_cast<std::int64_t>(g + 1);
        if (naive({}, filter, games[g])) {
          plain.push_back(number);
        }
        if (naive(aliases, filter, games[g])) {
          together.push_back(number);
        }
      }
      INFO(filter.player << '|' << filter.red << '|' << filter.black << '|' << filter.event << '\n'
                         << aliases.text());
      CHECK(database.find_numbers(filter) == together); // by the table
      CHECK(database.count(filter) == static_cast<std::int64_t>(together.size()));
      filter.names = given;
      CHECK(database.find_numbers(filter) == together);
      const Matcher matches{filter};
      for (const auto& game : games) {
        CHECK(matches(game) == naive(aliases, filter, game));
      }
      filter.names = none;
      CHECK(database.find_numbers(filter) == plain);
    }
  }
}
