#include "cli/games/game_list.hpp"

#include "base/text/json_writer.hpp"
#include "base/text/text.hpp"
#include "cli/talk.hpp"

#include <xq/base/translate.hpp>
#include <xq/record/date.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace xq::cli {

namespace {

using jobs::info;

/// Columns of the screen for which ListColumnInfo::least and widest are meant.
constexpr std::size_t usual_screen = 80;

using enum jobs::ListColumn;

constexpr std::array usual_in_table{game, date,  red, black,   result,
                                    ecco, plies, at,  repeats, event};
constexpr std::array usual_in_csv{game,  date, red,     black, result, ecco,
                                  plies, at,   repeats, event, source};
constexpr std::array usual_in_json{game, event, date, red,     black, result,
                                   ecco, plies, at,   repeats, source};

void write_csv_cell(std::string_view text, std::string& out) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) {
    out += text;
    return;
  }
  out += '"';
  for (const char c : text) {
    out += c;
    out += c == '"' ? "\"" : "";
  }
  out += '"';
}

std::span<const jobs::ListColumn> usual(GameList::Form form) {
  switch (form) {
  case GameList::Form::table:
    return usual_in_table;
  case GameList::Form::csv:
    return usual_in_csv;
  case GameList::Form::json:
    break;
  }
  return usual_in_json;
}

} // namespace

GameList::GameList(Form form, std::span<const jobs::ListColumn> chosen, bool has_at,
                   bool has_repeats, std::size_t screen)
    : m_form{form}, m_screen{screen}, m_chosen{!chosen.empty()} {
  const auto wanted = chosen.empty() ? usual(form) : chosen;
  for (const auto column : wanted) {
    if (m_chosen || ((column != at || has_at) && (column != repeats || has_repeats))) {
      m_columns.push_back(column);
    }
  }
}

GameList::Row GameList::row(const jobs::FoundGame& found) const {
  Row out;
  for (const auto column : m_columns) {
    out.push_back(m_form == Form::table ? jobs::shown_text_of(found, column)
                                        : jobs::text_of(found, column));
    if (column == date && m_form == Form::table) { // in one form, whatever the record has
      auto known = record::normalise_date(out.back());
      out.back() = known.empty() ? std::move(out.back()) : std::move(known);
    }
  }
  return out;
}

void GameList::add(const jobs::FoundGame& found, std::string& out) {
  switch (m_form) {
  case Form::table:
    m_rows.push_back(row(found));
    break;
  case Form::csv:
    begin_csv(out);
    write_csv(row(found), out);
    break;
  case Form::json:
    write_json(found, out);
    break;
  }
}

/// The headings, once.
void GameList::begin_csv(std::string& out) {
  if (std::exchange(m_begun, true)) {
    return;
  }
  Row names;
  for (const auto column : m_columns) {
    names.emplace_back(info(column).name);
  }
  write_csv(names, out);
}

void GameList::write_csv(const Row& row, std::string& out) {
  for (std::size_t i = 0; i < row.size(); ++i) {
    out += i == 0 ? "" : ",";
    write_csv_cell(row[i], out);
  }
  out += '\n';
}

void GameList::write_json(const jobs::FoundGame& found, std::string& out) const {
  JsonWriter json{out};
  json.begin_object();
  for (const auto column : m_columns) {
    jobs::write_member(json, found, column, m_chosen);
  }
  json.end_object();
  out += '\n';
}

/// The widths of the columns, together at most those of the screen with the blanks between them:
/// where that is too much, long texts are cut from the right, then the longest of the names.
std::vector<std::size_t> GameList::fitting_widths() const {
  const auto screen = m_screen;
  constexpr std::size_t long_text = 12; ///< ListColumnInfo::least of texts that are no names
  std::vector<std::size_t> widths(m_columns.size());
  std::size_t all = 0;
  for (std::size_t c = 0; c < m_columns.size(); ++c) {
    for (const Row& row : m_rows) {
      widths[c] = std::max(widths[c], display_width(row[c]));
    }
    all += widths[c] + (all == 0 ? 0 : 2);
  }
  const auto shrink = [&](std::size_t c, std::size_t least) {
    const auto off =
        std::min(all > screen ? all - screen : 0, widths[c] > least ? widths[c] - least : 0);
    widths[c] -= off;
    all -= off;
  };
  const auto least_of =
      [&](std::size_t c) -> std::size_t { // half of it where the screen is a narrow one
    const std::size_t least = info(m_columns[c]).least;
    return screen < usual_screen ? least / 2 : least;
  };
  for (std::size_t c = m_columns.size(); c-- > 0;) {
    if (info(m_columns[c]).least == long_text) {
      shrink(c, least_of(c));
    }
  }
  while (all > screen) {
    std::size_t longest = m_columns.size();
    for (std::size_t c = 0; c < m_columns.size(); ++c) {
      const auto least = least_of(c);
      const bool may = least != 0 && widths[c] > least;
      longest = may && (longest == m_columns.size() || widths[c] > widths[longest]) ? c : longest;
    }
    if (longest == m_columns.size()) {
      break;
    }
    shrink(longest, widths[longest] - 1);
  }
  return widths;
}

void GameList::finish(std::string& out) {
  if (m_form == Form::csv) {
    begin_csv(out);
  }
  if (m_rows.empty()) {
    return;
  }
  Row headings;
  for (const auto column : m_columns) {
    headings.emplace_back(translate(info(column).heading));
  }
  m_rows.insert(m_rows.begin(), std::move(headings));
  for (std::size_t r = 1; r < m_rows.size(); ++r) {
    for (std::size_t c = 0; c < m_columns.size(); ++c) {
      const auto widest =
          info(m_columns[c]).widest * std::max(m_screen, usual_screen) / usual_screen;
      m_rows[r][c] = widest == 0 ? cell(m_rows[r][c]) : cell(m_rows[r][c], widest);
    }
  }
  const auto widths = fitting_widths();
  for (const Row& row : m_rows) {
    std::string line;
    for (std::size_t c = 0; c < m_columns.size(); ++c) {
      const auto text = cell(row[c], widths[c]);
      const std::string blanks(widths[c] - std::min(widths[c], display_width(text)), ' ');
      line += c == 0 ? "" : "  ";
      line += info(m_columns[c]).is_number ? blanks + text : text + blanks;
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out += line;
    out += '\n';
  }
}

} // namespace xq::cli
