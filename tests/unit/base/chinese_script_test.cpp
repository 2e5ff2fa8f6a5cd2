#include "base/script/chinese_script.hpp"
#include "base/script/lossy.hpp"
#include "support/catch.hpp"

#include <string>

using namespace xq;

TEST_CASE("text goes into either script, word by word") {
  const ChineseScriptConverter traditional{ChineseScript::traditional};
  CHECK(traditional.convert("胡荣华 对 许银川") == "胡榮華 對 許銀川");
  CHECK(traditional.convert("头发 发展 后炮") == "頭髮 發展 後炮");
  CHECK(traditional.convert("車馬炮") == "車馬炮"); // as it is
  CHECK(traditional.convert("plain, 1-0") == "plain, 1-0");
  CHECK(traditional.convert("").empty());
  const ChineseScriptConverter simplified{ChineseScript::simplified};
  CHECK(simplified.convert("廣州 許銀川") == "广州 许银川");
}

TEST_CASE("what is no text is left alone, and a NUL does not end it") {
  const ChineseScriptConverter traditional{ChineseScript::traditional};
  CHECK(traditional.convert("\xff许") == "\xff许");
  CHECK(traditional.convert(std::string{"许\0银\0", 8}) == std::string{"許\0銀\0", 8});
}

TEST_CASE("an encoding's missing characters become squares, each counted") {
  std::uint64_t substituted = 0;
  CHECK(encode_lossy("a馬b", Encoding::big5, substituted) == "a\xB0\xA8"
                                                             "b");
  CHECK(substituted == 0);
  CHECK(encode_lossy("马a马", Encoding::big5, substituted) == "\xA1\xBC"
                                                              "a\xA1\xBC");
  CHECK(substituted == 2);
  CHECK(encode_lossy("\xff", Encoding::utf8, substituted) == "□");
  CHECK(substituted == 3);
  CHECK(encode_lossy("马😀", Encoding::gb18030, substituted) == *encode("马😀", Encoding::gb18030));
  CHECK(substituted == 3);
}
