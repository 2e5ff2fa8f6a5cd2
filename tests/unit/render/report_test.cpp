#include "support/games.hpp"

#include <xq/render/report.hpp>
#include <xq/render/svg_board.hpp>

#include <algorithm>

using namespace xq;

namespace {

std::size_t count(std::string_view text, std::string_view part) {
  std::size_t n = 0;
  for (auto at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1)) {
    ++n;
  }
  return n;
}

analysis::Review review(const record::Game& game) {
  engine::Limits limits;
  limits.nodes = 500;
  const auto analyst = analysis::own_analysts(limits, {.hash_megabytes = 1}, "test").make();
  return analysis::review(game, {.analyst = analyst.get()});
}

} // namespace

TEST_CASE("a picture has a piece for each piece") {
  const auto start = render::svg_board(Position::start());
  CHECK(start.starts_with("<svg xmlns="));
  CHECK(count(start, "<g transform") == 32);
  CHECK(count(start, "兵") == 5);
  CHECK(count(start, "將") == 1);
  CHECK(count(start, "楚 河") == 1);
  CHECK(count(start, "#1565c0") == 0); // no move led here
  const Move move{make_square(7, 2), make_square(4, 2)};
  auto position = Position::start();
  position.do_move(move);
  CHECK(count(render::svg_board(position, {.last_move = move}), "#1565c0") == 2);
}

TEST_CASE("a flipped picture is the other side's view") {
  Position position;
  position.put(Piece::red_rook, make_square(0, 0));
  CHECK(count(render::svg_board(position), "translate(30 390)") == 1);
  CHECK(count(render::svg_board(position, {.flipped = true}), "translate(350 30)") == 1);
}

TEST_CASE("a game is one line of a report, whatever its headers say") {
  auto game = support::game(std::string{start_fen}, "h2e2 h9g7 h0g2");
  game.add_tag("Red", "</script><b>A\n\"B\"\t");
  game.add_comment(1, "one\ntwo</script>");
  const auto line = render::report_game(7, game, review(game), {});
  CHECK(line.starts_with("[7,"));
  CHECK(count(line, "\n") == 1);
  CHECK(line.back() == '\n');
  CHECK(count(line, "\t") == 1); // between the summary and the rest
  CHECK(count(line, "<") == 0);
  CHECK(count(line, "h2e2h9g7h0g2") == 1);
  CHECK(count(line, "one\\ntwo\\u003c/script>") == 1);
}

TEST_CASE("a report names moves in WXF, and in Chinese where that does not follow") {
  const auto plain = support::game(std::string{start_fen}, "h2e2 h9g7");
  const auto line = render::report_game(1, plain, review(plain), {});
  CHECK(count(line, "\"wxf\":\"C2.5 H8+7\"") == 1);
  CHECK(count(line, "\"names\"") == 0);
  CHECK(count(line, "\"fen\"") == 0); // the start position
  CHECK(count(line, "\"style\"") == 0);
  // Three pawns on a column: 中兵平六 is called by its place among them in WXF.
  const auto pawns = support::game("4k4/9/9/4P4/4P4/4P4/9/9/9/3K5 w - - 0 1", "e5d5");
  const auto other = render::report_game(1, pawns, review(pawns), {});
  INFO(other);
  CHECK(count(other, "\"names\":{") + count(other, "\"moves\":\"\"") >= 1);
  CHECK(count(render::report_game(1, plain, review(plain), {.style = notation::Style::iccs}),
              "\"style\":\"uci\"") == 1);
}

TEST_CASE("a report is searched in both scripts") {
  auto game = support::game(std::string{start_fen}, "h2e2");
  game.add_tag("Red", "许银川");
  game.add_tag("Event", "銀荔杯");
  const auto spellings = render::other_scripts();
  REQUIRE(spellings);
  CHECK(spellings("Smith").empty());
  CHECK(spellings("许银川") == "許銀川");
  const auto line = render::report_game(1, game, review(game), {.spellings = spellings});
  CHECK(count(line, "許銀川") == 1);
  CHECK(count(line, "银荔杯") == 1);
}

TEST_CASE("the page of a report needs nothing from elsewhere") {
  const auto page = render::report_head("A & <B>", "xq") + render::report_foot();
  CHECK(count(page, "<title>A &amp; &lt;B></title>") == 1);
  CHECK(count(page, "src=") == 0);
  CHECK(count(page, "@import") == 0);
  CHECK(count(page, "url(") == 0);
  CHECK(count(page, "http") == count(page, "http://www.w3.org/2000/svg")); // the namespace's name
  CHECK(count(page, "<script") == count(page, "</script>"));
  CHECK(count(page, fmt::format("-score / {})", analysis::probability_scale)) == 1); // one curve
  for (const char* piece : {"pK", "pp", "pc", "pN"}) {
    CHECK(count(page, fmt::format("id=\"{}\"", piece)) == 1);
  }
}
