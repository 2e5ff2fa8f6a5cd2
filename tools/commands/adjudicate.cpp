#include "base/text/compose.hpp"
#include "base/text/text.hpp"
#include "cli/files/file_check.hpp"
#include "cli/files/output.hpp"
#include "cli/options/options.hpp"
#include "cli/options/position_argument.hpp"
#include "command.hpp"
#include "format/movetext/written_moves.hpp"
#include "jobs/adjudication/verdict_fields.hpp"
#include "jobs/answer/problem_fields.hpp"
#include "jobs/answer/write.hpp"

#include <xq/base/error.hpp>
#include <xq/base/expected.hpp>
#include <xq/base/translate.hpp>
#include <xq/board/adjudicate.hpp>
#include <xq/board/fen.hpp>
#include <xq/notation/notation.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <optional>

namespace xq::cli {

namespace {

/// What a line says: a position and legal moves from it.
struct LineOfMoves {
  Position start;
  std::vector<Move> moves;
};

using jobs::get;
using jobs::Kind;

struct Judged {
  std::string_view fen;
  std::string_view rules;
  std::size_t plies;
  const Verdict& verdict;
};
constexpr auto head_fields =
    std::to_array<jobs::FieldOf<Judged>>({{"fen", Kind::position, get<&Judged::fen>},
                                          {"rules", Kind::word, get<&Judged::rules>},
                                          {"plies", Kind::count, get<&Judged::plies>}});
constexpr std::array cycle_field{jobs::FieldOf<Judged>{
    "cycle", Kind::objects,
    [](const Judged& j) {
      return j.verdict.cycle.empty() ? jobs::Value{}
                                     : jobs::Value{rows_of(jobs::cycle_fields(), j.verdict.cycle)};
    },
    jobs::parts<jobs::cycle_fields>, jobs::Missing::left_out}};

/// A line that cannot be judged: its FEN (ply 0) or one of its moves is wrong.
struct Unread {
  std::string_view fen;
  const Problem& problem;
};
constexpr auto unread_fields = std::to_array<jobs::FieldOf<Unread>>(
    {{"fen", Kind::position, get<&Unread::fen>},
     {"error", Kind::object,
      [](const Unread& u) -> jobs::Value {
        return object_of(jobs::move_problem_fields(), u.problem);
      },
      jobs::parts<jobs::move_problem_fields>}});

Expected<LineOfMoves, Problem> read_line(std::string_view fen, std::string_view text,
                                         std::optional<notation::WxfStyle> wxf) {
  LineOfMoves out;
  if (fen == "startpos") {
    out.start = Position::start();
  } else {
    const auto reading = read_fen(fen, OpenKing::warning);
    if (!reading) {
      return Unexpected{reading.error()};
    }
    out.start = reading->position;
  }
  constexpr std::string_view blanks = " \t";
  Position p = out.start;
  for (std::size_t at = text.find_first_not_of(blanks); at != std::string_view::npos;
       at = text.find_first_not_of(blanks, at)) {
    const std::size_t end = std::min(text.find_first_of(blanks, at), text.size());
    const std::string_view token = text.substr(at, end - at);
    at = end;
    const auto reading = notation::read_move(p, token, std::nullopt, wxf);
    if (!reading) {
      if (auto pasted = format::read_move_list(out.start, text)) { // with commas, numbers ...
        out.moves = *pasted;
        return out;
      }
      Problem problem = reading.error();
      problem.ply = static_cast<int>(out.moves.size()) + 1;
      return Unexpected{std::move(problem)};
    }
    out.moves.push_back(*reading);
    p.do_move(*reading);
  }
  return out;
}

class Adjudicate final : public Command {
public:
  void describe(OptionSet& options) override {
    options.add_argument(position_argument(m_fen), "a FEN in quotes, or startpos, as without one",
                         0, 1);
    options.add_argument(texts(m_moves, "MOVE"),
                         "the moves, in any notation but keypad; without FEN and moves, lines from "
                         "stdin",
                         0, OptionSet::any_number);
    options.add("rules",
                choice(m_rules.rules, {{"wxf", RuleSet::wxf}, {"cxa", RuleSet::cxa}}, "RULES"),
                "wxf: Asian and world rules; cxa: those of the Chinese association");
    options.add("occurrences", number(m_rules.occurrences, 2, 99),
                "how often a position must have stood to make a repetition; without it 3, with "
                "--rules cxa 4");
    m_natural_limit.describe(options);
    m_wxf.describe_reading(options);
    options.add("first-decision", flag(m_first_decision),
                "judge after each move and stop at the first decision");
  }

