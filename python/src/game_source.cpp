#include "game_source.hpp"

#include "checked_cast.hpp"
#include "game_pipeline.hpp"

#include <xq/base/error.hpp>
#include <xq/sqlite/error.hpp>
#include <xq/store/query.hpp>

#include <algorithm>
#include <filesystem>
#include <utility>

namespace xq::python {
namespace {

bool is_path(const py::handle& value) {
  return py::isinstance<py::str>(value) || py::hasattr(value, "__fspath__");
}

/// `a-b`, `a-` or `-b` of a pair of numbers, of which one may be None.
std::string range_text(const py::tuple& pair) {
  if (pair.size() != 2) {
    throw py::type_error{"a range is a pair of numbers, one of which may be None"};
  }
  const auto bound = [](const py::handle& number) {
    return number.is_none()
               ? std::string{}
               : std::to_string(checked_cast<std::int64_t>(number, "a range has whole numbers"));
  };
  return bound(pair[0]) + "-" + bound(pair[1]);
}

/// A value of a condition as the command line has it.
std::string condition_text(const std::string& name, const py::handle& value) {
  if (py::isinstance<py::str>(value)) {
    return value.cast<std::string>();
  }
  if (py::isinstance<py::int_>(value) || py::hasattr(value, "isoformat")) { // a number, a date
    return py::str(value);
  }
  if (py::isinstance<py::tuple>(value)) {
    return range_text(value.cast<py::tuple>());
  }
  if (py::isinstance<py::list>(value)) {
    std::string list;
    for (const py::handle each : value) {
      list += (list.empty() ? "" : ",") + condition_text(name, each);
    }
    return list;
  }
  throw py::type_error{"the condition " + name + " takes no " +
                       std::string{py::str(py::type::of(value).attr("__name__"))}};
}

} // namespace

DatabaseFile::DatabaseFile(std::string path, bool create) : m_path{std::move(path)} {
  if (exists()) {
    opened();
  } else if (!create) {
    throw sqlite::DbError{m_path +
                          ": there is no such database. With create=True a new one is made."};
  }
}

bool DatabaseFile::exists() const { return std::filesystem::exists(m_path); }

store::GameDatabase& DatabaseFile::opened() {
  return m_database ? *m_database : m_database.emplace(m_path);
}

store::Filter to_filter(const py::kwargs& conditions) {
  std::vector<std::pair<std::string, std::string>> texts;
  std::optional<Position> place;
  bool no_names = false;
  const auto known = store::filters();
  for (const auto& [key, value] : conditions) {
    const auto given = key.cast<std::string>();
    auto name = given;
    std::ranges::replace(name, '_', '-');
    const auto info = std::ranges::find(known, name, &store::FilterInfo::name);
    if (name == "no-names") {
      no_names = checked_cast<bool>(value, "no_names is True or False");
    } else if (info == known.end()) {
      throw py::type_error{"there is no condition on games " + given};
    } else if (value.is_none()) {
      continue;
    } else if (info->value.empty()) {
      if (checked_cast<bool>(value, "such a condition is True or False")) {
        texts.emplace_back(name, "");
      }
    } else if (py::isinstance<Board>(value)) {
      if (name != "position") {
        throw py::type_error{"the condition " + given + " takes no Board"};
      }
      place = to_position(value);
    } else {
      texts.emplace_back(name, condition_text(given, value));
    }
  }
  const std::vector<store::NamedCondition> views{texts.begin(), texts.end()};
  auto filter = store::read_filter(views, place);
  if (no_names) {
    filter.names = std::make_shared<const record::Aliases>();
  }
  return filter;
}

GameSource to_game_source(const py::handle& source) {
  GameSource out;
  if (py::isinstance<DatabaseFile>(source)) {
    out.database = source.cast<DatabasePointer>();
  } else if (is_path(source)) {
    out.files.push_back(to_path(source));
  } else if ((py::isinstance<py::list>(source) || py::isinstance<py::tuple>(source)) &&
             py::len(source) != 0 && std::ranges::all_of(source, is_path)) {
    for (const py::handle path : source) {
      out.files.push_back(to_path(path));
    }
  } else if (py::isinstance<py::iterable>(source)) {
    out.games = py::reinterpret_borrow<py::object>(source);
  } else {
    throw py::type_error{"games are a path, a list of paths, an xq.Database, or an iterable of "
                         "xq.Game"};
  }
  return out;
}

bool is_one_game(const py::object& games) {
  return py::isinstance<record::Game>(games) || py::isinstance<Board>(games);
}

py::iterator games_of(const py::object& games) {
  if (py::isinstance<Board>(games)) {
    record::Game game;
    game.set_start(games.cast<const Board&>().position);
    return py::iter(py::make_tuple(std::make_shared<record::Game>(std::move(game))));
  }
  if (py::isinstance<record::Game>(games)) {
    return py::iter(py::make_tuple(games));
  }
  return py::iter(is_path(games) ? py::module_::import("xq").attr("read")(games)
                                 : py::object{games});
}

} // namespace xq::python
