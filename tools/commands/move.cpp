#include "base/text/compose.hpp"
#include "base/text/text.hpp"
#include "cli/files/file_check.hpp"
#include "cli/files/output.hpp"
#include "cli/options/options.hpp"
#include "cli/options/position_argument.hpp"
#include "command.hpp"
#include "format/movetext/written_moves.hpp"
#include "format/text/line_records.hpp"
#include "jobs/answer/problem_fields.hpp"
#include "jobs/answer/write.hpp"
#include "notation/reading.hpp"

#include <xq/base/error.hpp>
#include <xq/base/problem_code.hpp>
#include <xq/base/translate.hpp>
#include <xq/board/fen.hpp>
#include <xq/notation/notation.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

namespace xq::cli {

namespace {

using jobs::get;
using jobs::Kind;
using jobs::Missing;
using notation::Style;

/// What is wrong with one line: with its FEN (ply 0) or with one of its moves.
struct Fault {
  Problem problem;
  std::vector<std::string> candidates; ///< in UCI, of an ambiguous move
};

constexpr std::array candidate_field{jobs::FieldOf<Fault>{
    "candidates", Kind::list,
    [](const Fault& f) { return f.candidates.empty() ? jobs::Value{} : jobs::Value{f.candidates}; },
    Missing::left_out}};

jobs::Value told_fault(const Fault* fault) {
  if (fault == nullptr) {
    return {};
  }
  return beside(object_of(jobs::move_problem_fields(), fault->problem),
                jobs::object_of<Fault>(candidate_field, *fault));
}

struct Answer {
  std::string_view fen;
  const std::vector<std::string>& moves;
  std::string final_fen; ///< empty with a fault
  const Fault* fault;
};
constexpr auto move_fields = std::to_array<jobs::FieldOf<Answer>>(
    {{"fen", Kind::position, get<&Answer::fen>},
     {"moves", Kind::list, [](const Answer& a) -> jobs::Value { return a.moves; }},
     {"final_fen", Kind::position, [](const Answer& a) { return jobs::told(a.final_fen); },
      Missing::left_out},
     {"error", Kind::object, [](const Answer& a) { return told_fault(a.fault); },
      jobs::parts<jobs::move_problem_fields, candidate_field>, Missing::left_out}});

/// Names the moves of one line after the other.
class Translator {
public:
  Translator(std::optional<Style> from, Style to, const WxfNotationOptions& wxf, bool json)
      : m_from{from},
        m_to{to},
        m_wxf{wxf.wxf.style},
        m_options{wxf.write_options()},
        m_json{json} {}

  /// Append the answer to a FEN and moves between blanks; false if that is an error.
  bool answer(std::string& out, std::string_view fen, std::string_view moves) {
    m_names.clear();
    auto fault = set_up(fen);
    if (!fault) {
      fault = play(moves);
      if (fault && play_pasted(moves)) {
        fault.reset();
      }
    }
    append_answer(out, fen, fault);
    return !fault;
  }

  /// The answer to a position without the TAB and moves.
  void refuse(std::string& out, std::string_view line) {
    m_names.clear();
    append_answer(
        out, line,
        Fault{make_problem(ProblemCode::bad_fen,
                           localized("the line is no FEN, TAB and moves between blanks"), line),
              {}});
  }

private:
  std::optional<Fault> set_up(std::string_view fen) {
    if (fen == m_start_fen) { // lists often stay with one position
      m_position = m_start;
      return std::nullopt;
    }
    m_start_fen.clear();
    if (fen == "startpos") {
      m_start = Position::start();
    } else {
      // Moves have names where a king can be taken, too: studies and test suites ask for them.
      const auto reading = read_fen(fen, OpenKing::warning);
      if (!reading) {
        return Fault{reading.error(), {}};
      }
      m_start = reading->position;
    }
    m_start_fen = fen;
    m_position = m_start;
    return std::nullopt;
  }

  std::optional<Fault> play(std::string_view moves) {
    constexpr std::string_view blanks = " \t";
    int ply = 0;
    for (std::size_t at = moves.find_first_not_of(blanks); at != std::string_view::npos;
         at = moves.find_first_not_of(blanks, at)) {
      const std::size_t end = std::min(moves.find_first_of(blanks, at), moves.size());
      const std::string_view token = moves.substr(at, end - at);
      at = end;
      ++ply;
      const notation::Reading reading = notation::read_token(m_position, token, m_from, m_wxf);
      if (!reading) {
        return fault_of(token, reading, ply);
      }
      m_names.push_back(notation::to_text(m_position, reading.move, m_to, m_options));
      m_position.do_move(reading.move);
    }
    return std::nullopt;
  }

  /// Moves with numbers, commas, arrows or nothing between them, as they are pasted.
  bool play_pasted(std::string_view moves) {
    const auto pasted = m_from || m_wxf
                            ? Expected<std::vector<Move>, Problem>{Unexpected<Problem>{}}
                            : format::read_move_list(m_start, moves);
    if (!pasted) {
      return false;
    }
    m_names.clear();
    m_position = m_start;
    for (const Move move : *pasted) {
      m_names.push_back(notation::to_text(m_position, move, m_to, m_options));
      m_position.do_move(move);
    }
    return true;
  }

  [[nodiscard]] Fault fault_of(std::string_view token, const notation::Reading& reading,
                               int ply) const {
    Fault fault{notation::to_problem(m_position, token, reading, {}, ply), {}};
    for (const Move m : reading.candidates) {
      fault.candidates.push_back(notation::to_text(m_position, m, Style::uci));
    }
    return fault;
  }

