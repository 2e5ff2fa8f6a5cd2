// Malformed files: each gets the finding that it deserves, quickly and in little memory.

#include "support/catch.hpp"
#include "support/shared_data.hpp"

#include <xq/format/format.hpp>

#include <algorithm>
#include <chrono>
#include <map>
#include <string>
#include <sys/resource.h>
#include <vector>

using namespace xq;

namespace {

/// What a file must get: `ok`, or its first error, or else its first warning (with a `~`).
const std::map<std::string, std::string>& outcomes() {
  static const std::map<std::string, std::string> all{
      {"fen_11_ranks.fen", "bad-fen"},
      {"fen_9_ranks.fen", "bad-fen"},
      {"fen_missing_rank_empty.fen", "bad-fen"},
      {"fen_8_files.fen", "bad-fen"},
      {"fen_digit_zero.fen", "bad-fen"},
      {"fen_two_digits.fen", "ok"},
      {"fen_unknown_letter.fen", "bad-fen"},
      {"fen_no_red_king.fen", "impossible-position"},
      {"fen_no_black_king.fen", "impossible-position"},
      {"fen_king_outside_palace.fen", "impossible-position"},
      {"fen_kings_facing.fen", "~impossible-position"},
      {"fen_side_not_to_move_in_check.fen", "~impossible-position"},
      {"fen_3_rooks.fen", "impossible-position"},
      {"fen_pawn_behind.fen", "~impossible-position"},
      {"fen_pawn_wrong_file.fen", "~impossible-position"},
      {"fen_elephant_bad_square.fen", "~impossible-position"},
      {"fen_advisor_bad_square.fen", "~impossible-position"},
      {"fen_side_r.fen", "ok"},
      {"fen_side_x.fen", "bad-fen"},
      {"fen_no_side.fen", "~fen-no-side"},
      {"fen_letters_HE.fen", "ok"},
      {"fen_negative_clock.fen", "~fen-bad-counters"},
      {"fen_huge_clock.fen", "~fen-bad-counters"},
      {"fen_nul_in_middle.fen", "nul-byte"},
      {"fen_backslashes.fen", "bad-fen"},
      {"fen_url_encoded.fen", "ok"},
      {"fen_long_200k.fen", "bad-fen"},
      {"move_iccs_file_j.txt", "unknown-move"},
      {"move_iccs_null.txt", "illegal-move"},
      {"move_iccs_empty_source.txt", "no-such-piece"},
      {"move_iccs_own_capture.txt", "illegal-move"},
      {"move_iccs_blocked_horse.txt", "illegal-move"},
      {"move_zh_ambiguous.txt", "ambiguous-move"},
      {"move_zh_five_char.txt", "~impossible-position"},
      {"move_zh_front_of_one.txt", "no-such-piece"},
      {"move_zh_sixth_pawn.txt", "no-such-piece"},
      {"move_zh_ten.txt", "unknown-move"},
      {"move_zh_short.txt", "unknown-move"},
      {"move_zh_unknown_char.txt", "unknown-move"},
      {"move_wxf_p_file_with_three.txt", "ambiguous-move"},
      {"move_wxf_pplus_with_four.txt", "ambiguous-move"},
      {"move_wxf_file_digit_two_pawns.txt", "ambiguous-move"},
      {"move_cyrillic_lookalike.txt", "unknown-move"},
      {"pgn_unterminated_comment.pgn", "unterminated-comment"},
      {"pgn_nested_braces.pgn", "unknown-move"},
      {"pgn_unterminated_tag.pgn", "bad-tag"},
      {"pgn_tag_no_close_bracket.pgn", "~bad-tag"},
      {"pgn_tag_escaped_quotes.pgn", "ok"},
      {"pgn_unclosed_variation.pgn", "unterminated-variation"},
      {"pgn_stray_close_paren.pgn", "unexpected-parenthesis"},
      {"pgn_variation_before_first_move.pgn", "variation-without-move"},
      {"pgn_illegal_move.pgn", "no-such-piece"},
      {"pgn_wrong_side_numbers.pgn", "~wrong-numerals"},
      {"pgn_move_after_result.pgn", "text-after-result"},
      {"pgn_result_word.pgn", "ok"},
      {"pgn_black_first_no_fen.pgn", "missing-start-position"},
      {"pgn_black_first_fen.pgn", "ok"},
      {"pgn_empty.pgn", "no-games"},
      {"pgn_only_bom.pgn", "no-games"},
      {"pgn_bom.pgn", "ok"},
      {"pgn_big5.pgn", "ok"},
      {"pgn_utf16le.pgn", "ok"},
      // All of it is valid GB18030, and detected as such; only --encoding utf-8 makes it an error.
      {"pgn_mixed_encodings.pgn", "ok"},
      {"pgn_nul_bytes.pgn", "nul-byte"},
      {"pgn_cr_only.pgn", "ok"},
      {"pgn_crlf.pgn", "ok"},
      {"pgn_tag_after_moves.pgn", "bad-tag"},
      {"pgn_two_games_no_result.pgn", "ok"},
      {"pgn_dup_tags.pgn", "~duplicate-tag"},
      {"pgn_format_tag_lies.pgn", "~format-tag-conflict"},
      {"pgn_huge_move_number.pgn", "~move-number"},
      {"pgn_nag_and_glyphs.pgn", "~bad-nag"},
      {"pgn_fullwidth_punctuation.pgn", "ok"},
      {"pgn_zero_width.pgn", "~invisible-character"},
      {"pgn_control_chars.pgn", "ok"},
      {"pgn_line_of_255.pgn", "ok"},
      {"xml_truncated.xml", "truncated"},
      {"xml_mismatched_tag.xml", "bad-xml"},
      {"xml_no_root.xml", "bad-xml"},
      {"xml_not_xml.xml", "bad-xml"},
      {"xml_billion_laughs.xml", "entity-refused"},
      {"xml_external_entity.xml", "entity-refused"},
      {"xml_external_dtd.xml", "entity-refused"},
      {"xml_param_entity.xml", "entity-refused"},
      {"xml_bad_char_ref.xml", "bad-xml"},
      {"xml_control_char.xml", "bad-xml"},
      {"xml_nul.xml", "bad-xml"},
      {"xml_many_attributes.xml", "ok"},
      {"xml_dup_attribute.xml", "bad-xml"},
      {"xml_encoding_lies.xml", "bad-xml"},
      {"xml_utf16_no_bom.xml", "ok"},
      {"xml_cdata_unclosed.xml", "bad-xml"},
      {"xml_unquoted_attribute.xml", "bad-xml"},
      {"xml_pfc_unescaped_lt.xml", "bad-xml"},
      {"xml_pfc_deep_variation.xml", "ok"},
      {"xml_cbf_no_fen.xml", "~missing-tag"},
      {"xml_cbf_bad_move_value.xml", "unknown-move"},
      {"xml_cbf_illegal.xml", "illegal-move"},
      {"xml_cbf_no_dummy_first.xml", "ok"},
      {"dhtmlxq_binit_short.txt", "bad-fen"},
      {"dhtmlxq_movelist_odd.txt", "unknown-move"},
      {"dhtmlxq_unclosed.txt", "bad-tag"},
      {"dhtmlxq_letters.txt", "unknown-move"},
      {"ucci_no_moves_kw.txt", "unknown-token"},
      {"ucci_illegal.txt", "wrong-side"},
      {"xqf_bad_magic.xqf", "unknown-format"}, // it begins like a zip archive, and is none
      {"xqf_truncated_header.xqf", "truncated"},
      {"xqf_header_only.xqf", "~truncated"},
      {"xqf_comment_len_huge.xqf", "impossible-position"},
      {"big/pgn_10mb_line.pgn.xz", "no-such-piece"},
      {"big/pgn_10mb_comment.pgn.xz", "ok"},
      {"big/pgn_10mb_open_paren.pgn.xz", "too-deep"},
      {"big/pgn_nest_100000.pgn.xz", "too-deep"},
      {"big/xml_deep_1000000.xml.xz", "too-deep"},
      {"big/fen_10mb.fen.xz", "bad-fen"},
  };
  return all;
}

std::vector<Problem> findings(const std::string& file) {
  std::vector<Problem> all;
  const std::vector<std::string> inputs{support::shared("bad_inputs/" + file).string()};
  format::read_games<std::vector<Problem>>(
      inputs, {},
      [](record::Game& game, std::vector<Problem>& out) {
        out.insert(out.end(), game.problems.begin(), game.problems.end());
      },
      [&](std::vector<Problem>&& out) { all.insert(all.end(), out.begin(), out.end()); },
      [&](const format::FileProblem& problem) { all.push_back(problem.problem); });
  return all;
}

std::string outcome(const std::vector<Problem>& problems, const std::string& wanted) {
  const auto has = [&](Severity severity, bool named) {
    return std::find_if(problems.begin(), problems.end(), [&](const Problem& p) {
      return p.severity == severity && (!named || wanted.ends_with(info(p.code).name));
    });
  };
  for (const bool named : {true, false}) { // the finding that is wanted need not be the first
    if (const auto error = has(Severity::error, named); error != problems.end()) {
      return std::string{info(error->code).name};
    }
    if (const bool any = has(Severity::error, false) != problems.end(); !any) {
      if (const auto warning = has(Severity::warning, named); warning != problems.end()) {
        return "~" + std::string{info(warning->code).name};
      }
    }
  }
  return "ok";
}

} // namespace

TEST_CASE("Malformed files get what they deserve", "[bad_inputs]") {
  support::skip_without("bad_inputs");
  const auto rows = support::read_tsv(support::shared("bad_inputs/INDEX.tsv"));
  REQUIRE(rows.size() > 100);
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const auto& file = rows[i].at(0);
    INFO(file << ": " << rows[i].at(3));
    const auto wanted = outcomes().find(file);
    REQUIRE(wanted != outcomes().end());
    const auto begin = std::chrono::steady_clock::now();
    const auto problems = findings(file);
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
    CHECK(outcome(problems, wanted->second) == wanted->second);
    CHECK(time.count() < 2.0);
    for (const auto& problem : problems) {
      CHECK(problem.message.size() + problem.token.size() < 1000);
    }
  }
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  CHECK(usage.ru_maxrss < 200 * 1024); // kB
#endif
}
