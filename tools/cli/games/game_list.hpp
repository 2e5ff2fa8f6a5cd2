#pragma once

#include "jobs/search/list_columns.hpp"
#include "render/document.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace xq::cli {

/// Writes a list of games: a table for people, CSV with a line of headings (RFC 4180, UTF-8, lines
/// that end in a line feed), or a JSON object a line.
class GameList {
public:
  enum class Form : std::uint8_t { table, csv, json };
  /// `chosen`: what is shown, empty for the usual columns; of these `at` and `repeats` only where
  /// `has_at` and `has_repeats`. `screen`: columns of the terminal that a table is for.
  GameList(Form form, std::span<const jobs::ListColumn> chosen, bool has_at, bool has_repeats,
           std::size_t screen);

  /// Append what is to be written now to `out`.
  void add(const jobs::FoundGame& found, std::string& out);
  /// Append what stands at the end to `out`. A table comes here as a whole.
  void finish(std::string& out);

private:
  void begin_csv(std::string& out);

  Form m_form;
  std::vector<jobs::ListColumn> m_columns;
  std::size_t m_screen;
  bool m_chosen;
  bool m_begun = false; ///< the headings of CSV are written
  render::Table m_table;
};

} // namespace xq::cli
