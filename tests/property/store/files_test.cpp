// Filters of files and of databases against a naive filter, which is written here from what
// docs/search.md says and looks only at how the games were made.

#include "notation/read_path.hpp"
#include "store/filter/filter_table.hpp"
#include "support/catch.hpp"
#include "support/scratch_folder.hpp"

#include <xq/format/format.hpp>
#include <xq/notation/notation.hpp>
#include <xq/store/game_database.hpp>
#include <xq/store/game_import.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <fstream>
#include <functional>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

using namespace xq;

namespace {

/// What a game was made of.
struct Made {
  using Tags = std::vector<std::pair<std::string, std::string>>;
  Tags written, tags; ///< all; those that count
  std::size_t opening = 0;
  int plies = 0;
  std::string result;
  std::string comment; ///< empty: none
  std::string mark;    ///< of a move of the main line; empty: none
  std::string file;
  std::int64_t number = 0;
};

/// From the ECCO of 2004: two plies each, and moves of rooks behind them change no code.
struct Opening {
  const char *code, *name;
};
struct Line {
  const char *first, *second;
  Opening after_one, after_two;
};
constexpr std::array lines{
    Line{"相三进五", "象7进5", {"A10", "飞相局(对其他)"}, {"A11", "顺相局"}},
    Line{"炮二平五", "炮2平5", {"B00", "中炮局(对其他)"}, {"D50", "中炮对列炮"}},
    Line{"仕四进五", "卒1进1", {"A01", "上仕局"}, {"A01", "上仕局"}}};
constexpr std::array rooks{"车九进一", "车1进1", "车九退一", "车1退1"};

struct Day {
  const char* text;
  int first, last; ///< 0: not known
};
constexpr std::array days{Day{"1998.05.01", 19980501, 19980501},
                          Day{"1998.05.??", 19980501, 19980531},
                          Day{"1998.??.??", 19980101, 19981231},
                          Day{"1998", 19980101, 19981231},
                          Day{"1997-12-31", 19971231, 19971231},
                          Day{"????.??.??", 0, 0},
                          Day{"?", 0, 0},
                          Day{"", 0, 0}};

const std::vector<std::string> made_players{"胡荣华", "胡榮華",  "胡 荣华", "Hu Ronghua", "柳大华",
                                            "柳大華", "Liu Da",  "?",       "-",          "",
                                            "佚名",   "hu/yang", "100%"};
const std::vector<std::string> events{"五羊杯", "Cup_1998", "cup 98", "1998年個人賽", "?", ""};
const std::vector<std::string> sites{"廣州", "广州 东山", "Beijing", "?", " "};
const std::vector<std::string> codes{"A11", "C99", "c99", "?", ""};
const std::vector<std::string> ratings{"2400", "2400?", "2600", "?", "", "0", "9999", "2500.5"};
const std::vector<std::string> made_comments{"弃车绝杀", "棄車", "a good move", "goods", "好棋"};
const std::vector<std::string> marks{"!", "?", "!!", "??", "!?", "?!"};

template <typename T>
const auto& any_of(const T& values, std::mt19937& random) {
  return values[random() % values.size()];
}

Made random_made(std::mt19937& random) {
  Made game;
  const auto add = [&](const std::vector<std::string>& names, const auto& values) {
    while (random() % 3 != 0 && game.tags.size() < 20) { // none, one, or several of them
      game.tags.emplace_back(any_of(names, random), any_of(values, random));
    }
  };
  std::vector<std::string> dates;
  dates.reserve(days.size());
  for (const auto& day : days) {
    dates.emplace_back(day.text);
  }
  add({"Red", "White"}, made_players);
  add({"Black"}, made_players);
  add({"Event"}, events);
  add({"Site"}, sites);
  add({"Date"}, dates);
  add({"ECCO"}, codes);
  add({"Opening", "Variation"}, std::vector<std::string>{"屏風馬", "Screen Horses", ""});
  add({"RedElo", "RedRating", "WhiteElo", "WhiteRating"}, ratings);
  add({"BlackElo", "BlackRating"}, ratings);
  std::shuffle(game.tags.begin(), game.tags.end(), random);
  game.written = game.tags;
  std::set<std::string> names; // of a header that is given twice the first counts
  std::erase_if(game.tags, [&](const auto& tag) { return !names.insert(tag.first).second; });
  game.opening = random() % lines.size();
  game.plies = 1 + static_cast<int>(random() % 9);
  game.result = any_of(std::array{"1-0", "0-1", "1/2-1/2", "*"}, random);
  game.comment = random() % 2 == 0 ? any_of(made_comments, random) : std::string{};
  game.mark = random() % 2 == 0 ? any_of(marks, random) : std::string{};
  return game;
}

std::string move_text(const Made& game, int ply) {
  const auto& line = lines.at(game.opening);
  return ply == 0   ? line.first
         : ply == 1 ? line.second
                    : rooks.at(static_cast<std::size_t>(ply - 2) % rooks.size());
}

/// As PGN; a variation has another mark, which is none of the main line.
std::string text_of(const Made& game, std::mt19937& random) {
  std::string text = "[Id \"" + std::to_string(game.number) + "\"]\n";
  for (const auto& [name, value] : game.written) {
    text.append("[").append(name).append(" \"").append(value).append("\"]\n");
  }
  text += '\n';
  const int marked = static_cast<int>(random()) % game.plies;
  for (int ply = 0; ply < game.plies; ++ply) {
    text += (ply % 2 == 0 ? std::to_string(ply / 2 + 1) + ". " : "") + move_text(game, ply) + ' ';
    if (ply == std::abs(marked) && !game.mark.empty()) {
      const auto nag = std::find(marks.begin(), marks.end(), game.mark) - marks.begin() + 1;
      text += '$' + std::to_string(nag) + ' ';
    }
    if (ply == 0 && !game.comment.empty()) {
      text += '{' + game.comment + "} ";
    }
    if (ply == 0) {
      text += "(1. 兵七进一 $" + std::to_string(1 + random() % 6) + ") ";
    }
  }
  return text + game.result + "\n\n";
}

// ---- the naive filter -------------------------------------------------------------------------

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
}

