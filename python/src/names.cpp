#include "checked_cast.hpp"
#include "game_source.hpp"

#include <xq/base/atomic_file.hpp>
#include <xq/base/error.hpp>
#include <xq/store/name_proposals.hpp>

#include <fstream>
#include <iterator>
#include <map>

namespace xq::python {
namespace {

using record::Aliases;
using record::NameKind;
/// Names that are one, by section: the first of each is the canonical one.
using Groups = std::map<std::string, std::vector<std::vector<std::string>>>;

NameKind to_kind(const std::string& section) {
  for (const auto kind : record::name_kinds) {
    if (section == record::section(kind)) {
      return kind;
    }
  }
  throw make_error<UsageError>("names are players, events or sites, not \"{}\"", section);
}

Aliases to_aliases(const py::handle& groups) {
  Aliases out;
  for (auto& [section, all] : checked_cast<Groups>(
           groups, "names are a dict of players, events and sites: lists of lists of str")) {
    for (auto& names : all) {
      if (const auto wrong = out.add({.kind = to_kind(section), .names = names})) {
        throw UsageError{wrong->message};
      }
    }
  }
  return out;
}

py::dict to_dict(const Aliases& aliases) {
  py::dict out;
  for (const auto kind : record::name_kinds) {
    out[py::str{std::string{record::section(kind)}}] = py::list{};
  }
  for (const auto& group : aliases.groups()) {
    py::list names;
    for (const auto& name : group.names) {
      names.append(text(name));
    }
    out[py::str{std::string{record::section(group.kind)}}].cast<py::list>().append(names);
  }
  return out;
}

std::string read_file(const std::string& name) {
  std::ifstream in{name, std::ios::binary};
  try {
    if (std::string bytes{std::istreambuf_iterator<char>{in}, {}}; in) {
      return bytes;
    }
  } catch (const std::ios_base::failure&) { // a folder
  }
  throw make_error<FileError>("{}: cannot be read", name);
}

py::dict read_aliases(const py::object& path) {
  const auto name = to_path(path);
  const auto read = long_call([&](SignalWatch&) { return Aliases::read(read_file(name)); });
  if (!read) {
    const auto& first = read.error().front();
    Problem problem;
    problem.message = first.message;
    problem.where.line = first.line;
    raise_read_error({problem, name});
  }
  return to_dict(*read);
}

void write_aliases(const py::object& path, const py::dict& groups) {
  const auto target = to_path(path);
  const auto bytes = to_aliases(groups).text();
  long_call([&](SignalWatch&) {
    AtomicFile file{target};
    file.write(bytes);
    file.commit();
  });
}

py::list evidence_of(const store::ProposedName& name) {
  py::list out;
  using namespace py::literals;
  for (const auto& each : name.evidence) {
    out.append(py::dict("kind"_a = store::to_text(each.kind), "detail"_a = text(each.detail),
                        "count"_a = each.count, "game"_a = each.game));
  }
  return out;
}

py::list names_of(const store::ProposedGroup& group) {
  py::list out;
  using namespace py::literals;
  for (const auto& each : group.names) {
    out.append(py::dict("name"_a = text(each.name), "games"_a = each.games,
                        "first_year"_a = each.first_year, "last_year"_a = each.last_year,
                        "known"_a = each.known, "confidence"_a = each.confidence,
                        "like"_a = text(each.like), "evidence"_a = evidence_of(each)));
  }
  return out;
}

py::list propose_names(const DatabaseFile& file, double min_confidence, bool players, bool events,
                       bool sites, const py::object& known) {
  store::ProposalOptions options{min_confidence, players, events, sites};
  std::optional<Aliases> given;
  if (!known.is_none()) {
    given = to_aliases(known);
  }
  const auto groups = long_call([&](SignalWatch& watch) {
    options.keep_going = [&watch] { return watch(); };
    return store::propose_names(file.path(), given ? *given : store::load_aliases(file.path()),
                                options);
  });
  py::list out;
  using namespace py::literals;
  for (const auto& group : groups) {
    out.append(py::dict("kind"_a = record::section(group.kind), "names"_a = names_of(group)));
  }
  return out;
}

} // namespace

void bind_names(DatabaseClass& c) {
  using namespace py::literals;
  c.def_property(
       "aliases",
       [](const DatabaseFile& file) {
         return to_dict(long_call([&](SignalWatch&) { return store::load_aliases(file.path()); }));
       },
       [](const DatabaseFile& file, const py::object& groups) {
         const auto aliases = to_aliases(groups);
         long_call([&](SignalWatch&) { store::save_aliases(file.path(), aliases); });
       },
       "The names that searches and reports treat as one: a dict of players, events and sites, "
       "each\n"
       "a list of groups, each a list of names, the canonical one first. A new dict each time;\n"
       "giving one replaces all that is there. No game is changed.")
      .def("propose_names", &propose_names, py::kw_only(), "min_confidence"_a = 0.99,
           "players"_a = true, "events"_a = true, "sites"_a = true, "known"_a = py::none(),
           "Names that are likely one, with the reasons, as `xq names --json` has them: dicts of\n"
           "kind (players, events, sites) and names (name, games, first_year, last_year, known,\n"
           "confidence, like, evidence). known: groups as aliases has them, which stay together;\n"
           "None: those of the database.");
}

void bind_alias_files(py::module_& m) {
  using namespace py::literals;
  m.def("read_aliases", &read_aliases, "path"_a,
        "The groups of an alias file (see `xq names`), as Database.aliases takes them. Raises\n"
        "ParseError for a line that is wrong.");
  m.def("write_aliases", &write_aliases, "path"_a, "groups"_a,
        "Write an alias file that `xq names --load` takes.");
}

} // namespace xq::python
