#include "record/facts.hpp"
#include "record/normalise.hpp"
#include "support/catch.hpp"

#include <string>

using namespace xq::record;

namespace {

/// The headers after normalising, `Name=value` and blanks between them.
std::string headers(std::initializer_list<std::pair<const char*, const char*>> tags,
                    NormalisedCounts* counts = nullptr, Result result = Result::unknown) {
  Game game;
  for (const auto& [name, value] : tags) {
    game.add_tag(name, value);
  }
  game.set_result(result);
  NormalisedCounts mine;
  const Game out = normalised(game, counts != nullptr ? *counts : mine);
  std::string text;
  for (std::size_t i = 0; i < out.tag_count(); ++i) {
    text += (text.empty() ? "" : "|") + std::string{out.tag_at(i).name} + "=" +
            std::string{out.tag_at(i).value};
  }
  return text;
}

} // namespace

TEST_CASE("dates keep their original text beside the proper form") {
  CHECK(headers({{"Date", "1963年8月15日"}, {"Red", "a"}}) ==
        "Date=1963.08.15|DateOriginal=1963年8月15日|Red=a");
  CHECK(headers({{"Date", "1963.08.15"}}) == "Date=1963.08.15");
  CHECK(headers({{"Date", "yesterday"}}) == "Date=yesterday");
  CHECK(headers({{"DateOriginal", "x"}, {"Date", "2001。3。17"}}) ==
        "DateOriginal=x|Date=2001.03.17");
}

TEST_CASE("results in words become figures") {
  for (const char* const won :
       {"红胜", "紅勝", "先胜", "红方胜", "1-0", " 1－0 ", "１-０", "1:0", "黑负", "胜"}) {
    INFO(won);
    CHECK(headers({{"Result", won}}) == "Result=1-0");
  }
  for (const char* const lost : {"黑胜", "黑勝", "先负", "後勝", "0-1", "红负", "红输"}) {
    INFO(lost);
    CHECK(headers({{"Result", lost}}) == "Result=0-1");
  }
  for (const char* const drawn : {"和", "和棋", "平", "1/2", "1/2-1/2", "½-½", "0.5-0.5", "先和"}) {
    INFO(drawn);
    CHECK(headers({{"Result", drawn}}) == "Result=1/2-1/2");
  }
  for (const char* const open : {"0-0", "未知", "?", "*"}) {
    INFO(open);
    CHECK(headers({{"Result", open}}) == "Result=*");
  }
  CHECK(headers({{"Result", "resigned"}}) == "Result=resigned");
  CHECK(headers({{"Result", "黑负红和"}}) == "Result=黑负红和");
}

TEST_CASE("a result that the moves contradict is left alone") {
  CHECK(headers({{"Result", "红胜"}}, nullptr, Result::draw) == "Result=红胜");
  CHECK(headers({{"Result", "红胜"}}, nullptr, Result::red_wins) == "Result=1-0");
  Game game;
  game.add_tag("Result", "黑胜");
  NormalisedCounts counts;
  CHECK(normalised(game, counts).result() == Result::black_wins);
}

TEST_CASE("names lose blanks and full-width Latin, and nothing else") {
  CHECK(headers(
            {{"Red", "　胡荣华 "}, {"Black", "ＡＢＣ　　１２"}, {"Event", "第１届\t 杯（甲）"}}) ==
        "Red=胡荣华|Black=ABC 12|Event=第1届 杯（甲）");
  CHECK(headers({{"Annotator", "ＡＢＣ"}}) == "Annotator=ＡＢＣ");
  CHECK(tidy("a\u200Bb \n\u00A0 c") == "ab c");
  CHECK(tidy("\xff  x") == "\xff x");
  CHECK(tidy(" 　 ").empty());
}

TEST_CASE("headers get their proper names") {
  CHECK(headers({{"White", "a"}, {"WhiteTeam", "b"}, {"result", "*"}, {"FenStr", ""}}) ==
        "Red=a|RedTeam=b|Result=*|FEN=");
  CHECK(headers({{"White", "a"}, {"Red", "b"}}) == "White=a|Red=b");
  CHECK(headers({{"WhiteElo", "2400"}, {"blackelo", "2300"}, {"whitetime", "1:02"}}) ==
        "RedElo=2400|BlackElo=2300|RedTime=1:02");
  CHECK(headers({{"RedRating", "1900"}, {"WhiteRating", "1800"}, {"BlackRating", "1700"}}) ==
        "RedElo=1900|WhiteRating=1800|BlackElo=1700");
  CHECK(headers({{"red", "b"}}) == "Red=b");
}

TEST_CASE("what changed is counted by kind") {
  NormalisedCounts counts;
  static_cast<void>(headers(
      {{"Date", "83-7-24"}, {"Result", "和"}, {"White", " a"}, {"Black", "b"}, {"Site", "c "}},
      &counts));
  CHECK(counts[Normalised::date] == 1);
  CHECK(counts[Normalised::result] == 1);
  CHECK(counts[Normalised::player] == 1);
  CHECK(counts[Normalised::event] == 1);
  CHECK(counts[Normalised::header_name] == 1);
  CHECK(counts.total() == 5);
}

TEST_CASE("a header of question marks says nothing, and a word for nobody names nobody") {
  for (const char* const nothing : {"", "?", "??", "????.??.??", " - ", "*", "? ?"}) {
    INFO(nothing);
    CHECK_FALSE(is_filled_in(nothing));
    CHECK_FALSE(names_somebody(nothing));
  }
  for (const char* const nobody : {"NN", "佚名", "红方", "Unknown"}) {
    INFO(nobody);
    CHECK(is_filled_in(nobody));
    CHECK_FALSE(names_somebody(nobody));
  }
  CHECK(is_filled_in("1982.??.??"));
  CHECK(names_somebody("胡荣华"));
}

TEST_CASE("blanks within a Chinese name go, those between two names stay") {
  struct Case {
    const char *written, *proper;
  };
  for (const auto& [written, proper] : {
           Case{"呂 欽", "呂欽"},
           Case{"呂\u3000欽", "呂欽"},
           Case{" 呂  欽 ", "呂欽"},
           Case{"廣東 呂  欽", "廣東 呂欽"},
           Case{"廣  東 呂  欽", "廣東 呂欽"},
           Case{"河  北 李來群", "河北 李來群"},
           Case{"廣東呂 欽", "廣東呂欽"},
           Case{"廣東 呂欽", "廣東 呂欽"},
           Case{"张三 李四", "张三 李四"},
           Case{"李來群 胡明", "李來群 胡明"},
           Case{"山東 張", "山東 張"},
           Case{"煤礦開灤股份 景", "煤礦開灤股份 景"},
           Case{"許 銀 川", "許 銀 川"},
           Case{"A B", "A B"},
           Case{"KLEIN Andreas", "KLEIN Andreas"},
           Case{"HE 欽", "HE 欽"},
           Case{"呂 欽 甲乙 A B", "呂欽 甲乙 A B"},
           Case{"", ""},
       }) {
    INFO(written);
    CHECK(tidy_name(written) == proper);
    CHECK(tidy_name(proper) == proper);
  }
  CHECK(headers({{"Red", "呂 欽"}, {"Event", "春 杯"}}) == "Red=呂欽|Event=春 杯");
}
