#include "cli/games/game_list.hpp"

#include "cli/talk.hpp"
#include "jobs/answer/write.hpp"

#include <xq/record/game.hpp>

#include <array>
#include <utility>

namespace xq::cli {

namespace {

using jobs::info;

using enum jobs::ListColumn;

constexpr std::array usual_in_table{game, date,  red, black,   result,
                                    ecco, plies, at,  repeats, event};
constexpr std::array usual_in_csv{game,  date, red,     black, result, ecco,
                                  plies, at,   repeats, event, source};
constexpr std::array usual_in_json{game, event, date, red,     black, result,
                                   ecco, plies, at,   repeats, source};

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

void GameList::add(const jobs::FoundGame& found, std::string& out) {
  switch (m_form) {
  case Form::table: {
    auto& row = m_table.rows.emplace_back();
    for (const auto column : m_columns) {
      const auto& field = info(column).field;
      row.push_back(jobs::shown_text(field, field.get(found)));
    }
    break;
  }
  case Form::csv: {
    begin_csv(out);
    std::vector<std::string> cells;
    for (const auto column : m_columns) {
      cells.push_back(jobs::plain_text(info(column).field.get(found)));
    }
    jobs::append_csv(out, cells);
    break;
  }
  case Form::json:
    JsonWriter json{out};
    json.begin_object();
    for (const auto column : m_columns) {
      jobs::write_member(json, found, column, m_chosen);
    }
    json.end_object();
    out += '\n';
    break;
  }
}

/// The headings, once.
void GameList::begin_csv(std::string& out) {
  if (std::exchange(m_begun, true)) {
    return;
  }
  std::vector<std::string> names;
  for (const auto column : m_columns) {
    names.emplace_back(info(column).option);
  }
  jobs::append_csv(out, names);
}

void GameList::finish(std::string& out) {
  if (m_form == Form::csv) {
    begin_csv(out);
  }
  for (const auto column : m_columns) {
    auto& shown = m_table.columns.emplace_back(jobs::column_of(info(column).field));
    shown.spare = shown.spare && !m_chosen; // what was asked for stays
  }
  out += render::table_text(m_table, m_screen, table_columns() != std::string::npos);
}

} // namespace xq::cli
