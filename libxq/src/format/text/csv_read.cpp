#include "base/text/ascii.hpp"
#include "base/text/npos.hpp"
#include "base/text/text.hpp"
#include "format/movetext/ambiguity_resolver.hpp"
#include "format/movetext/game_tree_builder.hpp"
#include "format/movetext/movetext.hpp"
#include "format/text/csv_table.hpp"
#include "format/text/text_records.hpp"

#include <xq/base/problem_code.hpp>
#include <xq/base/translate.hpp>

#include <algorithm>
#include <charconv>
#include <vector>

namespace xq::format {
namespace {

/// `sep=;`, which Excel writes before the table.
bool names_separator(std::string_view line) noexcept {
  return line.size() == 5 && equal_ignoring_case(line.substr(0, 4), "sep=");
}

/// Whether a cell between quotes goes on behind `line`; `quoted`: one goes on from the line before.
bool ends_in_quotes(std::string_view line, bool quoted, std::string_view separator) noexcept {
  for (std::size_t at = 0; at <= line.size();) {
    if (!quoted) {
      at = std::min(line.find_first_not_of(" =", at), line.size());
      quoted = line.substr(at).starts_with('"');
      const auto next = quoted ? at : line.find(separator, at);
      if (next == npos) {
        return false;
      }
      at = next + (quoted ? 1 : separator.size());
    } else {
      const auto close = line.find('"', at);
      if (close == npos) {
        return true;
      }
      const bool doubled = line.substr(close + 1).starts_with('"');
      quoted = doubled;
      const auto next = doubled ? close + 1 : line.find(separator, close);
      if (next == npos) {
        return false;
      }
      at = next + (doubled ? 1 : separator.size());
    }
  }
  return quoted;
}

/// Length of the first row, of which a cell between quotes may have several lines; that of the
/// first line where a quote is never closed.
std::size_t row_length(std::string_view text, std::string_view separator) noexcept {
  const auto first = std::min(text.find('\n'), text.size());
  auto end = first;
  bool quoted = ends_in_quotes(text.substr(0, end), false, separator);
  while (quoted && end < text.size()) {
    const auto begin = end + 1;
    end = std::min(text.find('\n', begin), text.size());
    quoted = ends_in_quotes(text.substr(std::min(begin, end), end - std::min(begin, end)), true,
                            separator);
  }
  return quoted ? first : end;
}

class CsvParser final : public SliceParser {
public:
  explicit CsvParser(const ReadOptions& options) : m_moves{options}, m_text_moves{options} {}

  void parse(const Slice& slice, record::Game& game) override {
    m_game = &game;
    const auto [text, cut] = begin_game(slice, game, m_report);
    m_text = text;
    m_cut = cut;
    if (slice.heading != m_heading) {
      m_heading = slice.heading;
      m_columns = CsvColumns::of_first_line(m_heading);
    }
    if (m_columns.kind() == CsvColumns::Kind::games) {
      read_game();
    } else {
      read_plies();
    }
    if (!game.usable() && m_columns.has_heading()) {
      keep_heading(slice.text);
    }
  }

private:
  struct Row {
    unsigned turn = 0;
    Color side = Color::red;
    std::string_view move;
    std::string comment;
  };
  class RowsAhead final : public MovesAhead {
  public:
    explicit RowsAhead(const std::vector<Row>& rows) noexcept : m_rows{rows} {}
    [[nodiscard]] std::optional<Token> find(std::size_t place) const override {
      return place < m_rows.size() ? std::optional{Token{m_rows[place].move, place}} : std::nullopt;
    }

  private:
    const std::vector<Row>& m_rows;
  };

  // -- a ply a row
  // ---------------------------------------------------------------------------------

  /// False, with a finding, at the first row that is none.
  bool read_rows() {
    auto text = m_text;
    m_common.clear();
    while (!text.empty()) {
      const auto line = m_columns.row(take_line(text));
      const bool heading = m_columns.has_heading() && line == m_columns.row(m_heading);
      if (!line.empty() && line[0] != '%' && !heading && !read_row(line)) {
        if (!m_cut || !text.empty()) {
          m_report.add(ProblemCode::unknown_token,
                       m_columns.has_heading() ? localized("a row that does not fit the heading")
                                               : localized("a line is game,turn,red or black,move"),
                       line, offset(line));
        }
        return !m_rows.empty();
      }
    }
    return true;
  }

