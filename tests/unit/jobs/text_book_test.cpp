#include "jobs/book/text_book.hpp"
#include "support/catch.hpp"

using namespace xq;

TEST_CASE("books in JSON Lines are read as JSON: escapes, unknown members, null") {
  book::ForeignRows rows;
  jobs::TextBookReader reader{jobs::TextForm::json_lines, rows};
  CHECK(reader.read("").empty());
  CHECK(reader.read(R"({"games":7,"max_ply":30,"min_games":2,"other":[{"a":null}]})").empty());
  CHECK(reader.info().games == 7);
  CHECK(reader.info().max_ply == 30);
  CHECK(reader
            .read(R"({"fen":"\u0072nbakabnr\/9\/1c5c1\/p1p1p1p1p\/9\/9\/P1P1P1P1P\/1C5C1\/9\/)"
                  R"(RNBAKABNR w","m\u006fves":[{"uci":"h2e2","games":3,"first_year":null}]})")
            .empty());
  CHECK(rows.size() == 1);
  INFO("members of other names may be anything; of equal names the last counts");
  CHECK(reader
            .read(R"({"x":{"fen":1,"moves":[{}]},"moves":[{"uci":"a0a9"}],"fen":"rnbakabnr/9/)"
                  R"(1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w","moves":[{"y":[[1e3,true],)"
                  R"({"games":-1}],"z":-1,"uci":"h0g2","games":3}]})")
            .empty());
  CHECK(rows.size() == 2);
  for (const auto* const line :
       {"[]", "{", R"({"fen":1})", R"({"games":-1})", R"({"games":1.5})",
        R"({"fen":"x","moves":[{"uci":"h2e2","games":99999999999}]})", R"({"moves":null})",
        R"({"moves":[[]]})", R"({"moves":[1]})", R"({"moves":[{"uci":[]}]})", R"({"max_ply":{}})",
        R"({"fen":null})", "7", "null", "{} {}", R"({"games":1e999})", R"({"x":1)",
        "{\"fen\":\"a\nb\"}"}) {
    INFO(line);
    CHECK(reader.read(line) == "not an object of a book in JSON Lines. The line is left out.");
  }
  CHECK(reader.totals().entries == 2);
  CHECK(reader.totals().illegal == 18);
}
