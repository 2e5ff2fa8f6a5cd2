#include "store/names/name_match.hpp"
#include "store/spelling/name_fold.hpp"
#include "store/spelling/pinyin.hpp"
#include "store/spelling/places.hpp"
#include "support/catch.hpp"

#include <algorithm>

using namespace xq::store;

TEST_CASE("spellings of a player's name have one key", "[store]") {
  NameFolder fold;
  for (const auto* name : {"上海胡榮華", "上海 胡榮華", "上　海　胡荣华", "//上海胡榮華.",
                           "「上海」胡荣华", "上海-胡荣华", " 上海·胡荣华　"}) {
    CHECK(fold.player(name) == "上海胡荣华");
  }
  CHECK(fold.player("許銀川（中國）") == "许银川(中国)");
  CHECK(fold.player("ＨＵ　Ronghua") == "hu ronghua");
  CHECK(fold.player("Ronghua HU") == "hu ronghua");
  CHECK(fold.player("Hu, Rong-hua") == "hu ronghua");
  CHECK(fold.player("Lại Lý Huynh") == "huynh lai ly");
  CHECK(fold.player("Nguyễn Đức Trọng Ưng") == "duc nguyen trong ung");
  CHECK(fold.player("Müller Jürgen") == fold.player("jurgen MULLER"));
  CHECK(fold.player("胡荣华、董波") != fold.player("胡荣华董波")); // two players
  CHECK(fold.player("...").empty());
}

TEST_CASE("spellings of an event have one key, and numbers stay apart", "[store]") {
  NameFolder fold;
  CHECK(fold.title("第四届《五羊杯》 賽") == "第四届五羊杯赛");
  CHECK(fold.title("1-2") != fold.title("12"));
  CHECK(fold.title("A 1 2") == "a 1 2");
  CHECK(fold.title("1992 第3轮") == "1992第3轮");
}

TEST_CASE("places have regions", "[store]") {
  CHECK(region_of("广州") == "广东");
  CHECK(region_of("广东王老吉") == "广东");
  CHECK(region_of("中国-广东").empty());
  CHECK(region_of("中国香港") == "香港");
  CHECK(region_of("中华台北") == "台湾");
  CHECK(region_of("中国").empty());
  CHECK(region_of("火车头").empty());
  CHECK(region_of("").empty());
  CHECK(is_team("上海浦东"));
  CHECK(is_team("火车头队"));
  CHECK(is_team("江苏棋院"));
  CHECK_FALSE(is_team("队"));
  CHECK_FALSE(is_team("上海胡"));
  CHECK_FALSE(is_team(""));
  CHECK(region_at_end("第8届上海") == "上海");
  CHECK(region_at_end("河北李来群负广东省队").empty()); // two endings
  CHECK(region_at_end("河北李来群负广州队") == "广东");
  CHECK(region_at_end("河北李来群负").empty());
  CHECK(region_at_end("").empty());
  CHECK(is_city("成都"));
  CHECK_FALSE(is_city("吉林"));
  CHECK_FALSE(is_city("北京"));
}

TEST_CASE("Chinese names in Latin letters", "[store]") {
  const auto has = [](std::string_view chinese, std::string_view key, std::string_view system) {
    const auto all = romanisations(chinese);
    return std::any_of(all.begin(), all.end(),
                       [&](const auto& r) { return r.key == key && r.system == system; });
  };
  CHECK(pinyin("胡荣华") == "hu rong hua ");
  CHECK(pinyin("曾单") == "zeng shan "); // as surnames
  CHECK(pinyin("胡a").empty());
  CHECK(pinyin("卜凤波") == pinyin("卜风波"));
  CHECK(has("胡荣华", "hu ronghua", "Pinyin"));
  CHECK(has("胡荣华", "hu hua rong", "Pinyin")); // the words of a key are in alphabetical order
  CHECK(has("胡荣华", "hu junghua", "Wade-Giles"));
  CHECK(has("吕钦", "lv qin", "Pinyin"));
  CHECK(has("吕钦", "lu qin", "Pinyin"));
  CHECK(has("吴贵临", "kueilin wu", "Wade-Giles"));
  CHECK(has("徐天红", "hsu tienhung", "Wade-Giles"));
  CHECK(has("许银川", "hsu yinchuan", "Wade-Giles"));
  CHECK(has("欧阳琦琳", "ouyang qilin", "Pinyin"));
  CHECK(romanisations("胡").empty());
}

TEST_CASE("players are found in any spacing, script and by Pinyin", "[store]") {
  using xq::store::NamePattern;
  namespace record = xq::record;
  const auto finds = [](const std::string& wanted, std::string_view name) {
    return NamePattern{wanted, record::NameKind::player}(name);
  };
  for (const char* const name : {"吕钦", "吕  钦", "　吕钦", "吕　钦", "吕\u00A0钦", "呂欽"}) {
    for (const char* const wanted : {"吕钦", "吕 钦", "吕　钦", "呂欽", "lv qin", "lu qin",
                                     "lü qin", "Lǚ Qīn", "lvqin", "lq"}) {
      INFO(name << ", " << wanted);
      CHECK(finds(wanted, name));
    }
  }
  for (const char* const wanted : {"hu ronghua", "ronghua hu", "Hú Rónghuá", "huronghua", "hrh"}) {
    INFO(wanted);
    CHECK(finds(wanted, "胡荣华"));
    CHECK(finds(wanted, "胡　榮華"));
    CHECK(finds(wanted, "上海胡荣华"));
    CHECK_FALSE(finds(wanted, "吕钦"));
  }
  CHECK_FALSE(finds("hr", "胡荣华")); // two letters of three
}