  Exit run(const GlobalOptions& global) override {
    m_json = global.json;
    m_verbose = global.verbose;
    m_rules.natural_limit = m_natural_limit.plies();
    Output output;
    if (!m_fen.empty() || !m_moves.empty()) {
      refuse_files({&m_fen, 1});
      refuse_files(m_moves);
      std::string out;
      const bool ok = answer(out, m_fen.empty() ? "startpos" : m_fen, join(m_moves, " "));
      output.write(out);
      output.commit();
      return ok ? Exit::ok : Exit::negative;
    }
    std::string out;
    bool ok = true;
    answer_lines(output, out, [&](std::string_view line, std::uint64_t /*number*/) {
      const std::size_t tab = std::min(line.find('\t'), line.size());
      ok &= answer(out, line.substr(0, tab), line.substr(tab));
    });
    output.commit();
    return ok ? Exit::ok : Exit::negative;
  }

private:
  bool answer(std::string& out, std::string_view fen, std::string_view moves) const {
    const auto line = read_line(fen, moves, m_wxf.style);
    if (!line) {
      append_error(out, fen, line.error());
      return false;
    }
    std::size_t plies = line->moves.size();
    const Verdict verdict = judge(*line, plies);
    if (m_json) {
      append_json(out, fen, verdict, plies);
    } else {
      out += fmt::format("{}\t{}\n", jobs::winner_word(verdict.outcome), verdict.reason);
      if (m_verbose) {
        append_proofs(out, verdict);
      }
    }
    return true;
  }

  /// With --first-decision, `plies` becomes the number of moves that were needed.
  Verdict judge(const LineOfMoves& line, std::size_t& plies) const {
    Adjudicator adjudicator{line.start, m_rules};
    for (std::size_t n = 0; n < line.moves.size(); ++n) {
      if (m_first_decision) {
        Verdict verdict = adjudicator.verdict();
        if (verdict.outcome != Outcome::none) {
          plies = n;
          return verdict;
        }
      }
      adjudicator.play(line.moves[n]);
    }
    return adjudicator.verdict();
  }

  /// What an arbiter tries on the board: the line of each threat of the cycle.
  static void append_proofs(std::string& out, const Verdict& verdict) {
    for (const CycleMove& move : verdict.cycle) {
      out +=
          fmt::format("\t{}\t{}\t{}", move.ply, jobs::squares({&move.move, 1}), xq::describe(move));
      if (!move.article.empty()) {
        out += fmt::format("\t{}", move.article);
      }
      for (const auto line : jobs::proofs(move)) {
        out += fmt::format("\t{}", jobs::squares(line));
      }
      out += '\n';
    }
  }

  void append_json(std::string& out, std::string_view fen, const Verdict& verdict,
                   std::size_t plies) const {
    const Judged judged{fen, jobs::rules_word(m_rules.rules), plies, verdict};
    JsonWriter json{out};
    json.begin_object();
    jobs::write_members(json, head_fields, judged);
    jobs::write_members(json, jobs::verdict_fields(), verdict);
    jobs::write_members(json, cycle_field, judged);
    json.end_object();
    out += '\n';
  }

  void append_error(std::string& out, std::string_view fen, const Problem& problem) const {
    if (m_json) {
      out += jobs::json_line<Unread>(unread_fields, {fen, problem});
      return;
    }
    out += "error\t"; // the same in each language: what programs look for
    if (problem.ply != 0) {
      out +=
          localized("move {} ({}): {}", problem.ply, excerpt(problem.token, 60), problem.message);
    } else if (problem.where.column != 0) {
      out += localized("FEN, column {}: {}", problem.where.column, problem.message);
    } else {
      out += problem.message;
    }
    out += '\n';
  }