/// One script, small letters; of players without blanks.
std::string folded(std::string text, bool player) {
  for (const auto& [traditional, simplified] : {std::pair{"榮", "荣"},
                                                {"華", "华"},
                                                {"廣", "广"},
                                                {"東", "东"},
                                                {"個", "个"},
                                                {"賽", "赛"},
                                                {"風", "风"},
                                                {"馬", "马"},
                                                {"棄", "弃"},
                                                {"車", "车"},
                                                {"絕", "绝"},
                                                {"殺", "杀"}}) {
    replace_all(text, traditional, simplified);
  }
  std::transform(text.begin(), text.end(), text.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  if (player) {
    std::erase(text, ' ');
  }
  return text;
}

bool holds(const std::string& name, const std::string& text, bool player = false) {
  const auto is = folded(name, player);
  const auto wanted = folded(text, player);
  if (is.find(wanted) != std::string::npos) {
    return true;
  }
  static const std::map<std::string, std::set<std::string>> pinyin{
      {"胡荣华", {"huronghua", "ronghuahu", "hrh"}}, {"柳大华", {"liudahua", "dahualiu", "ldh"}}};
  const auto found = pinyin.find(is);
  return player && found != pinyin.end() && found->second.contains(wanted);
}

/// The first of these headers; empty when there is none.
std::string header(const Made& game, const std::vector<std::string>& names) {
  for (const auto& [name, value] : game.tags) {
    if (std::find(names.begin(), names.end(), name) != names.end()) {
      return value;
    }
  }
  return {};
}

std::string red(const Made& game) { return header(game, {"Red", "White"}); }
std::string black(const Made& game) { return header(game, {"Black"}); }

Day day_of(const Made& game) {
  const auto text = header(game, {"Date"});
  return *std::find_if(days.begin(), days.end(), [&](const Day& day) { return day.text == text; });
}

std::string code_of(const Made& game) {
  const auto code = header(game, {"ECCO"});
  const auto& line = lines.at(game.opening);
  return !code.empty() && code != "?" ? code
         : game.plies == 1            ? line.after_one.code
                                      : line.after_two.code;
}

int rating(const Made& game, const std::vector<std::string>& names) {
  for (const auto& [name, value] : game.tags) {
    if (std::find(names.begin(), names.end(), name) != names.end()) {
      const int number = std::atoi(value.c_str());
      if (number > 0 && number <= 4095) {
        return number;
      }
    }
  }
  return 0;
}

/// Names of the codes that a game may have.
std::string name_of(const std::string& code) {
  for (const auto& line : lines) {
    for (const auto& opening : {line.after_one, line.after_two}) {
      if (code == opening.code) {
        return opening.name;
      }
    }
  }
  return code == "C99" ? "五九炮对屏风马" : "";
}

bool opening_holds(const Made& game, const std::string& text) {
  bool found = holds(name_of(code_of(game)), text);
  for (const auto& [name, value] : game.tags) {
    found = found || ((name == "Opening" || name == "Variation") && holds(value, text));
  }
  return found;
}

bool words_hold(const Made& game, const std::string& text) {
  static const std::map<std::string, std::set<std::string>> having{
      {"弃车", {"弃车绝杀", "棄車"}},
      {"好", {"好棋"}},
      {"good", {"a good move"}},
      {"GOOD*", {"a good move", "goods"}},
      {"\"good move\"", {"a good move"}},
      {"move a", {"a good move"}},
      {"nothing", {}}};
  return having.at(text).contains(game.comment);
}

bool begins_folded(const std::string& text, const std::string& part) {
  return folded(text, false).starts_with(folded(part, false));
}

using Test = std::function<bool(const Made&)>;
struct Case {
  std::string filter, text;
  Test passes;
};

/// A text for each filter of the table, with what the documents say that it means.
std::vector<Case> all_cases() {
  std::vector<Case> cases;
  const auto add = [&](const char* filter, const std::vector<const char*>& texts,
                       const std::function<bool(const Made&, const std::string&)>& passes) {
    for (const std::string text : texts) {
      cases.push_back({filter, text, [=](const Made& game) { return passes(game, text); }});
    }
  };
  const std::vector<const char*> names{"胡荣华", "榮華", "hu",    "HU RONG", "hrh",
                                       "大华",   "?",    "柳 大", "_",       "%"};
  add("player", names, [](const Made& g, const std::string& t) {
    return holds(red(g), t, true) || holds(black(g), t, true);
  });
  add("red", names, [](const Made& g, const std::string& t) { return holds(red(g), t, true); });
  add("black", names, [](const Made& g, const std::string& t) { return holds(black(g), t, true); });
  add("event", {"五羊", "CUP", "98", "个人赛", "p_1", "?"},
      [](const Made& g, const std::string& t) { return holds(header(g, {"Event"}), t); });
  add("site", {"广州", "廣州 東", "jing", "?"},
      [](const Made& g, const std::string& t) { return holds(header(g, {"Site"}), t); });
  for (const auto& [text, first, last] : {std::tuple{"1998", 19980101, 19981231},
                                          {"1998.05", 19980501, 19980531},
                                          {"1998.05.01", 19980501, 19980501},
                                          {"1998.05.02", 19980502, 19980502},
                                          {"1999", 19990101, 19991231},
                                          {"1997", 19970101, 19971231}}) {
    cases.push_back(
        {"since", text, [first = first](const Made& g) { return day_of(g).last >= first; }});
    cases.push_back({"until", text, [last = last](const Made& g) {
                       return day_of(g).first != 0 && day_of(g).first <= last;
                     }});
  }
  add("result", {"1-0", "0-1", "1/2-1/2", "*"},
      [](const Made& g, const std::string& t) { return g.result == t; });
  add("ecco", {"A", "A1", "A11", "D50", "C"},
      [](const Made& g, const std::string& t) { return begins_folded(code_of(g), t); });
  add("ecco", {"顺相", "中炮对列炮"},
      [](const Made& g, const std::string& t) { return holds(name_of(code_of(g)), t); });
  add("opening", {"相局", "屏风马", "screen", "列炮"}, opening_holds);
  for (const auto& [text, least, most] : {std::tuple{"2400", 2400, 2400},
                                          {"2400-", 2400, 9999},
                                          {"1-2399", 1, 2399},
                                          {"2401-2599", 2401, 2599}}) {
    const auto within = [least = least, most = most](int number) {
      return number >= least && number <= most;
    };
    cases.push_back({"red-elo", text, [=](const Made& g) {
                       return within(rating(g, {"RedElo", "RedRating", "WhiteElo", "WhiteRating"}));
                     }});
    cases.push_back({"black-elo", text, [=](const Made& g) {
                       return within(rating(g, {"BlackElo", "BlackRating"}));
                     }});
  }
  add("min-plies", {"1", "5", "9", "10"},
      [](const Made& g, const std::string& t) { return g.plies >= std::stoi(t); });
  add("max-plies", {"0", "1", "5"},
      [](const Made& g, const std::string& t) { return g.plies <= std::stoi(t); });
  add("comment", {"弃车", "好", "good", "GOOD*", "\"good move\"", "move a", "nothing"}, words_hold);
  add("marks", {"??", "?", "!?"}, [](const Made& g, const std::string& t) { return g.mark == t; });
  add("marks", {"!,!!,?!"}, [](const Made& g, const std::string&) {
    return g.mark == "!" || g.mark == "!!" || g.mark == "?!";
  });
  add("source", {"one", "TWO.pgn", "nothing"}, [](const Made& g, const std::string& t) {
    return folded(g.file, false).find(folded(t, false)) != std::string::npos;
  });
  add("game", {"3", "1,5-20,400-"}, [](const Made& g, const std::string& t) {
    return t == "3" ? g.number == 3
                    : g.number == 1 || (g.number >= 5 && g.number <= 20) || g.number >= 400;
  });
  return cases;
}

store::Filter filter_of(const std::string& name, const std::string& text) {
  store::Filter filter;
  for (const auto& row : store::filter_table()) {
    if (row.name == name) {
      row.read(text, filter);
    }
  }
  REQUIRE_FALSE(filter.empty());
  return filter;
}

/// Games of two files, and the same games in a database, with the same numbers.
struct Collection {
  support::ScratchFolder folder;
  std::vector<Made> made;
  std::vector<std::string> files;
  std::string database;

  explicit Collection(std::mt19937& random) {
    constexpr int games = 500;
    for (const char* name : {"One.pgn", "two.pgn"}) {
      files.push_back(folder.file(name));
      std::ofstream out{files.back()};
      for (int i = 0; i < games / 2; ++i) {
        auto& game = made.emplace_back(random_made(random));
        game.number = static_cast<std::int64_t>(made.size());
        game.file = name;
        out << text_of(game, random);
      }
    }
    database = folder.file("games.xqdb");
    store::GameImport import{database};
    read({}, [&](const record::Game& game) {
      INFO(game.number << (game.problems.empty() ? "" : game.problems.front().message));
      REQUIRE(game.usable());
      REQUIRE(import.add(game));
    });
    import.finish();
  }

  void read(const std::function<bool(const record::Game&)>& wanted,
            const std::function<void(const record::Game&)>& visit) const {
    format::ReadOptions options;
    options.wanted = wanted;
    format::read_games<std::vector<record::Game>>(
        files, options,
        [](record::Game& game, std::vector<record::Game>& all) { all.push_back(game); },
        [&](std::vector<record::Game>&& all) { std::ranges::for_each(all, visit); },
        [](const format::FileProblem& problem) { FAIL(problem.problem.message); });
  }
};

using Numbers = std::vector<std::int64_t>;

Numbers found_in_files(const Collection& games, const store::Filter& filter) {
  Numbers found;
  games.read(store::Matcher{filter}, [&](const record::Game& game) {
    found.push_back(static_cast<std::int64_t>(game.number));
  });
  return found;
}

Numbers naive(const Collection& games, const Test& passes) {
  Numbers found;
  for (const auto& game : games.made) {
    if (passes(game)) {
      found.push_back(game.number);
    }
  }
  return found;
}

} // namespace

