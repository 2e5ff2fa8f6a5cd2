#include "cli/help/suggest.hpp"
#include "cli/options/option_set.hpp"
#include "cli/options/position_argument.hpp"
#include "cli/options/values.hpp"
#include "support/catch.hpp"

#include <xq/base/error.hpp>
#include <xq/board/fen.hpp>

#include <cstdint>
#include <string>
#include <vector>

using namespace xq::cli;
using xq::UsageError;

TEST_CASE("numbers are read whole, and only within their range") {
  int n = 7;
  const Value value = number(n, -3, 12);
  CHECK(value.default_text == "7");
  value.accept("12");
  CHECK(n == 12);
  value.accept("-3");
  CHECK(n == -3);
  for (const char* bad :
       {"", " 1", "1 ", "13", "-4", "1.5", "0x1", "99999999999999999999", "one"}) {
    INFO(bad);
    CHECK_THROWS_AS(value.accept(bad), UsageError);
  }
  CHECK(n == -3); // a refused value changes nothing
}

TEST_CASE("a FEN without quotes is one word") {
  const std::string board{xq::start_fen.substr(0, xq::start_fen.find(' '))};
  using Words = std::vector<std::string>;
  const auto joined = [](const Words& words) { return with_whole_fens(words); };
  CHECK(joined({board, "w", "-", "-", "0", "1", "h2e2"}) ==
        Words{std::string{xq::start_fen}, "h2e2"});
  CHECK(joined({board, "b", "3"}) == Words{board + " b", "3"}); // xq perft
  CHECK(joined({board, "w", "-", "-", "0", "1", "3"}) == Words{std::string{xq::start_fen}, "3"});
  CHECK(joined({board, "w", "-", "-", "3"}) == Words{board + " w - -", "3"});
  CHECK(joined({"--fen=" + board, "r", board}) == Words{"--fen=" + board + " r", board});
  const Words others{
      "/a/b/c/d/e/f/g/h/i", "w", "a/b/c/d/e/f/g/h/i/x.pgn", "w", "startpos", "w", ""};
  CHECK(joined(others) == others);
  CHECK(joined({board}) == Words{board});
}

TEST_CASE("sizes have units of 1024") {
  std::uint64_t size = std::uint64_t{512} << 20U;
  const Value value = bytes(size);
  CHECK(value.default_text == "512M");
  const std::pair<const char*, std::uint64_t> good[] = {
      {"0", 0},          {"4096", 4096},       {"1K", 1024},           {"2k", 2048},
      {"1MiB", 1 << 20}, {"3GB", 3221225472U}, {"1T", 1099511627776U}, {"12B", 12}};
  for (const auto& [text, expected] : good) {
    INFO(text);
    value.accept(text);
    CHECK(size == expected);
  }
  for (const char* bad :
       {"", "M", "-1", "1X", "1MX", "1.5G", "99999999G", "18446744073709551616"}) {
    INFO(bad);
    CHECK_THROWS_AS(value.accept(bad), UsageError);
  }
}

