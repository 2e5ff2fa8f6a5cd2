#include "notation/reading.hpp"
#include "support/shared_data.hpp"

#include <xq/board/fen.hpp>
#include <xq/notation/notation.hpp>

#include <map>

using namespace xq;
using namespace xq::notation;

namespace {

enum Column { fen, iccs, zh_hans, zh_hant, zh_style, wxf, wxf_style, keypad, coordinate };

/// Every way that a row must be read, and which move that has to give.
void check_reading(const Position& p, const std::vector<std::string>& row, Move move) {
  using Any = std::optional<Style>;
  const std::vector<std::pair<Column, Any>> ways{{iccs, Any{}},
                                                 {iccs, Style::iccs},
                                                 {iccs, Style::uci},
                                                 {zh_hans, Any{}},
                                                 {zh_hans, Style::chinese},
                                                 {zh_hant, Any{}},
                                                 {zh_hant, Style::traditional},
                                                 {wxf, Any{}},
                                                 {wxf, Style::wxf},
                                                 {keypad, Style::keypad},
                                                 {coordinate, Any{}},
                                                 {coordinate, Style::coordinate}};
  for (const auto& [column, style] : ways) {
    const std::string& text = row.at(column);
    if (column == keypad && text.empty()) {
      continue; // the keypad has no index style
    }
    const Reading r = read_token(p, text, style);
    if (r.move != move) {
      FAIL_CHECK(row.at(fen) << ": " << text << " is not " << row.at(iccs) << ": "
                             << explain(p, text, r));
    }
  }
}

void check_writing(const Position& p, const std::vector<std::string>& row, Move move) {
  std::vector<std::pair<Column, Style>> ways{{iccs, Style::uci}, {coordinate, Style::coordinate}};
  if (row.at(zh_style) != "file4") { // 前四平五: read only
    ways.insert(ways.end(), {{zh_hans, Style::chinese}, {zh_hant, Style::traditional}});
  }
  if (row.at(wxf_style) != "index") { // 14=5: read only
    ways.insert(ways.end(), {{wxf, Style::wxf}, {keypad, Style::keypad}});
  }
  for (const auto& [column, style] : ways) {
    const std::string text = to_text(p, move, style, {Letters::nb});
    if (text != row.at(column)) {
      FAIL_CHECK(row.at(fen) << ' ' << row.at(iccs) << ": wrote " << text << ", not "
                             << row.at(column));
    }
  }
}

} // namespace

TEST_CASE("moves are named as independent programs name them, both ways") {
  support::skip_without("notation_cases.tsv");
  const auto rows = support::read_tsv(support::shared("notation_cases.tsv"));
  REQUIRE(rows.size() == 4311);
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const auto position = read_fen(rows[i].at(fen), OpenKing::warning);
    REQUIRE(position);
    const Reading move = read_token(position->position, rows[i].at(iccs), Style::uci);
    REQUIRE(move);
    check_reading(position->position, rows[i], move.move);
    check_writing(position->position, rows[i], move.move);
  }
}

TEST_CASE("malformed moves get what the index of bad inputs says") {
  support::skip_without("bad_inputs/INDEX.tsv");
  const std::map<std::string, std::pair<ReadFault, std::string>> expected{
      {"move_iccs_file_j.txt", {ReadFault::unknown_text, "file j"}},
      {"move_iccs_null.txt", {ReadFault::illegal, "does not leave its square"}},
      {"move_iccs_empty_source.txt", {ReadFault::no_such_piece, "no piece on e4"}},
      {"move_iccs_own_capture.txt", {ReadFault::illegal, "own horse"}},
      {"move_iccs_blocked_horse.txt", {ReadFault::illegal, "leg g2"}},
      {"move_zh_ambiguous.txt", {ReadFault::ambiguous, "e3 to f3 or the cannon from e7 to f7"}},
      {"move_zh_five_char.txt", {ReadFault::none, "f8e8"}},
      {"move_zh_front_of_one.txt", {ReadFault::no_such_piece, "no two red cannons"}},
      {"move_zh_sixth_pawn.txt", {ReadFault::no_such_piece, "only 4 red pawns"}},
      {"move_zh_ten.txt", {ReadFault::unknown_text, "十"}},
      {"move_zh_short.txt", {ReadFault::unknown_text, "cut short"}},
      {"move_zh_unknown_char.txt", {ReadFault::unknown_text, "龙"}},
      {"move_wxf_p_file_with_three.txt", {ReadFault::ambiguous, "e6 to f6"}},
      {"move_wxf_pplus_with_four.txt", {ReadFault::ambiguous, "e7 to f7 or the pawn from e8"}},
      {"move_wxf_file_digit_two_pawns.txt", {ReadFault::ambiguous, "c1 to c0 or the pawn from c3"}},
      {"move_cyrillic_lookalike.txt", {ReadFault::unknown_text, "U+0421 is Cyrillic"}},
  };
  std::size_t seen = 0;
  for (const auto& row : support::read_tsv(support::shared("bad_inputs/INDEX.tsv"))) {
    if (row.at(1) != "move") {
      continue;
    }
    INFO(row.at(0) << ": " << row.at(3));
    const auto it = expected.find(row.at(0));
    REQUIRE(it != expected.end());
    ++seen;
    std::ifstream file{support::shared("bad_inputs/" + row.at(0))};
    std::string fen_line;
    std::string token;
    std::getline(file, fen_line);
    std::getline(file, token);
    const auto position = read_fen(fen_line, OpenKing::warning);
    REQUIRE(position);
    const Position& p = position->position;
    const Reading r = read_token(p, token);
    CHECK(r.fault == it->second.first);
    const std::string said = r ? to_text(p, r.move, Style::uci) : explain(p, token, r);
    INFO(said);
    CHECK(said.find(it->second.second) != std::string::npos);
  }
  CHECK(seen == expected.size());
}
