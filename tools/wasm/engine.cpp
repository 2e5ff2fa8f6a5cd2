// The engine of a page: a C interface around uci::Session for session.js, in a Worker or under
// node.

#include "uci/protocol.hpp"
#include "uci/words.hpp"

#include <xq/board/fen.hpp>
#include <xq/notation/notation.hpp>
#include <xq/uci/external.hpp>

#include <cstdlib>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

/// Defined in say.js: takes a line of the engine, which is freed there. Any thread may call it; the
/// line goes out later, on the thread that loaded the module.
extern "C" void xq_say(char* line); // NOLINT(readability-identifier-naming)

namespace {

using namespace xq;

void say(std::string_view line) {
  auto* const copy = static_cast<char*>(std::malloc(line.size() + 1));
  if (copy != nullptr) {
    std::memcpy(copy, line.data(), line.size());
    copy[line.size()] = '\0';
    xq_say(copy);
  }
}

/// `FEN moves h2e2 h9g7 line b0c2 ...`: the moves of a line with their names in WXF and in Chinese,
/// `names b0c2,H2+3,马八进七 ...`.
void name_moves(uci::Words words) {
  const auto reading = read_fen(words.until("moves"));
  std::string out = "names";
  if (reading) {
    Position position = reading->position;
    bool in_line = false;
    for (words.next(); !words.peek().empty();) {
      const std::string_view word = words.next();
      if (word == "line") {
        in_line = true;
        continue;
      }
      const Move move = uci::parse_move(word, uci::RankBase::zero);
      if (!move || !position.is_legal(move)) {
        break;
      }
      if (in_line) {
        out += ' ' + notation::to_text(position, move, notation::Style::uci) + ',' +
               notation::to_text(position, move, notation::Style::wxf) + ',' +
               notation::to_text(position, move, notation::Style::chinese);
      }
      position.do_move(move);
    }
  }
  say(out);
}

} // namespace

/// Handle one command of UCI, or `names` as above. False after `quit`.
extern "C" bool xq_handle(const char* line) {
  static std::optional<uci::Session> session;
  uci::Words words{line};
  if (words.next() == "names") {
    name_moves(words);
    return true;
  }
  if (!session) {
    session.emplace(say);
  }
  return session->handle(line);
}
