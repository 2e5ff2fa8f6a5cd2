#include "support/catch.hpp"
#include "support/named_games.hpp"
#include "support/scratch_folder.hpp"

#include <xq/store/name_proposals.hpp>

#include <algorithm>
#include <set>

using namespace xq;
using namespace xq::store;
using record::NameKind;
using support::NamedGame;

namespace {

class Proposals {
public:
  explicit Proposals(const std::vector<NamedGame>& games, const record::Aliases& known = {},
                     double min_confidence = 0.99) {
    support::import_named(m_folder.file("a.xqdb"), games);
    m_groups = propose_names(m_folder.file("a.xqdb"), known, {.min_confidence = min_confidence});
  }

  /// The names of the group that has this one, in alphabetical order but for the first; none.
  [[nodiscard]] std::vector<std::string> of(std::string_view name) const {
    std::vector<std::string> names;
    if (const auto* group = find(name)) {
      for (const auto& n : group->names) {
        names.push_back(n.name);
      }
      std::sort(names.begin() + 1, names.end());
    }
    return names;
  }
  [[nodiscard]] const ProposedGroup* find(std::string_view name) const {
    for (const auto& group : m_groups) {
      for (const auto& n : group.names) {
        if (n.name == name) {
          return &group;
        }
      }
    }
    return nullptr;
  }
  /// Kinds of evidence of a name.
  [[nodiscard]] std::set<NameEvidence::Kind> why(std::string_view name) const {
    std::set<NameEvidence::Kind> kinds;
    for (const auto& n : find(name)->names) {
      for (const auto& e : n.evidence) {
        if (n.name == name) {
          kinds.insert(e.kind);
        }
      }
    }
    return kinds;
  }
  [[nodiscard]] const std::vector<ProposedGroup>& groups() const { return m_groups; }

private:
  support::ScratchFolder m_folder;
  std::vector<ProposedGroup> m_groups;
};

using Names = std::vector<std::string>;
using Kind = NameEvidence::Kind;

/// A game that has a name written otherwise, so that no two of the tests' games are one record.
int next_moves() {
  static int moves = 100;
  return ++moves;
}

NamedGame game(std::string red, std::string black, std::string event = {}, std::string date = {}) {
  return {std::move(red), std::move(black), std::move(event), std::move(date), {}, next_moves()};
}

} // namespace

TEST_CASE("names that differ in spelling alone are one", "[store]") {
  const Proposals p{{game("胡榮華", "x"), game("胡榮華", "x", "y"), game("胡荣华", "x"),
                     game("胡 榮　華", "x"), game("Hu Ronghua", "x"), game("RONGHUA Hu", "x"),
                     game("许银川", "x"), game("NN", "?"), game("N.N.", "x")}};
  CHECK(p.of("胡荣华") == Names{"胡榮華", "胡 榮　華", "胡荣华"});
  CHECK(p.of("RONGHUA Hu").size() == 2);
  CHECK(p.why("RONGHUA Hu") == std::set{Kind::spelling});
  CHECK(p.find("许银川") == nullptr);
  CHECK(p.find("NN") == nullptr); // nobody
}

TEST_CASE("a team in front of a name needs more than the name", "[store]") {
  const std::vector<NamedGame> bare{game("胡荣华", "甲乙丙"), game("上海胡荣华", "丁戊己")};
  CHECK(Proposals{bare}.find("胡荣华") == nullptr);
  CHECK(Proposals{bare, {}, 0.95}.of("胡荣华") == Names{"胡荣华", "上海胡荣华"});

  auto named = bare;
  named.push_back(game("胡榮華", "x", "第8屆 上海胡榮華（紅先勝）河北李來群"));
  const Proposals by_event{named};
  CHECK(by_event.of("胡榮華").size() == 3);
  CHECK(by_event.why("上海胡荣华") == std::set{Kind::place, Kind::event_names});

  auto header = bare;
  header.push_back(game("胡荣华", "x"));
  header.back().red_team = "上海队";
  CHECK(Proposals{header}.why("上海胡荣华") == std::set{Kind::place, Kind::team_header});

  auto twice = bare;
  twice.push_back({"胡荣华", "李来群", "a", {}, {}, 7});
  twice.push_back({"上海胡荣华", "河北李来群", "b", {}, {}, 7});
  const Proposals by_game{twice};
  CHECK(by_game.of("胡荣华") == Names{"胡荣华", "上海胡荣华"});
  CHECK(by_game.why("上海胡荣华") == std::set{Kind::place, Kind::same_games});
  CHECK(by_game.of("李来群") == Names{"李来群", "河北李来群"});
  twice.back().black = "徐天红"; // another opponent: the same moves by chance, or a wrong header
  CHECK(Proposals{twice}.find("胡荣华") == nullptr);
}

TEST_CASE("players who played each other are two", "[store]") {
  CHECK(Proposals{{game("胡荣华", "胡榮華"), game("胡 荣华", "x")}, {}, 0.5}.groups().empty());
  std::vector<NamedGame> games{game("胡荣华", "x", "上海胡荣华"), game("上海胡荣华", "y"),
                               game("上海 胡荣华", "y")};
  CHECK(Proposals{games}.of("胡荣华").size() == 3);
  games.push_back(game("胡荣华", "上海 胡荣华"));
  const Proposals p{games, {}, 0.5};
  CHECK(p.find("胡荣华") == nullptr);
  CHECK(p.of("上海胡荣华").size() == 2);
}

