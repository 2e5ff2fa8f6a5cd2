#include "format/shared/truncation.hpp"

#include "base/text/text.hpp"

#include <xq/base/problem_code.hpp>
#include <xq/base/translate.hpp>
#include <xq/record/game.hpp>

#include <algorithm>

namespace xq::format {

namespace {

/// What is wrong with the game goes on to the end of the text: `rest` begins with it.
bool reaches_end(const Problem& problem, std::string_view rest) noexcept {
  switch (problem.code) {
  case ProblemCode::unterminated_comment:
  case ProblemCode::unterminated_variation:
    return true;
  case ProblemCode::bad_tag:
    return rest.find('\n') == std::string_view::npos && rest.find(']') == std::string_view::npos;
  case ProblemCode::bad_json:
    return !rest.ends_with('}');
  case ProblemCode::bad_xml: // a document of its own, as in CBF
    return !rest.ends_with('>');
  case ProblemCode::bad_encoding: // half a character
  case ProblemCode::unknown_move:
  case ProblemCode::unknown_token:
    return rest.find_first_of(" \t\r\n") == std::string_view::npos;
  default:
    return false;
  }
}

/// The first characters of a move in Chinese, as a file has them that was cut within it.
bool begins_a_move(std::string_view word) noexcept {
  constexpr std::u32string_view firsts = U"车車俥马馬傌炮砲包相象士仕兵卒帅帥将將前中后後";
  const bool is_first = firsts.find(decode_utf8(word).value) != std::u32string_view::npos;
  return is_first && count_characters(word) < 4;
}

} // namespace

void note_truncation(std::string_view text, std::uint64_t offset, record::Game& game) {
  if (game.problems.empty() || text.empty() || text.ends_with('\n')) {
    return;
  }
  const auto word = text.substr(text.find_last_of(" \t\r\n") + 1); // npos + 1 is 0
  if (word.empty() || record::find_result(word)) {
    return; // it says itself that it is complete
  }
  const auto found =
      std::find_if(game.problems.begin(), game.problems.end(), [&](const Problem& problem) {
        const auto at = problem.where.offset - offset;
        const bool kept = problem.code == ProblemCode::unknown_token &&
                          problem.severity == Severity::warning && // prose is whole
                          !begins_a_move(word);
        return !kept && problem.where.offset >= offset && at <= text.size() &&
               reaches_end(problem, text.substr(static_cast<std::size_t>(at)));
      });
  if (found == game.problems.end()) {
    return;
  }
  const auto where = found->where;
  const auto ply = found->ply;
  game.problems.push_back(make_problem(ProblemCode::truncated,
                                       localized("the file ends in the middle of this game"), {},
                                       where, ply));
}

} // namespace xq::format