  static void append_error(std::string& out, const Fault& fault) {
    const Problem& p = fault.problem;
    out += "error: "; // the same in each language: what programs look for
    if (p.ply != 0) {
      out += localized("move {} ({}): {}", p.ply, excerpt(p.token, 60), p.message);
    } else if (p.where.column != 0) {
      out += localized("FEN, column {}: {}", p.where.column, p.message);
    } else {
      out += p.message;
    }
  }

  void append_answer(std::string& out, std::string_view fen,
                     const std::optional<Fault>& fault) const {
    if (m_json) {
      out +=
          jobs::json_object<Answer>(move_fields, {fen, m_names, fault ? "" : write_fen(m_position),
                                                  fault ? &*fault : nullptr});
    } else if (fault) {
      append_error(out, *fault);
    } else {
      out += join(m_names, " ");
    }
    out += '\n';
  }

  std::optional<Style> m_from;
  Style m_to;
  std::optional<notation::WxfStyle> m_wxf; ///< in what is read
  notation::WriteOptions m_options;
  bool m_json;
  std::vector<std::string> m_names; ///< of the moves that were played, in the style to write
  std::string m_start_fen;          ///< of m_start; empty: none yet
  Position m_start;
  Position m_position;
};

class MoveTool final : public Command {
public:
  void describe(OptionSet& options) override {
    options.add_argument(position_argument(m_fen), "a FEN in quotes, or startpos, as without one",
                         0, 1);
    options.add_argument(texts(m_moves, "MOVE"),
                         "moves in any style, played one after another; -- before one that begins "
                         "with a minus; without moves, lines from stdin",
                         0, OptionSet::any_number);
    std::vector<std::pair<std::string, std::optional<Style>>> from{{"auto", std::nullopt}};
    for (const auto& [name, style] : style_choices()) {
      from.emplace_back(name, style);
    }
    options.add("from", choice(m_from, from, "STYLE"),
                "how the moves are written; auto is every style but keypad");
    options.add("to", choice(m_to, style_choices(), "STYLE"), "how to write them");
    m_wxf.describe_wxf(options);
  }

  Exit run(const GlobalOptions& global) override {
    Translator translator{m_from, m_to, m_wxf, global.json};
    if (m_fen.empty() && m_moves.empty()) {
      return translate_lines(translator);
    }
    refuse_files({&m_fen, 1});
    refuse_files(m_moves);
    const bool named = !m_fen.empty();
    if (named && m_moves.empty()) {
      throw make_error<UsageError>("a move is missing after the FEN");
    }
    const auto moves = join(m_moves, " ");
    std::string out;
    const bool ok = translator.answer(out, named ? m_fen : "startpos", moves);
    Output output;
    output.write(out);
    output.commit();
    return ok ? Exit::ok : Exit::negative;
  }

private:
  /// FEN, TAB, moves: one answer a line, whatever the line is.
  static Exit translate_lines(Translator& translator) {
    Output output;
    std::string out;
    bool ok = true;
    answer_lines(output, out, [&](std::string_view line, std::uint64_t /*number*/) {
      const std::size_t tab = line.find('\t');
      if (tab != std::string_view::npos) {
        ok &= translator.answer(out, line.substr(0, tab), line.substr(tab + 1));
      } else if (line.empty() || line.starts_with("startpos") || format::looks_like_fen(line)) {
        translator.refuse(out, line);
        ok = false;
      } else {
        ok &= translator.answer(out, "startpos", line);
      }
    });
    output.commit();
    return ok ? Exit::ok : Exit::negative;
  }

  std::string m_fen;
  std::vector<std::string> m_moves;
  std::optional<Style> m_from;
  Style m_to = Style::chinese;
  WxfNotationOptions m_wxf;
};

} // namespace

CommandInfo move_command() {
  return {
      .name = "move",
      .group = "Positions",
      .summary = "name moves in another notation",
      .synopsis = "[--from STYLE] [--to STYLE] [FEN] [MOVE...]",
      .description =
          "Plays moves from a position, one after another, and prints them in another notation "
          "on one line. Any style is read without being told, but keypad, which must be asked "
          "for: 15+1 is also a pawn in the index style.\n\nWithout arguments each line of stdin is "
          "a FEN (or startpos), a TAB and moves between blanks, or moves alone, and gets one line "
          "of answer: the "
          "moves, or \"error: \" and what is wrong with the first that fails.\n\nMoves are legal "
          "or an error. Where a text fits several legal moves, the error names them all. With "
          "--json each line is an object: fen, moves, and final_fen or error (code, ply, token, "
          "message, advice, candidates).",
      .examples = {{"xq move 炮二平五 马８进７ --to uci", "h2e2 h9g7"},
                   {"xq move --to wxf startpos h2e2 h9g7 h0g2", "C2.5 H8+7 H2+3"},
                   {"xq move --from keypad startpos 62.5", "炮二平五"},
                   {"printf 'startpos\\tC2.5 H8+7\\n' | xq move --to traditional",
                    "炮二平五 馬８進７"}},
      .exits = {{Exit::negative, "a line could not be read, or a move is not legal there"}},
      .answers = {{jobs::parts<move_fields>}},
      .create = create<MoveTool>};
}

} // namespace xq::cli
