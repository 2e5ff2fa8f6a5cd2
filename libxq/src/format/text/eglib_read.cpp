#include "base/text/npos.hpp"
#include "base/text/text.hpp"
#include "format/movetext/movetext.hpp"
#include "format/text/line_records.hpp"

namespace xq::format {
namespace {

/// `NAME|FEN|MOVES`; the moves may be missing.
struct EglibLine {
  std::string_view name, fen, moves;
};

std::string_view next_field(std::string_view& line) noexcept {
  const auto end = line.find('|');
  const auto field = line.substr(0, end);
  line.remove_prefix(end == npos ? line.size() : end + 1);
  return trim(field);
}

EglibLine split(std::string_view line) noexcept {
  EglibLine fields;
  fields.name = next_field(line);
  fields.fen = next_field(line);
  fields.moves = trim(line);
  return fields;
}

class EglibParser final : public SliceParser {
public:
  explicit EglibParser(const ReadOptions& options) : m_moves{options} {}

  void parse(const Slice& slice, record::Game& game) override {
    const auto [text, cut] = begin_game(slice, game, m_report);
    const auto line = text.substr(0, text.find('\n'));
    const bool cut_short = cut && line.size() == text.size();
    const auto fields = split(line);
    if (!fields.name.empty()) {
      game.add_tag("Title", fields.name);
    }
    const auto offset = [begin = text.data()](std::string_view part) {
      return part.empty() ? std::size_t{0} : static_cast<std::size_t>(part.data() - begin);
    };
    if (cut_short || !set_up_start(fields.fen, offset(fields.fen), game, m_report)) {
      return;
    }
    // MovetextReader reads to the end of its text, so the text ends with the moves.
    const auto end = fields.moves.empty() ? 0 : offset(fields.moves) + fields.moves.size();
    m_moves.begin(text.substr(0, end), game, m_report);
    if (end != 0) {
      const auto result = m_moves.read_moves(offset(fields.moves), {std::nullopt, true, false});
      game.set_result(result.value_or(record::Result::unknown));
    }
  }

private:
  MovetextReader m_moves;
  Reporter m_report;
};

} // namespace

bool EglibSplitter::begins_game(std::string_view line) {
  const auto content = skip_blanks(line);
  return !content.empty() && content[0] != '%' && content[0] != '#';
}

bool looks_like_eglib(std::string_view line) noexcept {
  return looks_like_fen(split(line.substr(0, line.find('\n'))).fen);
}

std::unique_ptr<SliceParser> make_eglib_parser(const ReadOptions& options) {
  return std::make_unique<EglibParser>(options);
}

} // namespace xq::format
