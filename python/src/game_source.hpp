#pragma once

#include "bindings.hpp"
#include "long_call.hpp"

#include <xq/store/game_database.hpp>
#include <xq/store/query.hpp>

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace xq::python {

/// A game database that many Python threads may ask, one after the other.
class DatabaseFile {
public:
  /// Opens the file; with `create` there may be none yet.
  DatabaseFile(std::string path, bool create);

  /// f(store::GameDatabase&) without the GIL; Ctrl-C ends it.
  template <typename F>
  auto ask(F&& f) {
    return long_call([&](SignalWatch& watch) {
      const std::lock_guard lock{m_mutex};
      store::GameDatabase& database = opened();
      const store::KeepGoing watched{database, [&watch] { return watch(); }};
      return f(database);
    });
  }
  [[nodiscard]] const std::string& path() const noexcept { return m_path; }
  [[nodiscard]] bool exists() const;

private:
  store::GameDatabase& opened();

  std::string m_path;
  std::mutex m_mutex;
  std::optional<store::GameDatabase> m_database;
};
using DatabasePointer = std::shared_ptr<DatabaseFile>;
using DatabaseClass = py::class_<DatabaseFile, DatabasePointer>;
/// What xq.Database says of names that are one.
void bind_names(DatabaseClass& c);

/// The conditions of `xq search` by their names, with _ for -. Throws TypeError for a name or a
/// value that is none, UsageError for what a value says.
[[nodiscard]] store::Filter to_filter(const py::kwargs& conditions);

/// Where games come from: paths, a database, or any iterable of xq.Game.
struct GameSource {
  std::vector<std::string> files;
  DatabasePointer database;
  py::object games;
};
/// Throws TypeError.
[[nodiscard]] GameSource to_game_source(const py::handle& source);

/// The usable games of an iterable, with the GIL; returns how many were not usable. Throws
/// TypeError for what is no xq.Game.
template <typename F>
std::uint64_t for_each_game(const py::object& games, F&& f) {
  std::uint64_t rejected = 0;
  for (const py::handle each : games) {
    if (!py::isinstance<record::Game>(each)) {
      throw py::type_error{"games are xq.Game objects"};
    }
    const auto game = each.cast<GamePointer>();
    if (game->usable()) {
      f(*game);
    } else {
      ++rejected;
    }
  }
  return rejected;
}

} // namespace xq::python
