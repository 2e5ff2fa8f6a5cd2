#include "base/text/text.hpp"
#include "cli/help/help.hpp"
#include "cli/language.hpp"
#include "notation/style_for_people.hpp"
#include "support/catch.hpp"

#include <xq/base/error.hpp>
#include <xq/base/translate.hpp>
#include <xq/record/ecco.hpp>

#include <string>
#include <string_view>

using namespace xq;
using namespace xq::cli;

namespace {

/// Back to English at the end of a test.
struct InLanguage {
  explicit InLanguage(std::string_view catalogue) { set_catalogue(catalogue); }
  InLanguage(const InLanguage&) = delete;
  InLanguage& operator=(const InLanguage&) = delete;
  ~InLanguage() { set_catalogue({}); }
};

std::string number(std::uint32_t n, bool big_endian) {
  std::string bytes;
  for (unsigned i = 0; i < 4; ++i) {
    bytes += static_cast<char>(n >> 8U * (big_endian ? 3 - i : i) & 0xFFU);
  }
  return bytes;
}

/// A .mo file as the manual of gettext describes it, with texts in order.
std::string catalogue(const std::vector<std::pair<std::string, std::string>>& texts,
                      bool big_endian) {
  const auto count = static_cast<std::uint32_t>(texts.size());
  std::string tables[2];
  std::string strings;
  const std::uint32_t begin = 28 + 16 * count;
  for (const bool translated : {false, true}) {
    for (const auto& [english, other] : texts) {
      const auto& text = translated ? other : english;
      tables[translated ? 1 : 0] +=
          number(static_cast<std::uint32_t>(text.size()), big_endian) +
          number(begin + static_cast<std::uint32_t>(strings.size()), big_endian);
      strings += text + '\0';
    }
  }
  std::string out;
  for (const std::uint32_t n : {0x950412DEU, 0U, count, 28U, 28U + 8 * count, 0U, begin}) {
    out += number(n, big_endian);
  }
  return out + tables[0] + tables[1] + strings;
}

} // namespace

TEST_CASE("a catalogue of either byte order translates, and what it lacks stays English") {
  using namespace std::string_literals;
  for (const bool big_endian : {false, true}) {
    const auto bytes = catalogue({{"", "header"},
                                  {"game of {}", "{} 的对局"},
                                  {"{} game\0{} games"s, "{} 盘"},
                                  {"{} of {}", "{1} 之 {0}"}},
                                 big_endian);
    const InLanguage chinese{bytes};
    CHECK(translate("game of {}") == "{} 的对局");
    CHECK(translate("").empty());
    CHECK(translate("unknown") == "unknown");
    CHECK(localized("game of {}", 3) == "3 的对局");
    CHECK(localized("{} of {}", 1, 2) == "2 之 1");
    CHECK(counted(1, "{} game", "{} games") == "1 盘");
    CHECK(counted(2, "{} game", "{} games") == "2 盘");
    CHECK(counted(2, "{} move", "{} moves") == "2 moves");
  }
  CHECK(counted(1, "{} game", "{} games") == "1 game");
  CHECK(localized("game of {}", 3) == "game of 3");
}

TEST_CASE("a translation with other values than the text is not used") {
  const auto bytes = catalogue({{"game of {}", "{} {}"}}, false);
  const InLanguage chinese{bytes};
  CHECK(localized("game of {}", 3) == "game of 3");
}

TEST_CASE("a text in its context has a translation of its own") {
  using namespace std::string_literals;
  const auto bytes = catalogue(
      {{"heading\4moves"s, "着法"}, {"moves", "着法数"}, {"of Black\4{} pawns"s, "{} 卒"}}, false);
  const InLanguage chinese{bytes};
  CHECK(translate(in_context("heading", "moves")) == "着法");
  CHECK(translate("moves") == "着法数");
  CHECK(translate(in_context("number", "moves")) == "moves"); // not translated there
  CHECK(translate(TextInContext{{}, "moves"}) == "着法数");
  const int n = 2;
  CHECK(vlocalized(in_context("of Black", "{} pawns"), fmt::make_format_args(n)) == "2 卒");
}