  bool read_row(std::string_view line) {
    split_cells(line, m_cells, m_columns.separator());
    if (m_cells.size() != m_columns.columns().size()) {
      return false;
    }
    Row row;
    const auto turn = cell(CsvMeaning::turn);
    const auto* const end = turn.data() + turn.size();
    const auto parsed = std::from_chars(turn.data(), end, row.turn);
    if (parsed.ec != std::errc{} || parsed.ptr != end) {
      return false;
    }
    if (m_columns.find(CsvMeaning::side)) {
      const auto side = cell(CsvMeaning::side);
      const bool red = side == "red" || side == "r" || side == "w";
      if (!red && side != "black" && side != "b") {
        return false;
      }
      row.side = red ? Color::red : Color::black;
    }
    row.move = cell(CsvMeaning::move);
    if (const auto column = m_columns.find(CsvMeaning::comment)) {
      row.comment = plain(m_cells[*column]);
    }
    keep_common();
    m_rows.push_back(std::move(row));
    return true;
  }

  /// The cells that all rows of the game have in common.
  void keep_common() {
    if (m_rows.empty()) {
      m_common.clear();
      for (const auto& cell : m_cells) {
        m_common.push_back(plain(cell));
      }
      return;
    }
    for (std::size_t i = 0; i < m_cells.size(); ++i) {
      if (m_columns.columns()[i].meaning == CsvMeaning::header && !m_common[i].empty() &&
          m_common[i] != plain(m_cells[i])) {
        m_common[i].clear();
      }
    }
  }

  void play() {
    GameTreeBuilder line;
    line.begin(*m_game);
    line.set_start();
    m_moves.begin();
    const bool has_side = m_columns.find(CsvMeaning::side).has_value();
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
      const auto& row = m_rows[i];
      const MoveReader::Place place{m_report.location(offset(row.move)), line.ply() + 1};
      if (has_side && row.side != line.position().side_to_move()) {
        m_report.add(make_problem(ProblemCode::wrong_side, localized("the other side is to move"),
                                  row.move, place.where, place.ply));
        return;
      }
      auto reading = m_moves.read(line.position(), row.move);
      if (m_moves.find_first_rank(line.position(), reading, RowsAhead{m_rows}, i)) {
        reading = m_moves.read(line.position(), row.move);
      }
      const Move move = m_moves.settle(line.position(), row.move, reading, place, RowsAhead{m_rows},
                                       i + 1, m_report);
      if (!move) {
        return;
      }
      line.play(move);
      line.add_comment(row.comment);
    }
  }

  void read_plies() {
    m_rows.clear();
    if (read_rows()) {
      add_headers();
    }
    // Some tables have Red's moves before Black's.
    std::stable_sort(m_rows.begin(), m_rows.end(), [](const Row& a, const Row& b) {
      return a.turn != b.turn ? a.turn < b.turn : a.side < b.side;
    });
    play();
  }

  /// Give the game a raw text that can be read on its own: the heading, then its rows.
  void keep_heading(std::string_view rows) {
    m_raw = m_heading;
    m_raw += '\n';
    m_raw += rows.substr(0, rows.find(m_heading)); // a reject that was rejected before has the next
    m_game->raw = m_raw;
  }

  // -- a game a row
  // --------------------------------------------------------------------------------

  void read_game() {
    const auto line = m_columns.row(m_text.substr(0, row_length(m_text, m_columns.separator())));
    split_cells(line, m_cells, m_columns.separator());
    if (m_cells.size() != m_columns.columns().size()) {
      if (!m_cut) {
        m_report.add(ProblemCode::unknown_token,
                     localized("a row of {} cells under a heading of {}", m_cells.size(),
                               m_columns.columns().size()),
                     line, offset(line));
      }
      return;
    }
    if (const auto rest = trim(m_text.substr(row_length(m_text, m_columns.separator())));
        !rest.empty() && rest[0] != '%') {
      auto problem = make_problem(ProblemCode::unknown_token,
                                  localized("lines behind a quote without its end are left out"),
                                  rest.substr(0, rest.find('\n')), m_report.location(offset(rest)));
      problem.severity = Severity::warning;
      m_report.add(std::move(problem));
    }
    m_common.clear();
    for (const auto& cell : m_cells) {
      m_common.push_back(plain(cell));
    }
    add_headers();
    const auto fen = cell(CsvMeaning::fen);
    if (!fen.empty() && !set_up_start(fen, offset(fen), *m_game, m_report)) {
      return;
    }
    if (const auto column = m_columns.find(CsvMeaning::comment)) {
      if (const auto comment = trim(m_common[*column]); !comment.empty()) {
        m_game->add_comment(record::root_node, comment);
      }
    }
    const auto moves = cell(CsvMeaning::moves);
    if (moves.empty()) {
      return;
    }
    // MovetextReader reads to the end of its text, so the text ends with the moves.
    const auto at = offset(moves);
    m_text_moves.begin(m_text.substr(0, at + moves.size()), *m_game, m_report);
    const auto result = m_text_moves.read_moves(at, {std::nullopt, !fen.empty(), m_cut});
    if (m_game->result() == record::Result::unknown && result) {
      m_game->set_result(*result);
    }
  }