  std::string m_fen;
  std::vector<std::string> m_moves;
  AdjudicationRules m_rules;
  WxfStyleOption m_wxf;
  NaturalLimitOption m_natural_limit;
  bool m_first_decision = false;
  bool m_json = false;
  bool m_verbose = false;
};

} // namespace

CommandInfo adjudicate_command() {
  return {
      .name = "adjudicate",
      .group = "Positions",
      .summary = "say who has won a line of moves: mate, repetition, natural limit",
      .synopsis = "[--rules wxf|cxa] [FEN] [MOVE...]",
      .description =
          "Plays moves from a position and judges the end: \"red\", \"black\" (who has won), "
          "\"draw\" or \"none\", a TAB and the reason. Without arguments each line of stdin is a "
          "FEN (or startpos), a TAB and moves between blanks, and gets one line of answer; a line "
          "that cannot be read gets \"error\", a TAB and what is wrong.\n\n"
          "Checkmate and stalemate lose. A position that stands for the third time (by --rules cxa "
          "after three rounds, which is the fourth time; --occurrences) is judged by what the "
          "moves "
          "since its first occurrence are; the reason "
          "names one round of the cycle, what each move in it is (check, threat of mate, chase of "
          "which piece by which, idle) and the article. Where the round that is named would be an "
          "offence, and an earlier move is none, that move is named, too. After 60 rounds without "
          "a capture "
          "(--natural-limit; older events: 50) the game is a draw.\n\n"
          "--rules wxf, the Asian and world rules: perpetual check loses, also against one check "
          "back in a round; both sides checking is a draw. Perpetual chase of one piece by one or "
          "more pieces loses: of a piece that is not really protected (a protector that is pinned "
          "or cannot recapture does not count; protection is looked at after the capture), no "
          "pawn before the river; of a rook by horse or cannon even when it is protected. King "
          "and pawn may chase. Chasing several pieces in turn, check and chase in turn, threats "
          "of mate, offers and idle moves: draw. An attack on a piece of the same kind is an "
          "offer unless that piece cannot take back. Where a rook is pinned by the horse that it "
          "guards against, and in cycles in which the other side checks once, the judgement is "
          "that of the printed manual: the chaser loses. At most ten checks a side, with their "
          "answers, count towards the natural limit.\n\n"
          "--rules cxa, the Chinese rules of 2020. A side each of whose moves in three rounds "
          "checks, threatens mate (kill) or makes a new chase, in whatever mixture and of "
          "whichever pieces, must change or loses to a side that makes an idle move in each round"
          " (24.9 to 24.14, 25.3). One-sided perpetual check loses whatever the other side does "
          "(25.1); where both may repeat, it is a draw (25.2). Where both do what is forbidden, "
          "threats of mate lose to chases (26.9.1), and a chase by single pieces to one by "
          "several together (26.9.2, 26.9.3); otherwise it is a draw (26.9.4). Nine rounds of "
          "such moves lose, too, when three or more sequences in them were closed.\n\n"
          "By cxa a move is the gravest of what it is. 24.1: every check. 24.2: a kill mates by "
          "checks alone, in five at most. 24.3: a chase wins a piece by a capture, by an exchange"
          " to the end (26.5), or by at most three checks and a capture; a capture that loses "
          "more, or after which the side is mated at once, is none, nor is what the side "
          "threatened before the move. A pawn's worth floats: a pawn for a horse, or a horse for "
          "pawns, wins nothing. 24.4 to 24.8: offers of an exchange, of a piece, blocks, pursuit "
          "of protected pieces and all else are idle.\n\n"
          "26.1.1: king and pawn do not chase, but their moves can let other pieces chase. "
          "26.1.2: a king that moves out of check makes neither kill nor chase. 26.1.4: another "
          "piece that answers a check makes only what was not there before the check. 26.2: a "
          "side with one rook, horse, cannon or crossed pawn at most, against more, may attack "
          "advisors and elephants. 26.8: a pawn's capture that uncovers a check is a chase.\n\n"
          "Not judged, or only nearly: mates and gains that take a quiet move or more checks; "
          "attacks of pawns where both sides chase (26.1.4); whether a piece stands on the very "
          "point on which a draw rests (26.2); rook or rootless piece in 26.9.2 and 26.9.3. A "
          "search that comes to its bound says \"not decided\" and names no winner.\n\n"
          "With -v each move of the round follows on a line of its own: ply, move, what it is, "
          "its article, and the moves that prove it, as if the side moved again; --json has them,"
          " too, and xq serve shows them beneath a game. xq-rules(7) goes through the articles, "
          "and docs/rules.md has a printed diagram for each that has one.\n\n"
          "Articles are those of the Asian rules, chapter 4, section 4, and of the Chinese rules "
          "of "
          "2020 (象棋竞赛规则, chapter 6); docs/rules.md says where their numbers were found and "
          "which "
          "were not.\n\n"
          "--json prints an object for each line: winner, cause (checkmate, stalemate, "
          "repetition, natural-limit, none), reason, article and the moves of the cycle.",
      .examples =
          {{"xq adjudicate '5k3/9/9/9/9/9/9/4R4/9/3K5 w' e2f2 f9e9 f2e2 e9f9 e2f2 f9e9 f2e2 e9f9",
            "black: Red has given perpetual check"},
           {"xq adjudicate --rules cxa --json < lines.tsv > verdicts.jsonl",
            "a file of FEN, TAB, moves"},
           {"xq adjudicate --rules cxa -v < lines.tsv", "with the moves that prove what each is"},
           {"xq adjudicate --first-decision --natural-limit 50 < lines.tsv",
            "the first decision in each line, with an older limit"}},
      .exits = {{Exit::negative, "a line could not be read, or a move is not legal there"}},
      .answers = {{jobs::parts<head_fields, jobs::verdict_fields, cycle_field>},
                  {jobs::parts<unread_fields>}},
      .create = create<Adjudicate>};
}

} // namespace xq::cli