TEST_CASE("times have units") {
  std::chrono::milliseconds time{1500};
  const Value value = duration(time);
  CHECK(value.default_text == "1500ms");
  const std::pair<const char*, int> good[] = {
      {"250ms", 250}, {"10", 10'000}, {"10s", 10'000}, {"5m", 300'000}, {"8h", 28'800'000}};
  for (const auto& [text, expected] : good) {
    INFO(text);
    value.accept(text);
    CHECK(time.count() == expected);
  }
  for (const char* bad : {"", "h", "-1s", "1d", "1.5h", "99999999999h"}) {
    INFO(bad);
    CHECK_THROWS_AS(value.accept(bad), UsageError);
  }
}

TEST_CASE("a choice takes its words and no other, and helps with a typing error") {
  enum class Color { red, black };
  Color color = Color::black;
  const Value value = choice(color, {{"red", Color::red}, {"black", Color::black}}, "SIDE");
  CHECK(value.default_text == "black");
  CHECK(value.choices == std::vector<std::string>{"red", "black"});
  value.accept("red");
  CHECK(color == Color::red);
  CHECK_THROWS_WITH(value.accept("blakc"),
                    Catch::Matchers::ContainsSubstring("Did you mean 'black'?"));
  CHECK_THROWS_AS(value.accept("Red"), UsageError);
  CHECK_THROWS_AS(value.accept(""), UsageError);
}

TEST_CASE("the nearest word is the one with the fewest typing errors") {
  const std::vector<std::string> words{"convert", "verify", "import", "export", "book"};
  CHECK(nearest("covnert", words) == "convert");
  CHECK(nearest("verifi", words) == "verify");
  CHECK(nearest("exprot", words) == "export");
  CHECK(nearest("imp", words) == "import");
  CHECK(nearest("x", words).empty());
  CHECK(nearest("", words).empty());
  CHECK(nearest("annotate", words).empty());
  CHECK(nearest(std::string(100'000, 'a'), words).empty());
}

namespace {

struct Parsed {
  std::string first;
  std::vector<std::string> middle;
  std::string last;
  std::string output;
  bool fast = false;
  OptionSet options;

  Parsed() {
    options.add_argument(text(first, "FIRST"), "the first one");
    options.add_argument(texts(middle, "MIDDLE"), "any number", 0, OptionSet::any_number);
    options.add_argument(text(last, "LAST"), "the last one");
    options.add("output,o", file(output, replaces("pgn")), "where to").required = true;
    options.add("fast", flag(fast), "hurry");
    Value shortcut;
    shortcut.accept = [](const std::string&) {};
    options.add("help,h", shortcut, "help");
  }
  void parse(const std::vector<std::string>& words) { options.parse(words, {"help"}); }
};

} // namespace

TEST_CASE("arguments are given out in order, the middle takes what is left") {
  Parsed two;
  two.parse({"a", "z", "-o", "out"});
  CHECK(two.first == "a");
  CHECK(two.middle.empty());
  CHECK(two.last == "z");

  Parsed many;
  many.parse({"a", "--fast", "b", "-oout", "c d", "--", "-z"});
  CHECK(many.first == "a");
  CHECK(many.middle == std::vector<std::string>{"b", "c d"});
  CHECK(many.last == "-z");
  CHECK(many.output == "out");
  CHECK(many.fast);

  Parsed dash; // the name of stdin is an argument
  dash.parse({"-", "z", "--output=-"});
  CHECK(dash.first == "-");
  CHECK(dash.output == "-");
}

TEST_CASE("what is missing is named, unless help was asked for") {
  CHECK_THROWS_WITH(Parsed{}.parse({"-o", "x"}), "FIRST is missing");
  CHECK_THROWS_WITH(Parsed{}.parse({"a", "-o", "x"}), "LAST is missing");
  CHECK_THROWS_WITH(Parsed{}.parse({"a", "z"}), "--output FILE is missing.");
  CHECK_THROWS_WITH(Parsed{}.parse({"a", "z", "-o", ""}),
                    Catch::Matchers::ContainsSubstring("--output"));
  CHECK_THROWS_WITH(Parsed{}.parse({"a", "z", "-o", "x", "--outptu", "y"}),
                    Catch::Matchers::ContainsSubstring("Did you mean '--output'?"));
  CHECK_THROWS_AS(Parsed{}.parse({"a", "z", "--out", "x"}), UsageError); // no abbreviations
  CHECK_THROWS_AS(Parsed{}.parse({"a", "z", "-o", "x", "-o", "y"}), UsageError);
  CHECK_NOTHROW(Parsed{}.parse({"--help"}));
}

TEST_CASE("two options of one name are a bug of the tool") {
  bool value = false;
  OptionSet options;
  options.add("output,o", flag(value), "first");
  CHECK_THROWS_AS(options.add("output", flag(value), "second"), std::logic_error);
  CHECK_THROWS_AS(options.add("other,o", flag(value), "second"), std::logic_error);
}
