#include "base/text/text.hpp"
#include "support/catch.hpp"

#include <xq/record/aliases.hpp>

#include <string>
#include <vector>

using namespace xq::record;

namespace {

Aliases read(std::string_view text) {
  auto aliases = Aliases::read(text);
  REQUIRE(aliases.has_value());
  return *std::move(aliases);
}

/// `LINE: message` of each error.
std::vector<std::string> errors(std::string_view text) {
  std::vector<std::string> out;
  const auto aliases = Aliases::read(text);
  REQUIRE_FALSE(aliases.has_value());
  for (const auto& error : aliases.error()) {
    out.push_back(std::to_string(error.line) + ": " + error.message);
  }
  return out;
}

} // namespace

TEST_CASE("an alias file leads from each name to the first of its line", "[record]") {
  const auto aliases = read("胡荣华 | 胡榮華 | 上海 胡榮華 | Hu, Ronghua\n"
                            "[Events]\n"
                            "五羊杯|羊城杯\n"
                            "[ sites ]\n"
                            "成都 | 成都市\n"
                            "[players]\n"
                            "吕钦\n");
  CHECK(aliases.canonical(NameKind::player, "Hu, Ronghua") == "胡荣华");
  CHECK(aliases.canonical(NameKind::player, "上海 胡榮華") == "胡荣华");
  CHECK(aliases.canonical(NameKind::player, "上海胡榮華") == "上海胡榮華"); // not listed
  CHECK(aliases.canonical(NameKind::event, "羊城杯") == "五羊杯");
  CHECK(aliases.canonical(NameKind::player, "羊城杯") == "羊城杯");
  CHECK(aliases.canonical(NameKind::site, "成都市") == "成都");
  REQUIRE(aliases.find(NameKind::player, "吕钦") != nullptr);
  CHECK(aliases.find(NameKind::player, "吕钦")->line == 7);
  CHECK(aliases.find(NameKind::site, "吕钦") == nullptr);
}

TEST_CASE("a line of many names is read in time, each name once", "[record]") {
  std::string line;
  for (int i = 0; i < 100'000; ++i) {
    line += "name" + std::to_string(i % 60'000) + " | ";
  }
  const auto aliases = read("[players]\n" + line + "last\n");
  REQUIRE(aliases.groups().size() == 1);
  CHECK(aliases.groups()[0].names.size() == 60'001);
  CHECK(aliases.groups()[0].names.back() == "last");
}

TEST_CASE("an alias file keeps its comments and sections", "[record]") {
  const std::string text = "# names of the club\n"
                           "\n"
                           "[sites]\n"
                           "# two\n"
                           "成都 | 成都市\n"
                           "\n"
                           "[players]\n"
                           "  # indented\n"
                           "胡荣华 | 胡榮華\n"
                           "吕钦\n"
                           "# the end\n";
  CHECK(read(text).text() == text);
  std::string windows;
  for (const char c : text) {
    windows += c == '\n' ? "\r\n" : std::string(1, c);
  }
  CHECK(read("\xEF\xBB\xBF" + windows).text() == text);
  CHECK(read("a  |b|\t\"c\" | b").text() == "a | b | c\n");
}

TEST_CASE("a group that is added opens its section", "[record]") {
  Aliases aliases;
  CHECK_FALSE(aliases.add({NameKind::event, {"a", "b"}}));
  CHECK_FALSE(aliases.add({NameKind::event, {"c", "d"}, "# why\n"}));
  CHECK_FALSE(aliases.add({NameKind::player, {"a"}}));
  CHECK(aliases.text() == "[events]\na | b\n# why\nc | d\n[players]\na\n");
}

TEST_CASE("names that need quotes get them", "[record]") {
  for (const std::string& name : std::vector<std::string>{
           "a|b", " a", "a ", "　a", "#a", "[a]", "\"a\"", "a\nb", "a\tb", std::string{"a\0b", 3},
           std::string{"\xEF\xBB\xBF"
                       "a"},
           std::string{"\xFF\xFE"}, std::string{"|"}, std::string{"\\x41 |"}, std::string{" "}}) {
    INFO(xq::excerpt(name));
    CHECK(xq::record::alias_text(name).starts_with('"'));
    Aliases aliases;
    REQUIRE_FALSE(aliases.add({NameKind::player, {name, "other"}}));
    const auto again = read(aliases.text());
    CHECK(again.find(NameKind::player, name) != nullptr);
    CHECK(again.text() == aliases.text());
  }
  CHECK(alias_text("a \"b\" \\x41, c") == "a \"b\" \\x41, c"); // inside, they mean themselves
}

TEST_CASE("what is wrong with an alias file is told line by line", "[record]") {
  CHECK(errors("a | b\n\nc | a\n[events]\na\n") ==
        std::vector<std::string>{"3: 'a' is in line 1, too: a name belongs to one person, event or "
                                 "place. Leave it in one of the two lines, or join them."});
  // NOLINTBEGIN(bugprone-suspicious-missing-comma): messages of two lines
  CHECK(errors("a | | b\n[teams]\n\"a | b\nc |\n\"d\" e\n\"\\n\"\n") ==
        std::vector<std::string>{
            "1: a name is empty. Remove the | that stands too much.",
            "2: '[teams]' is no section. Write [players], [events] or [sites]; a name that begins "
            "with [ stands in quotes.",
            "3: a quote is not closed. Write \" at the end of the name.",
            "4: a name is empty. Remove the | that stands too much.",
            "5: there is text behind a closing quote: 'e'. Write | between two names.",
            "6: '\\n\"' means nothing within quotes. Write \\\\ for a backslash, \\\" for a quote, "
            "\\xNN for a byte."});
  // NOLINTEND(bugprone-suspicious-missing-comma)
}

TEST_CASE("names are separated by |, TABs or = between blanks, in either width") {
  const auto lines = {"A|B|C",         "A\tB\tC",   "A \t\t B\t|\tC\t",     "A = B = C",
                      "A\t=\tB\t=\tC", "A ｜ B｜C", "\"A\"\tB \uFF1D \"C\""};
  for (const std::string line : lines) {
    CAPTURE(line);
    const auto aliases = Aliases::read(line + "\n");
    REQUIRE(aliases);
    REQUIRE(aliases->groups().size() == 1);
    CHECK(aliases->groups()[0].names == std::vector<std::string>{"A", "B", "C"});
  }
  for (const std::string name : {"A=B", "A =B", "A = B", "A\tB", "A ｜ B", "=", "= A", "A ="}) {
    CAPTURE(name);
    const auto aliases = Aliases::read(alias_text(name) + "\n");
    REQUIRE(aliases);
    CHECK(aliases->groups()[0].names == std::vector<std::string>{name});
  }
  CHECK(alias_text("A=B") == "A=B");
  for (const std::string wrong : {"A | | B", "A =", "= B", "A |", "\"A\" B"}) {
    CAPTURE(wrong);
    CHECK_FALSE(Aliases::read(wrong + "\n"));
  }
}
