#include "format/text/csv_table.hpp"

#include "base/text/ascii.hpp"
#include "base/text/text.hpp"

#include <xq/record/result.hpp>

#include <algorithm>
#include <array>

namespace xq::format {
namespace {

using record::Result;
constexpr auto npos = std::string_view::npos;
constexpr std::size_t most_columns = 256;

struct Known {
  std::string_view name; ///< small letters without blanks, `_` and `-`
  CsvMeaning meaning;
  std::string_view header; ///< of the game
};
constexpr auto known_columns = std::to_array<Known>({
    {"gameid", CsvMeaning::id, "Id"},
    {"game", CsvMeaning::id, "Id"},
    {"id", CsvMeaning::id, "Id"},
    {"turn", CsvMeaning::turn, ""},
    {"moveindex", CsvMeaning::turn, ""},
    {"movenumber", CsvMeaning::turn, ""},
    {"ply", CsvMeaning::turn, ""},
    {"side", CsvMeaning::side, ""},
    {"color", CsvMeaning::side, ""},
    {"move", CsvMeaning::move, ""},
    {"moves", CsvMeaning::moves, ""},
    {"movelist", CsvMeaning::moves, ""},
    {"fen", CsvMeaning::fen, ""},
    {"result", CsvMeaning::result, "Result"},
    {"outcome", CsvMeaning::result, "Result"},
    {"date", CsvMeaning::date, "Date"},
    {"timestamp", CsvMeaning::date, "Date"},
    {"comment", CsvMeaning::comment, ""},
    {"remark", CsvMeaning::comment, ""},
    {"red", CsvMeaning::header, "Red"},
    {"redplayer", CsvMeaning::header, "Red"},
    {"redteam", CsvMeaning::header, "RedTeam"},
    {"redelo", CsvMeaning::header, "RedElo"},
    {"redelobefore", CsvMeaning::header, "RedElo"},
    {"redrating", CsvMeaning::header, "RedElo"},
    {"black", CsvMeaning::header, "Black"},
    {"blackplayer", CsvMeaning::header, "Black"},
    {"blackteam", CsvMeaning::header, "BlackTeam"},
    {"blackelo", CsvMeaning::header, "BlackElo"},
    {"blackelobefore", CsvMeaning::header, "BlackElo"},
    {"blackrating", CsvMeaning::header, "BlackElo"},
    {"event", CsvMeaning::header, "Event"},
    {"site", CsvMeaning::header, "Site"},
    {"place", CsvMeaning::header, "Site"},
    {"round", CsvMeaning::header, "Round"},
    {"title", CsvMeaning::header, "Title"},
    {"name", CsvMeaning::header, "Title"},
    {"opening", CsvMeaning::header, "Opening"},
    {"ecco", CsvMeaning::header, "ECCO"},
    {"timecontrol", CsvMeaning::header, "TimeControl"},
    {"gamestatus", CsvMeaning::header, "Termination"},
    {"termination", CsvMeaning::header, "Termination"},
});

std::string squeezed(std::string_view text) {
  std::string out = lower(text);
  out.erase(std::remove_if(out.begin(), out.end(),
                           [](char c) { return c == ' ' || c == '_' || c == '-'; }),
            out.end());
  return out;
}

bool is_side(std::string_view text) noexcept {
  return text == "red" || text == "r" || text == "w" || text == "black" || text == "b";
}

} // namespace

void split_cells(std::string_view line, std::vector<CsvCell>& cells) {
  cells.clear();
  while (true) {
    const auto indent = line.find_first_not_of(" \t");
    CsvCell cell;
    std::size_t end = 0;
    if (indent != npos && line[indent] == '"') {
      auto close = line.find('"', indent + 1);
      while (close != npos && line.substr(close + 1).starts_with('"')) {
        cell.doubled_quotes = true;
        close = line.find('"', close + 2);
      }
      close = std::min(close, line.size());
      cell.text = trim(line.substr(indent + 1, close - indent - 1));
      end = line.find(',', close);
    } else {
      end = line.find(',');
      cell.text = trim(line.substr(0, end));
    }
    cells.push_back(cell);
    if (end == npos) {
      return;
    }
    line.remove_prefix(end + 1);
  }
}

CsvColumns CsvColumns::of_first_line(std::string_view line) {
  CsvColumns out;
  out.read_heading(line);
  if (out.m_kind == Kind::none) {
    std::vector<CsvCell> cells;
    split_cells(line, cells);
    if (cells.size() == 4 && is_number(cells[1].text) && is_side(cells[2].text)) {
      out.read_heading("gameID,turn,side,move");
      out.m_has_heading = false;
    }
  }
  return out;
}

void CsvColumns::read_heading(std::string_view line) {
  m_columns.clear();
  std::vector<CsvCell> cells;
  split_cells(line, cells);
  if (cells.size() < 2 || cells.size() > most_columns) {
    return;
  }
  for (const auto& cell : cells) {
    const auto name = squeezed(cell.text);
    const auto* const known = std::find_if(known_columns.begin(), known_columns.end(),
                                           [&](const Known& k) { return k.name == name; });
    Column column{std::string{cell.text}, CsvMeaning::header};
    if (known != known_columns.end() &&
        (known->meaning == CsvMeaning::header || !find(known->meaning))) {
      column = {std::string{known->header}, known->meaning};
    }
    m_columns.push_back(std::move(column));
  }
  const auto has = [&](CsvMeaning meaning) { return find(meaning).has_value(); };
  const auto names = [&](std::string_view header) {
    return std::any_of(m_columns.begin(), m_columns.end(),
                       [&](const Column& c) { return c.name == header; });
  };
  // Tables of other things have a column of that name, too.
  if (has(CsvMeaning::move) && has(CsvMeaning::id) && has(CsvMeaning::turn)) {
    m_kind = Kind::plies;
  } else if (has(CsvMeaning::fen) || (has(CsvMeaning::moves) && (has(CsvMeaning::result) ||
                                                                 names("Red") || names("Black")))) {
    m_kind = Kind::games;
  }
}

std::optional<std::size_t> CsvColumns::find(CsvMeaning meaning) const noexcept {
  const auto found = std::find_if(m_columns.begin(), m_columns.end(),
                                  [&](const Column& c) { return c.meaning == meaning; });
  return found == m_columns.end()
             ? std::nullopt
             : std::optional{static_cast<std::size_t>(found - m_columns.begin())};
}

std::optional<Result> find_outcome(std::string_view text) {
  struct Word {
    std::string_view text;
    Result result;
  };
  constexpr auto words = std::to_array<Word>({{"redwins", Result::red_wins},
                                              {"redwon", Result::red_wins},
                                              {"red", Result::red_wins},
                                              {"blackwins", Result::black_wins},
                                              {"blackwon", Result::black_wins},
                                              {"black", Result::black_wins},
                                              {"draw", Result::draw},
                                              {"drawn", Result::draw}});
  const auto word = squeezed(text);
  const auto* const found =
      std::find_if(words.begin(), words.end(), [&](const Word& w) { return w.text == word; });
  return found == words.end() ? record::find_result(text) : std::optional{found->result};
}

} // namespace xq::format
