#include "format/binary/xqf.hpp"
#include "support/files.hpp"
#include "support/shared_data.hpp"

#include <xq/board/fen.hpp>
#include <xq/notation/notation.hpp>

using namespace xq;

namespace {

std::string main_moves(const record::Game& game) {
  std::vector<Move> moves;
  game.main_moves(moves);
  std::string text;
  for (const Move move : moves) {
    text += text.empty() ? "" : " ";
    text += notation::square_name(move.from()) + notation::square_name(move.to());
  }
  return text;
}

/// `fail` in the table: the main line up to the first move that is not legal; `badboard`: a king is
/// missing. The nodes are counted in the file, legal or not.
void check_row(const std::vector<std::string>& row, std::size_t& kept) {
  const auto bytes = support::read_file(support::shared("records/xqf/" + row.at(0)));
  record::Game game;
  const auto counts = format::read_xqf(support::bytes_of(bytes), game);
  INFO(row.at(0) << " " << row.at(1) << " " << row.at(2));
  REQUIRE(counts);
  for (const auto& problem : game.problems) {
    UNSCOPED_INFO(format_problem(row.at(0), 1, problem));
  }
  const bool good = row.at(1) == "ok" || row.at(1) == "nomoves";
  CHECK(game.usable() == good);
  CHECK(counts->in_file == std::stoul(row.at(5)));
  CHECK(game.plies() == std::stoi(row.at(3)));
  CHECK(write_short_fen(game.start()) == row.at(6));
  CHECK(main_moves(game) == row.at(7));
  CHECK(write_short_fen(game.final_position()) == row.at(8));
  CHECK(game.node_count() == counts->kept + 1);
  kept += counts->kept;
}

} // namespace

TEST_CASE("every XQF file gives the moves of the independent reader") {
  support::skip_without("records/xqf_truth.tsv");
  const auto rows = support::read_tsv(support::shared("records/xqf_truth.tsv"));
  REQUIRE(rows.size() == 344);
  std::size_t kept = 0;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    check_row(rows[i], kept);
  }
  CHECK(kept > 60'000);
}
