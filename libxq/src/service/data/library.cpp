#include "service/data/library.hpp"

#include "base/os/path.hpp"
#include "base/text/text.hpp"
#include "service/http.hpp"

#include <xq/base/translate.hpp>

#include <algorithm>
#include <filesystem>
#include <set>

namespace xq::service {

namespace {

/// A request should not wait long for a program that changes the file: the client may ask again.
constexpr int busy_milliseconds = 200;

void require_state(const std::string& path, const FileState& state) {
  if (state_of(path) != state) {
    throw make_error<FileChanged>("{}: was replaced just now. Ask again.", path);
  }
}

/// make(), and nothing has happened to the file until it is open.
template <typename T, typename Make>
std::unique_ptr<T> open_unchanged(const std::string& path, const FileState& state, Make&& make) {
  std::unique_ptr<T> made = make();
  require_state(path, state);
  return made;
}

/// Names of files, made different from each other.
class Names {
public:
  std::string add(const std::string& path) {
    const auto stem = os::name_of(os::path_of(path).stem());
    auto name = stem;
    for (int n = 2; !m_taken.insert(name).second; ++n) {
      name = fmt::format("{}-{}", stem, n);
    }
    return name;
  }

private:
  std::set<std::string> m_taken;
};

/// Null when nothing is served and no name was given. `refusal` says that there is none of that
/// name.
template <typename List>
auto find_by_name(const List& list, std::string_view name, std::string (*refusal)(std::string_view))
    -> decltype(list.front().get()) {
  if (name.empty()) {
    return list.empty() ? nullptr : list.front().get();
  }
  for (const auto& served : list) {
    if (served->name() == name) {
      return served.get();
    }
  }
  throw HttpError{404, refusal(excerpt(name, 60))};
}

std::string no_database(std::string_view name) {
  return localized("There is no database called {}. GET /about lists them.", name);
}

std::string no_book(std::string_view name) {
  return localized("There is no book called {}. GET /about lists them.", name);
}

template <typename File>
std::shared_ptr<File> file_of(Served<File>* served) {
  return served == nullptr ? nullptr : served->now();
}

template <typename File>
std::optional<std::shared_ptr<File>> file_at_once(Served<File>* served) {
  if (served == nullptr) {
    return std::shared_ptr<File>{};
  }
  auto file = served->now_at_once();
  return file == nullptr ? std::nullopt : std::optional{std::move(file)};
}

} // namespace

GameReader::GameReader(const std::string& path)
    : games{path, busy_milliseconds},
      index{games.sqlite()},
      values{games},
      moves{games.sqlite(), "SELECT start_fen, moves FROM game WHERE id = ?"} {}

GameFile::GameFile(std::string path, std::string name, const FileState& state,
                   const GameTable::Limits& limits)
    : m_path{std::move(path)},
      m_name{std::move(name)},
      m_state{state},
      m_digest{state.digest()},
      m_limits{limits},
      m_readers{[path = m_path, state] {
        return open_unchanged<GameReader>(path, state,
                                          [&] { return std::make_unique<GameReader>(path); });
      }} {
  const Lease reader{m_readers}; // throws if it cannot be read
}

void GameFile::require_unchanged() const { require_state(m_path, m_state); }

const GameTable& GameFile::table() {
  if (!m_has_table) {
    const std::lock_guard lock{m_table_mutex};
    if (m_table == nullptr) {
      const Lease reader{m_readers};
      m_table = std::make_unique<const GameTable>(reader->games.sqlite(), m_limits);
      m_has_table = true;
    }
  }
  return *m_table;
}

const RepeatedGames& GameFile::repeated() {
  const GameTable& all = table();
  const std::lock_guard lock{m_repeated_mutex};
  if (m_repeated == nullptr) {
    m_repeated = std::make_unique<const RepeatedGames>(all);
  }
  return *m_repeated;
}

void GameFile::leave_out_games_of(GameFile& other, std::span<const std::uint32_t> others,
                                  std::vector<std::uint32_t>& games) {
  const RepeatedGames& own_groups = repeated();
  const RepeatedGames& other_groups = other.repeated();
  std::shared_ptr<const GamesOfBoth> both;
  {
    const std::lock_guard lock{m_both_mutex};
    auto& known = m_both[other.name()];
    if (known.games == nullptr || known.digest != other.digest()) {
      known = {other.digest(), std::make_shared<const GamesOfBoth>(table(), own_groups,
                                                                   other.table(), other_groups)};
    }
    both = known.games;
  }
  both->leave_out(own_groups, other_groups, others, games);
}

GameFile::Summary GameFile::summary() {
  if (m_has_table) {
    const auto [from, until] = table().years();
    return {table().size(), from, until};
  }
  const Lease reader{m_readers};
  sqlite::Statement dates{reader->games.sqlite(),
                          "SELECT count(*), min(year), max(year) FROM (SELECT CASE WHEN "
                          "date / 10000 BETWEEN 1500 AND 2100 THEN date / 10000 END AS year "
                          "FROM game)"}; // record::plausible_year()
  auto row = dates.use();
  static_cast<void>(row.next());
  const auto year = [&](int column) {
    return row.is_null(column) ? std::string{} : std::to_string(row.integer(column));
  };
  return {row.number<std::size_t>(0), year(1), year(2)};
}

BookFile::BookFile(std::string path, std::string name, const FileState& state)
    : m_name{std::move(name)}, m_digest{state.digest()}, m_readers{[path = std::move(path), state] {
        return open_unchanged<book::Book>(path, state,
                                          [&] { return std::make_unique<book::Book>(path); });
      }} {
  const Lease reader{m_readers};
  m_info = reader->info();
}

Library::Library(const std::vector<std::string>& databases, const std::vector<std::string>& books,
                 const GameTable::Limits& limits) {
  Names database_names;
  for (const auto& path : databases) {
    const auto name = database_names.add(path);
    m_databases.push_back(
        std::make_unique<Served<GameFile>>(path, name, [=](const FileState& state) {
          return std::make_shared<GameFile>(path, name, state, limits);
        }));
  }
  Names book_names;
  for (const auto& path : books) {
    const auto name = book_names.add(path);
    m_books.push_back(std::make_unique<Served<BookFile>>(path, name, [=](const FileState& state) {
      return std::make_shared<BookFile>(path, name, state);
    }));
  }
}

bool Library::is_warm() const {
  return std::all_of(m_databases.begin(), m_databases.end(),
                     [](const Database& served) {
                       const auto file = served->now_at_once();
                       return file != nullptr && file->has_table();
                     }) &&
         std::all_of(m_books.begin(), m_books.end(),
                     [](const Book& served) { return served->now_at_once() != nullptr; });
}

void Library::warm() const noexcept {
  for (const auto& served : m_databases) {
    try {
      static_cast<void>(served->now()->repeated()); // and the table
    } catch (...) {                                 // an answer will tell
    }
  }
}

std::shared_ptr<GameFile> Library::database(std::string_view name) const {
  return file_of(find_by_name(m_databases, name, no_database));
}

std::shared_ptr<BookFile> Library::book(std::string_view name) const {
  return file_of(find_by_name(m_books, name, no_book));
}

std::vector<std::shared_ptr<GameFile>> Library::databases_before(std::string_view name) const {
  std::vector<std::shared_ptr<GameFile>> out;
  if (name.empty()) { // the first one
    return out;
  }
  for (const auto& served : m_databases) {
    if (served->name() == name) {
      break;
    }
    out.push_back(served->now());
  }
  return out;
}

std::optional<std::shared_ptr<GameFile>> Library::database_at_once(std::string_view name) const {
  return file_at_once(find_by_name(m_databases, name, no_database));
}

std::optional<std::shared_ptr<BookFile>> Library::book_at_once(std::string_view name) const {
  return file_at_once(find_by_name(m_books, name, no_book));
}

} // namespace xq::service
