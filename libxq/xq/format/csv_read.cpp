#include <xq/base/text.hpp>
#include <xq/format/line_of_play.hpp>
#include <xq/format/look_ahead.hpp>
#include <xq/format/text_records.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <vector>

namespace xq::format {
namespace {

constexpr auto npos = std::string_view::npos;
constexpr std::string_view first_column = "gameID";

struct Row {
  std::string_view game;
  unsigned turn = 0;
  Color side = Color::red;
  std::string_view move;
};

/// A line as a row, unless it is something else.
std::optional<Row> row_of(std::string_view line) noexcept {
  std::array<std::string_view, 4> fields;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const auto comma = line.find(',');
    if ((comma == npos) != (i + 1 == fields.size())) {
      return std::nullopt;
    }
    fields[i] = trim(line.substr(0, comma));
    line.remove_prefix(comma == npos ? line.size() : comma + 1);
  }
  Row row;
  const auto* const end = fields[1].data() + fields[1].size();
  const auto parsed = std::from_chars(fields[1].data(), end, row.turn);
  const bool red = fields[2] == "red" || fields[2] == "r" || fields[2] == "w";
  const bool black = fields[2] == "black" || fields[2] == "b";
  if (parsed.ec != std::errc{} || parsed.ptr != end || (!red && !black)) {
    return std::nullopt;
  }
  row.side = red ? Color::red : Color::black;
  row.move = fields[3];
  row.game = fields[0];
  return row;
}

class CsvParser final : public SliceParser {
public:
  explicit CsvParser(const ReadOptions& options) : m_moves{options} {}

  void parse(const Slice& slice, record::Game& game) override {
    m_text = begin_game(slice, game, m_report).text;
    m_rows.clear();
    m_id = {};
    read_rows();
    game.add_tag("Id", m_id);
    // Some tables have Red's moves before Black's.
    std::stable_sort(m_rows.begin(), m_rows.end(), [](const Row& a, const Row& b) {
      return a.turn != b.turn ? a.turn < b.turn : a.side < b.side;
    });
    play(game);
  }

private:
  class RowsAhead final : public MovesAhead {
  public:
    explicit RowsAhead(const std::vector<Row>& rows) noexcept : m_rows{rows} {}
    [[nodiscard]] std::optional<Token> find(std::size_t place) const override {
      return place < m_rows.size() ? std::optional{Token{m_rows[place].move, place}} : std::nullopt;
    }

  private:
    const std::vector<Row>& m_rows;
  };

  void read_rows() {
    auto text = m_text;
    while (!text.empty()) {
      const auto end = std::min(text.find('\n'), text.size());
      const auto line = trim(text.substr(0, end));
      text.remove_prefix(std::min(end + 1, text.size()));
      if (!line.empty() && !line.starts_with(first_column) && !read_row(line)) {
        m_report.add(ProblemCode::unknown_token, "a line is game,turn,red or black,move", line,
                     offset(line));
        return;
      }
    }
  }

  bool read_row(std::string_view line) {
    const auto row = row_of(line);
    if (row) {
      m_id = row->game;
      m_rows.push_back(*row);
    }
    return row.has_value();
  }

  void play(record::Game& game) {
    LineOfPlay line;
    line.begin(game);
    line.set_start();
    m_moves.begin();
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
      const auto& row = m_rows[i];
      const MoveReader::Place place{m_report.location(offset(row.move)), line.ply() + 1};
      if (row.side != line.position().side_to_move()) {
        m_report.add(make_problem(ProblemCode::wrong_side, "the other side is to move", row.move,
                                  place.where, place.ply));
        return;
      }
      const Move move =
          m_moves.settle(line.position(), row.move, m_moves.read(line.position(), row.move), place,
                         RowsAhead{m_rows}, i + 1, m_report);
      if (!move) {
        return;
      }
      line.play(move);
    }
  }

  [[nodiscard]] std::size_t offset(std::string_view part) const noexcept {
    return part.empty() ? 0 : static_cast<std::size_t>(part.data() - m_text.data());
  }

  MoveReader m_moves;
  Reporter m_report;
  std::string_view m_text;
  std::string_view m_id;
  std::vector<Row> m_rows;
};

} // namespace

bool looks_like_csv(std::string_view line) noexcept {
  return line.starts_with("gameID,turn,side,move") || row_of(line).has_value();
}

bool CsvSplitter::begins_game(std::string_view line) {
  const auto content = skip_blanks(line);
  if (content.empty() || content.starts_with(first_column)) {
    return false;
  }
  const auto id = trim(content.substr(0, content.find(',')));
  if (id == m_id) {
    return false;
  }
  m_id = id;
  return true;
}

std::unique_ptr<SliceParser> make_csv_parser(const ReadOptions& options) {
  return std::make_unique<CsvParser>(options);
}

} // namespace xq::format
