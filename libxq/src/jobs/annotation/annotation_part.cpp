#include "jobs/annotation/annotation_part.hpp"

#include "sqlite/schema.hpp"
#include "sqlite/sqlite.hpp"

#include <xq/base/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <memory>
#include <optional>
#include <utility>

namespace xq::jobs {

namespace {

std::string shard_text(Shard shard) { return fmt::format("{}/{}", shard.index, shard.count); }

/// A finished part, open for reading.
class PartFile {
public:
  explicit PartFile(const std::string& path)
      : m_db{path, sqlite::Database::Mode::read_only},
        m_value{m_db, "SELECT value FROM part WHERE name = ?"},
        m_games{m_db, "SELECT number, text, page FROM part_game WHERE number > ? "
                      "ORDER BY number LIMIT 1"} {}

  /// Throws DbError for a file that is no part.
  static std::unique_ptr<PartFile> open(const std::string& path) {
    {
      sqlite::Database db{path, sqlite::Database::Mode::read_only};
      sqlite::require(db, sqlite::game_schema());
    }
    return std::make_unique<PartFile>(path);
  }

  [[nodiscard]] std::string value(std::string_view name) {
    auto row = m_value.use();
    return row(name).next() ? std::string{row.text(0)} : std::string{};
  }
  [[nodiscard]] std::uint64_t number(std::string_view name) {
    const auto text = value(name);
    std::uint64_t n = 0;
    std::from_chars(text.data(), text.data() + text.size(), n);
    return n;
  }

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
  sqlite::Statement m_value;
  sqlite::Statement m_games;
};

} // namespace

void begin_part(store::AnnotationJournal& journal, const AnnotationFrame& frame, Shard shard) {
  const auto before = journal.part_value("settings");
  if (!before.empty() &&
      (before != frame.settings || journal.part_value("shard") != shard_text(shard))) {
    throw make_error<UsageError>("the file of -o is part {} of another run ({}): give this part a "
                                 "file of its own",
                                 journal.part_value("shard"), before);
  }
  journal.set_part_value("settings", frame.settings);
  journal.set_part_value("shard", shard_text(shard));
  journal.set_part_value("index", std::to_string(shard.index));
  journal.set_part_value("count", std::to_string(shard.count));
  journal.set_part_value("header", frame.header);
  journal.set_part_value("footer", frame.footer);
  journal.set_part_value("annotator", frame.annotator);
  journal.set_part_value("title", frame.title);
}

void end_part(store::AnnotationJournal& journal, std::uint64_t games) {
  journal.set_part_value("games", std::to_string(games));
  journal.set_part_value("finished", "yes");
}

AnnotationMerge::AnnotationMerge(const std::vector<std::string>& paths) {
  std::map<std::uint64_t, std::string> by_index; // how many there should be is only a claim
  std::uint64_t parts = 0;
  for (const std::string& path : paths) {
    const auto part = PartFile::open(path);
    const auto settings = part->value("settings");
    const auto count = part->number("count");
    const auto index = part->number("index");
    if (settings.empty() || index == 0 || index > count) {
      throw make_error("{}: this is no part of an annotation. Give the files that `xq annotate "
                       "--shard I/N -o PART` wrote.",
                       path);
    }
    if (part->value("finished") != "yes") {
      throw make_error("{}: part {} is not finished. Run its command again.", path,
                       part->value("shard"));
    }
    if (by_index.empty()) {
      parts = count;
      m_frame = {settings, part->value("header"), part->value("footer"), part->value("annotator"),
                 part->value("title")};
      m_games = part->number("games");
    }
    if (settings != m_frame.settings || count != parts || part->number("games") != m_games) {
      throw make_error("{}: part {} was made of another collection or with other options ({}; the "
                       "others: {}). Make it again.",
                       path, part->value("shard"), settings, m_frame.settings);
    }
    const auto [known, is_new] = by_index.emplace(index, path);
    if (!is_new) {
      throw make_error("{}: this is part {} like {}. Give each part once.", path,
                       part->value("shard"), known->second);
    }
  }
  for (std::uint64_t index = 1; index <= parts; ++index) {
    const auto found = by_index.find(index);
    if (found == by_index.end()) {
      throw make_error("part {}/{} is missing. Give all parts.", index, parts);
    }
    m_paths.push_back(std::move(found->second));
  }
}

void AnnotationMerge::for_each(
    const std::function<void(std::string_view text, std::string_view page)>& visit) {
  std::vector<std::unique_ptr<PartFile>> parts;
  for (const std::string& path : m_paths) {
    parts.push_back(std::make_unique<PartFile>(path));
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

} // namespace xq::jobs
