#include "position_argument.hpp"

#include <xq/base/error.hpp>
#include <xq/base/text.hpp>
#include <xq/board/fen.hpp>

namespace xq::cli {

Position position_argument(std::string_view text) {
  if (text == "startpos") {
    return Position::start();
  }
  const auto read = read_fen(text);
  if (!read) {
    const Problem& problem = read.error();
    throw make_error<UsageError>(
        "FEN \"{}\", column {}: {}. Write startpos or a FEN such as \"{}\"", excerpt(text, 100),
        problem.where.column, problem.message, start_fen);
  }
  return read->position;
}

} // namespace xq::cli
