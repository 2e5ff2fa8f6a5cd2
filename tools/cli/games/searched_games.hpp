#pragma once

#include "cli/games/game_source.hpp"
#include "command.hpp"
#include "jobs/search/file_games.hpp"
#include "jobs/search/game_page.hpp"

#include <xq/store/game_database.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>

namespace xq::cli {

/// Games that are looked for, listed and written, wherever they are: those of files are first read
/// into a database of their own. Throws DbError, FileError.
class SearchedGames {
public:
  /// Files are reported as they are read. `filter` is complete; all outlive it.
  SearchedGames(const GameSourceOptions& source, const FilterOptions& filter,
                const GlobalOptions& global, const RejectOptions& rejects,
                const WxfStyleOption& wxf);

  [[nodiscard]] store::GameDatabase& database() noexcept { return *m_database; }
  /// What is asked of that database.
  [[nodiscard]] const store::Filter& filter() const noexcept { return m_filter; }
  /// What is wrong with the files.
  [[nodiscard]] Exit status() const noexcept { return m_status; }
  [[nodiscard]] const std::string& name() const noexcept { return m_name; }
  [[nodiscard]] bool are_from_files() const noexcept { return m_files.has_value(); }

  /// See jobs::choose_page(); PageQuestion::after is a number that people know.
  [[nodiscard]] jobs::GamePage page(const jobs::FoundGames& found,
                                    const jobs::PageQuestion& wanted);
  /// The number of a game that people know: of one in files its place among all that were read.
  [[nodiscard]] std::int64_t number(std::int64_t id) const;
  /// Calls `visit` with games of the database as GameDatabase::read() does; `id` is the number
  /// there, game.number that which people know.
  void read(std::span<const std::int64_t> ids,
            const std::function<bool(record::Game& game, std::int64_t id)>& visit);

  /// That no game matches, and which name was probably meant.
  void say_none();

private:
  Exit read_files(const GameSourceOptions& source, const FilterOptions& filter,
                  const GlobalOptions& global, const RejectOptions& rejects,
                  const WxfStyleOption& wxf);

  std::string m_name;
  store::Filter m_filter;
  std::optional<jobs::FileGames> m_files;
  Exit m_status = Exit::ok;
  std::optional<store::GameDatabase> m_database;
};

} // namespace xq::cli
