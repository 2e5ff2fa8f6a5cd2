#include "jobs/parts/part_set.hpp"
#include "sqlite/sqlite.hpp"
#include "store/annotation_journal.hpp"

#include <xq/annotation.hpp>
#include <xq/base/error.hpp>

#include <memory>

namespace xq {

using namespace jobs;

namespace {

/// The games of a part, one after another.
class PartGames {
public:
  explicit PartGames(const std::string& path)
      : m_db{path, sqlite::Database::Mode::read_only},
        m_games{m_db, "SELECT number, text, page FROM part_game WHERE number > ? "
                      "ORDER BY number LIMIT 1"} {}

  /// Call `visit` with the next game; false when its number is another than `number`.
  bool next(std::uint64_t number,
            const std::function<void(std::string_view, std::string_view)>& visit) {
    auto row = m_games.use();
    if (!row(number - 1).next() || static_cast<std::uint64_t>(row.integer(0)) != number) {
      return false;
    }
    visit(row.blob(1), row.text(2));
    return true;
  }

private:
  sqlite::Database m_db;
  sqlite::Statement m_games;
};

} // namespace

AnnotationMerge::AnnotationMerge(const std::vector<std::string>& paths, std::string_view command) {
  const PartSet parts{paths, command};
  m_paths = parts.paths();
  m_games = parts.pieces();
  const auto value = [this](std::string_view name) { return part_value(m_paths.front(), name); };
  m_frame = {parts.settings(), value("header"), value("footer"), value("annotator"),
             value("title")};
}

void AnnotationMerge::for_each(
    const std::function<void(std::string_view text, std::string_view page)>& visit) {
  std::vector<std::unique_ptr<PartGames>> parts;
  for (const std::string& path : m_paths) {
    parts.push_back(std::make_unique<PartGames>(path));
  }
  for (std::uint64_t number = 1; number <= m_games; ++number) {
    const auto at = static_cast<std::size_t>((number - 1) % m_paths.size());
    if (!parts[at]->next(number, visit)) {
      throw make_error("{}: game {} is missing. Make this part again.", m_paths[at], number);
    }
  }
}

void AnnotationMerge::copy_answers(const std::string& journal, const std::string& identity) const {
  store::AnnotationJournal target{journal, identity};
  for (const std::string& path : m_paths) {
    target.take_from(path);
  }
}

} // namespace xq
