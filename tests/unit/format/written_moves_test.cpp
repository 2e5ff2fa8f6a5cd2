#include "format/movetext/written_moves.hpp"
#include "support/catch.hpp"

#include <string>

using namespace xq::format;

namespace {

/// The moves, with a blank between them.
std::string found_moves(std::string_view text) {
  std::string out;
  for (const auto& span : find_written_moves(text).moves) {
    out += out.empty() ? "" : " ";
    out += span.in(text);
  }
  return out;
}

} // namespace

TEST_CASE("the moves of a PGN text, whatever stands between them") {
  CHECK(found_moves("").empty());
  CHECK(found_moves("[Red \"a\"]\n[Result \"1-0\"]\n\n1. 炮二平五 马８进７\n1-0\n") ==
        "炮二平五 马８进７");
  CHECK(found_moves("1.炮二平五 {a (b} 马8进7 (1... 炮8平5 (x) 2. y) 2. 马二进三 ; z\n车9平8 *") ==
        "炮二平五 马8进7 马二进三 车9平8");
  CHECK(found_moves("１．炮二平五!? 马８进７ $12 2... + 车９平８ 将军 将５平４ 1/2-1/2 炮二平五") ==
        "炮二平五 马８进７ 车９平８ 将５平４");
  CHECK(found_moves("1. C2.5 H8+7 2. H2+3 0-1") == "C2.5 H8+7 H2+3");
  CHECK(found_moves("1. h2e2 h9g7") == "h2e2 h9g7");
  CHECK(found_moves("炮二平五马８进７马二进三车９平８") == "炮二平五 马８进７ 马二进三 车９平８");
  CHECK(found_moves("1. 炮二平五 乱 2. 马二进三") ==
        "炮二平五 乱 马二进三"); // what nobody understands, too
  CHECK(found_moves("1. 炮二平五\n====\nprose 炮二平五") == "炮二平五");
  CHECK(found_moves("1. 炮二平五 (never closed 马８进７") == "炮二平五");
  CHECK(found_moves("1. 炮二平五 {never closed 马８进７") == "炮二平五");
}

TEST_CASE("the FEN header of a PGN text") {
  const std::string text = "[Red \"a\"]\n[FEN \"4k4/9 w\"]\n\n1. 帅五进一\n";
  const auto found = find_written_moves(text);
  CHECK(found.fen.in(text) == "4k4/9 w");
  CHECK(text.substr(found.headers_end, 1) == "\n");
  CHECK(find_written_moves("1. 帅五进一").fen.size == 0);
}