TEST_CASE("moves and openings are shown as people of the language know them") {
  const record::Opening& opening = *record::find_opening("C00");
  CHECK(text_language() == TextLanguage::english);
  CHECK(notation::style_for_people() == notation::Style::wxf);
  CHECK(record::shown_name(opening) == "Central Cannon (others) vs Screen Horses");
  CHECK(record::full_name(opening) ==
        "Central Cannon (others) vs Screen Horses 中炮(其他)对屏风马");
  {
    const auto bytes = catalogue({{"en", "zh-Hans"}}, false);
    const InLanguage simplified{bytes};
    CHECK(notation::style_for_people() == notation::Style::chinese);
    CHECK(record::shown_name(opening) == "中炮(其他)对屏风马");
    CHECK(record::full_name(opening) == "中炮(其他)对屏风马");
  }
  const auto bytes = catalogue({{"en", "zh-Hant"}}, false);
  const InLanguage traditional{bytes};
  CHECK(notation::style_for_people() == notation::Style::traditional);
  CHECK(record::shown_name(opening) == "中炮(其他)對屏風馬");
}

TEST_CASE("a damaged catalogue is refused") {
  const auto bytes = catalogue({{"game", "对局"}}, false);
  for (std::size_t size = 1; size < bytes.size(); ++size) {
    CHECK_THROWS_AS(set_catalogue(std::string_view{bytes}.substr(0, size)), Error);
  }
  for (std::size_t at = 0; at < 28 + 16; ++at) { // offsets and sizes that lead outside
    auto damaged = bytes;
    damaged[at] = static_cast<char>(0xF0);
    try {
      set_catalogue(damaged);
      CHECK(translate("game").size() <= damaged.size());
    } catch (const Error&) { // the usual answer
    }
    set_catalogue({});
  }
}

TEST_CASE("locales ask for a language") {
  CHECK(language_of_locale("zh_CN.UTF-8") == "zh_CN");
  CHECK(language_of_locale("zh_SG") == "zh_CN");
  CHECK(language_of_locale("zh_TW.Big5") == "zh_TW");
  CHECK(language_of_locale("zh_HK.UTF-8") == "zh_TW");
  CHECK(language_of_locale("zh_Hant") == "zh_TW");
  CHECK(language_of_locale("de_DE.UTF-8") == "en");
  CHECK(language_of_locale("C") == "en");
  CHECK(language_of_locale("") == "en");
}

TEST_CASE("the options lang and json choose the language") {
  const auto chosen = [](std::vector<std::string> words) {
    choose_language(words);
    return std::string{current_language()};
  };
  CHECK(chosen({"convert", "--lang", "zh_TW"}) == "zh_TW");
  CHECK(chosen({"convert", "--lang=zh_CN"}) == "zh_CN");
  CHECK(chosen({"convert", "--lang=zh_CN", "--json"}) == "en");
  CHECK(chosen({"convert", "--lang=en", "--", "--lang=zh_CN"}) == "en");
  CHECK(chosen({"convert", "--lang=zh_CN", "--", "--json"}) == "zh_CN"); // a file's name
  CHECK_THROWS_AS(chosen({"--lang", "fr"}), UsageError);
  std::vector<std::string> words{"--lang", "zh_CN", "book", "--help"};
  choose_language(words);
  CHECK(words == std::vector<std::string>{"book", "--help"});
  words = {"--language", "zh_CN"};
  choose_language(words);
  CHECK(words == std::vector<std::string>{"--language", "zh_CN"}); // refused by who knows options
  set_catalogue({});
}

TEST_CASE("Chinese text is filled to the width of the terminal") {
  const std::string text =
      "用 xq convert 转换棋谱，每一着都检查；不能读的对局（连同它的行号）报告在标准错误输出。";
  for (std::size_t width = 12; width <= 80; ++width) {
    const auto filled = fill(text, 2, width);
    std::string joined;
    for (std::string_view rest = filled; !rest.empty();) {
      const auto line = rest.substr(0, rest.find('\n'));
      rest.remove_prefix(line.size() + 1);
      INFO(width << ": " << line);
      CHECK(display_width(line) <= width + 2); // a full stop may hang over
      CHECK(line.starts_with("  "));
      for (const std::string_view closing : {"，", "；", "）", "。"}) {
        CHECK_FALSE(line.substr(2).starts_with(closing));
      }
      CHECK_FALSE(line.ends_with("（"));
      joined += line.substr(2);
    }
    const auto without_blanks = [](std::string s) {
      std::erase(s, ' ');
      return s;
    };
    CHECK(without_blanks(joined) == without_blanks(text));
  }
}

TEST_CASE("English text is filled as before") {
  CHECK(fill("one two three", 2, 9) == "  one two\n  three\n");
  CHECK(fill("a\n\n  kept as it is\nb", 0, 80) == "a\n\n  kept as it is\nb\n");
}
