#include "format/text/csv_table.hpp"

#include "base/text/ascii.hpp"
#include "base/text/npos.hpp"
#include "base/text/text.hpp"
#include "format/shared/header_name.hpp"

#include <algorithm>
#include <array>

namespace xq::format {
namespace {

constexpr std::size_t most_columns = 256;
constexpr auto separators = std::to_array<std::string_view>({",", ";", "\t", "，", "；", "|"});

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
    {"moveslist", CsvMeaning::moves, ""},
    {"movesuci", CsvMeaning::moves, ""},
    {"ucimoves", CsvMeaning::moves, ""},
    {"pgn", CsvMeaning::moves, ""},
    {"history", CsvMeaning::moves, ""},
    {"fen", CsvMeaning::fen, ""},
    {"result", CsvMeaning::result, "Result"},
    {"outcome", CsvMeaning::result, "Result"},
    {"winner", CsvMeaning::result, "Result"},
    {"gameresult", CsvMeaning::result, "Result"},
    {"winnerside", CsvMeaning::result, "Result"},
    {"movetext", CsvMeaning::moves, ""},
    {"notation", CsvMeaning::moves, ""},
    {"start", CsvMeaning::fen, ""},
    {"startfen", CsvMeaning::fen, ""},
    {"initialfen", CsvMeaning::fen, ""},
    {"position", CsvMeaning::fen, ""},
    {"date", CsvMeaning::date, "Date"},
    {"timestamp", CsvMeaning::date, "Date"},
    {"comment", CsvMeaning::comment, ""},
    {"remark", CsvMeaning::comment, ""},
    {"white", CsvMeaning::header, "Red"},
    {"whiteplayer", CsvMeaning::header, "Red"},
    {"whitename", CsvMeaning::header, "Red"},
    {"whiteelo", CsvMeaning::header, "RedElo"},
    {"whiterating", CsvMeaning::header, "RedElo"},
    {"whiteteam", CsvMeaning::header, "RedTeam"},
    {"red", CsvMeaning::header, "Red"},
    {"redname", CsvMeaning::header, "Red"},
    {"blackname", CsvMeaning::header, "Black"},
    {"tournament", CsvMeaning::header, "Event"},
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

void split_cells(std::string_view line, std::vector<CsvCell>& cells, std::string_view separator) {
  cells.clear();
  while (true) {
    auto indent = line.find_first_not_of(separator == "\t" ? " " : " \t");
    if (indent != npos && line.substr(indent).starts_with("=\"")) { // a formula of Excel
      ++indent;
    }
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
      end = line.find(separator, close);
    } else {
      end = line.find(separator);
      cell.text = trim(line.substr(0, end));
    }
    cells.push_back(cell);
    if (end == npos) {
      return;
    }
    line.remove_prefix(end + separator.size());
  }
}

CsvColumns CsvColumns::of_first_line(std::string_view line) {
  CsvColumns out;
  out.m_bar_before = trim(line).starts_with('|');
  out.m_bar_behind = trim(line).ends_with('|');
  for (const auto separator : separators) {
    out.m_separator = separator;
    out.read_heading(out.row(line));
    if (out.m_kind != Kind::none) {
      return out;
    }
  }
  std::vector<CsvCell> cells;
  for (const auto separator : separators) {
    split_cells(line, cells, separator);
    if (cells.size() == 4 && is_number(cells[1].text) && is_side(cells[2].text)) {
      out.m_separator = ",";
      out.read_heading("gameID,turn,side,move");
      out.m_separator = separator;
      out.m_has_heading = false;
      return out;
    }
  }
  out.m_separator = separators.front();
  return out;
}

std::string_view CsvColumns::row(std::string_view line) const noexcept {
  if (m_separator == "|") { // Markdown has one at both ends, too
    line = trim(line);
    line.remove_prefix(m_bar_before && line.starts_with('|') ? 1 : 0);
    line.remove_suffix(m_bar_behind && line.ends_with('|') ? 1 : 0);
    return trim(line);
  }
  if (m_separator != "\t") {
    return trim(line);
  }
  while (line.ends_with('\r') || line.ends_with('\n')) {
    line.remove_suffix(1);
  }
  return trim(line).empty() ? std::string_view{} : line;
}

std::optional<KnownColumn> known_column(std::string_view name) {
  const auto plain = squeezed(name);
  const auto* const known = std::find_if(known_columns.begin(), known_columns.end(),
                                         [&](const Known& k) { return k.name == plain; });
  if (known != known_columns.end()) {
    return KnownColumn{known->meaning, known->header};
  }
  const auto header = header_of_chinese(name);
  if (header.empty()) {
    return std::nullopt;
  }
  const auto meaning = header == "Moves"                         ? CsvMeaning::moves
                       : header == "FEN" || header == "Position" ? CsvMeaning::fen
                       : header == "Result"                      ? CsvMeaning::result
                       : header == "Date"                        ? CsvMeaning::date
                                                                 : CsvMeaning::header;
  const bool read = meaning == CsvMeaning::moves || meaning == CsvMeaning::fen;
  return KnownColumn{meaning, read ? std::string_view{} : header};
}

void CsvColumns::read_heading(std::string_view line) {
  m_columns.clear();
  std::vector<CsvCell> cells;
  split_cells(line, cells, m_separator);
  if (cells.size() < 2 || cells.size() > most_columns) {
    return;
  }
  for (const auto& cell : cells) {
    const auto known = known_column(cell.text);
    Column column{std::string{cell.text}, CsvMeaning::header};
    if (known && (known->meaning == CsvMeaning::header || !find(known->meaning))) {
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

} // namespace xq::format