TEST_CASE("a filter finds in files and in a database what the documents say", "[store][property]") {
  const auto seed = std::random_device{}();
  CAPTURE(seed);
  std::mt19937 random{seed};
  const Collection games{random};
  store::GameDatabase database{games.database};
  const auto cases = all_cases();
  std::set<std::string> asked;
  for (const auto& [name, text, passes] : cases) {
    asked.insert(name);
    CAPTURE(name, text);
    const auto filter = filter_of(name, text);
    const auto expected = naive(games, passes);
    CHECK(found_in_files(games, filter) == expected);
    CHECK(database.find_numbers(filter) == expected);
    CHECK(database.count(filter) == static_cast<std::int64_t>(expected.size()));
  }
  for (const auto& row : store::filter_table()) { // a new filter fails here until it has a case
    CHECK((asked.contains(std::string{row.name}) || row.kind.looks_at == store::LooksAt::database));
  }
  for (int i = 0; i < 60; ++i) { // all that are given must hold
    const auto& a = any_of(cases, random);
    const auto& b = any_of(cases, random);
    CAPTURE(a.filter, a.text, b.filter, b.text);
    auto filter = filter_of(a.filter, a.text);
    if (a.filter == b.filter) {
      continue;
    }
    for (const auto& row : store::filter_table()) {
      if (row.name == b.filter) {
        row.read(b.text, filter);
      }
    }
    const auto expected =
        naive(games, [&](const Made& game) { return a.passes(game) && b.passes(game); });
    CHECK(found_in_files(games, filter) == expected);
    CHECK(database.find_numbers(filter) == expected);
  }
}

TEST_CASE("positions and paths are found in files as in a database", "[store][property]") {
  const auto seed = std::random_device{}();
  CAPTURE(seed);
  std::mt19937 random{seed};
  const Collection games{random};
  store::GameDatabase database{games.database};
  const auto compare = [&](const store::Filter& filter, const Test& passes) {
    const auto expected = naive(games, passes);
    CHECK(found_in_files(games, filter) == expected);
    CHECK(database.find_numbers(filter) == expected);
    CHECK_FALSE(expected.empty());
  };
  for (std::size_t line = 0; line < lines.size(); ++line) {
    Position position = Position::start();
    for (const char* move : {lines.at(line).first, lines.at(line).second}) {
      const auto reading = notation::read_move(position, move);
      REQUIRE(reading);
      position.do_move(*reading);
    }
    store::Filter filter;
    filter.position = store::PositionFilter{BoardPattern::exactly(position)};
    compare(filter, [=](const Made& game) { return game.opening == line && game.plies >= 2; });
    filter.min_plies = 4;
    filter.path = *notation::read_path("车九进一,车九退一");
    compare(filter, [=](const Made& game) { return game.opening == line && game.plies >= 5; });
  }
}