  // -- both
  // ----------------------------------------------------------------------------------------

  void add_headers() {
    for (std::size_t i = 0; i < m_common.size(); ++i) {
      const auto& [name, meaning] = m_columns.columns()[i];
      std::string_view value = m_common[i];
      if (value.empty() || name.empty()) {
        continue;
      }
      if (meaning == CsvMeaning::result) {
        set_result(value);
        continue;
      }
      if (meaning == CsvMeaning::date) { // `2026-07-07T08:31:02Z`
        value = value.substr(0, value.find('T'));
      }
      if (!m_game->has_tag(name)) {
        m_game->add_tag(name, value);
      }
    }
  }

  void set_result(std::string_view text) {
    const auto result = record::find_outcome(text);
    if (!result) {
      m_report.add(ProblemCode::bad_result, localized("the result is none that is known"), text, 0);
      m_game->add_tag("Result", text);
    }
    m_game->set_result(result.value_or(record::Result::unknown));
  }

  /// A cell of the row in work; empty when there is no such column.
  [[nodiscard]] std::string_view cell(CsvMeaning meaning) const {
    const auto column = m_columns.find(meaning);
    return column ? m_cells[*column].text : std::string_view{};
  }

  static std::string plain(const CsvCell& cell) {
    std::string out{cell.text};
    if (cell.doubled_quotes) {
      for (auto at = out.find("\"\""); at != npos; at = out.find("\"\"", at + 1)) {
        out.erase(at, 1);
      }
    }
    return out;
  }

  [[nodiscard]] std::size_t offset(std::string_view part) const noexcept {
    return part.empty() ? 0 : static_cast<std::size_t>(part.data() - m_text.data());
  }

  MoveReader m_moves;
  MovetextReader m_text_moves;
  Reporter m_report;
  record::Game* m_game = nullptr;
  std::string m_heading;
  std::string m_raw; ///< of a game that cannot be used
  CsvColumns m_columns;
  std::string_view m_text;
  bool m_cut = false;
  std::vector<CsvCell> m_cells;      ///< of the row in work
  std::vector<std::string> m_common; ///< what all rows of the game say
  std::vector<Row> m_rows;
};

} // namespace

bool looks_like_csv(std::string_view text) {
  auto line = trim(take_line(text));
  if (names_separator(line)) {
    line = take_line(text);
  }
  return CsvColumns::of_first_line(line).kind() != CsvColumns::Kind::none;
}

bool CsvSplitter::begins_game(std::string_view line) {
  auto content = trim(skip_blanks(line));
  if (content.empty()) {
    return false;
  }
  if (content[0] == '%') { // the reason why the next game was rejected
    m_id.clear();
    return false;
  }
  if (names_separator(content)) {
    return false;
  }
  if (!m_first_line.empty() && m_columns.kind() == CsvColumns::Kind::games) {
    constexpr int most_lines = 1000; // of a cell
    const bool goes_on = m_in_quotes;
    m_in_quotes = ends_in_quotes(line, goes_on, m_columns.separator()) && m_lines < most_lines;
    m_lines = m_in_quotes ? m_lines + 1 : 0;
    if (goes_on) {
      return false;
    }
  }
  if (m_first_line.empty()) {
    m_first_line = content;
    m_columns = CsvColumns::of_first_line(content);
  }
  const bool rule = content.find_first_not_of("|-: ") == npos; // of Markdown
  if (m_columns.kind() == CsvColumns::Kind::none || rule ||
      (m_columns.has_heading() && content == m_first_line)) {
    return false;
  }
  if (m_columns.kind() == CsvColumns::Kind::games) {
    return true;
  }
  content = m_columns.row(line);
  split_cells(content, m_cells, m_columns.separator());
  const auto column = *m_columns.find(CsvMeaning::id);
  const auto id = column < m_cells.size() ? m_cells[column].text : std::string_view{};
  if (id == m_id && !id.empty()) {
    return false;
  }
  m_id = id;
  return true;
}

std::unique_ptr<SliceParser> make_csv_parser(const ReadOptions& options) {
  return std::make_unique<CsvParser>(options);
}

} // namespace xq::format
