#include "analysis/verify/player_names.hpp"
#include "record/facts.hpp"
#include "support/catch.hpp"

using xq::analysis::can_meet_itself;

TEST_CASE("a person cannot play against himself") {
  CHECK_FALSE(can_meet_itself("胡荣华", ""));
  CHECK_FALSE(can_meet_itself("上海胡榮華", "第六屆“銀荔杯”全國象棋冠軍賽 士角炮"));
  CHECK_FALSE(can_meet_itself("廣東呂欽", "10.廣東呂欽(先和)廣東許銀川 對兵局"));
  // The Event header repeats the mistake: no other names stand behind the two.
  CHECK_FALSE(can_meet_itself("李來群", "大師賽 河北 李來群 先勝 河北 李來群"));
  CHECK_FALSE(can_meet_itself("王琳娜？", "1998年銀荔杯 19980409王琳娜？負王琳娜？"));
  CHECK_FALSE(can_meet_itself("Wu Guilin", "Open"));
}

TEST_CASE("a name can stand for more than one player") {
  CHECK(can_meet_itself("廣東惠州華軒隊", "個人賽 廣東惠州華軒隊 莊玉庭 負 廣東惠州華軒隊 許銀川"));
  CHECK(can_meet_itself("河南啟福棋牌俱",
                        "個人賽 河南啟福棋牌俱樂部隊 武俊強 勝 河南啟福棋牌俱樂部隊 黨斐"));
  CHECK(can_meet_itself("加拿大-多倫多",
                        "多倫多象棋公開賽 加拿大-多倫多 馮輔莊 和 加拿大-多倫多 鄭熙明"));
  CHECK(can_meet_itself("象棋巫師測試團", "徐天紅先和柳大華"));
  CHECK(can_meet_itself("某俱乐部", ""));
}

TEST_CASE("a program can play against itself, unless the event names another") {
  CHECK(can_meet_itself("xq", "xq self-play"));
  CHECK(can_meet_itself("Engine-3.1", ""));
  CHECK(can_meet_itself("Chimo", "Chimo vs Chimo(和)"));
  CHECK_FALSE(can_meet_itself("Chimo", "Chimo (先和) Shark"));
  CHECK_FALSE(can_meet_itself("Chimo", "Shark (先和) Chimo"));
  CHECK_FALSE(can_meet_itself("Xquirrel", "")); // a word, not a part of one
}

TEST_CASE("names that stand for nobody") {
  using xq::record::names_somebody;
  for (const auto* name : {"?", "未知", "未知 未知", "NN", "", " - "}) {
    CHECK_FALSE(names_somebody(name));
    CHECK(can_meet_itself(name, ""));
  }
  CHECK(names_somebody("未知 胡荣华"));
  CHECK(names_somebody("Nina"));
}