TEST_CASE("two provinces in one year are two players", "[store]") {
  std::vector<NamedGame> games;
  for (int year = 1990; year < 1993; ++year) {
    const auto date = std::to_string(year);
    games.push_back(game("王大明", "x", "江苏王大明胜", date));
    games.push_back(game("江苏王大明", "x", "a", date));
    games.push_back(game("王大明", "x", "辽宁王大明胜", date));
  }
  games.push_back(game("辽宁王大明", "x", "b", "1995"));
  CHECK(Proposals{games}.of("王大明").size() == 3); // he may have moved
  games.push_back(game("沈阳王大明", "x", "c", "1995"));
  games.push_back(game("辽宁王大明", "x", "b", "1991"));
  const Proposals p{games};
  CHECK(p.of("王大明") == Names{"王大明", "江苏王大明"});
  CHECK(p.find("辽宁王大明") == nullptr);
}

TEST_CASE("other letters need games that stand under both names", "[store]") {
  std::vector<NamedGame> games{game("卜凤波", "x"),          game("卜风波", "x"),
                               game("Lü Qin", "x"),          game("吕钦", "x"),
                               game("Knoedler Dieter", "x"), game("KNOEDIER, Dieter", "x")};
  CHECK(Proposals{games}.groups().empty());
  CHECK(Proposals{games, {}, 0.8}.of("吕钦").size() == 2);
  int moves = 0;
  for (const auto& [one, other] : {std::pair{"卜凤波", "卜风波"},
                                   {"Lü Qin", "吕钦"},
                                   {"Knoedler Dieter", "KNOEDIER, Dieter"}}) {
    for (int i = 0; i < 2; ++i) {
      ++moves;
      games.push_back({one, "y", "a", {}, {}, moves});
      games.push_back({other, "y", "b", {}, {}, moves});
    }
  }
  const Proposals p{games};
  CHECK(p.of("卜凤波").size() == 2);
  CHECK(p.of("吕钦").size() == 2);
  CHECK(p.of("Knoedler Dieter").size() == 2);
  CHECK(p.why(p.of("吕钦")[1]) == std::set{Kind::romanised, Kind::same_games});
}

TEST_CASE("what is known stays", "[store]") {
  record::Aliases known;
  REQUIRE_FALSE(known.add({NameKind::player, {"Hu", "胡荣华", "not there"}}));
  REQUIRE_FALSE(known.add({NameKind::player, {"胡 荣华"}}));
  REQUIRE_FALSE(known.add({NameKind::player, {"上海胡荣华"}}));
  REQUIRE_FALSE(known.add({NameKind::player, {"吕钦", "呂欽"}}));
  REQUIRE_FALSE(known.add({NameKind::site, {"成都"}}));
  const Proposals p{{game("胡荣华", "x", "上海胡荣华"), game("胡 荣华", "x"), game("胡榮華", "x"),
                     game("上海胡荣华", "x"), game("呂 欽", "x")},
                    known,
                    0.5};
  CHECK(p.of("Hu") == Names{"Hu", "not there", "胡荣华"}); // 胡榮華 may be either
  CHECK(p.of("胡 荣华") == Names{"胡 荣华"});
  CHECK(p.of("上海胡荣华") == Names{"上海胡荣华"});
  CHECK(p.find("胡榮華") == nullptr);
  CHECK(p.of("呂 欽") == Names{"吕钦", "呂 欽", "呂欽"});
  CHECK(p.of("成都") == Names{"成都"});
  CHECK(p.find("呂 欽")->names[0].known);
}

TEST_CASE("events and sites", "[store]") {
  const auto at = [](std::string event, const std::string& site) {
    NamedGame named = game("a", "b", std::move(event));
    auto made = support::to_game(named);
    made.add_tag("Site", site);
    return made;
  };
  const support::ScratchFolder folder;
  {
    GameImport import{folder.file("a.xqdb")};
    for (const auto& [event, site] : {std::pair{"第8屆五羊杯", "成都"},
                                      {"第八届 “五羊杯”", "成都市"},
                                      {"第08届五羊杯", "四川成都"},
                                      {"第九届五羊杯", "四川 成都"},
                                      {"五羊杯 1988", "吉林"},
                                      {"五羊杯1988", "吉林市"},
                                      {"五羊杯 1989", "四川"},
                                      {"第十八届五羊杯", "?"},
                                      {"第18届五羊杯", ""}}) {
      import.add(at(event, site));
    }
    import.finish();
  }
  std::set<std::set<std::string>> groups;
  for (const auto& group : propose_names(folder.file("a.xqdb"), {})) {
    std::set<std::string> names;
    for (const auto& name : group.names) {
      names.insert(name.name);
    }
    groups.insert(names);
  }
  CHECK(groups ==
        std::set<std::set<std::string>>{{"第8屆五羊杯", "第八届 “五羊杯”", "第08届五羊杯"},
                                        {"第十八届五羊杯", "第18届五羊杯"},
                                        {"五羊杯 1988", "五羊杯1988"},
                                        {"成都", "成都市", "四川成都", "四川 成都"}});
}
