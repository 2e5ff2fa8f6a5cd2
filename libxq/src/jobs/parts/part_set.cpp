#include "jobs/parts/part_set.hpp"

#include "sqlite/schema.hpp"
#include "sqlite/sqlite.hpp"

#include <xq/base/error.hpp>

#include <fmt/core.h>

#include <charconv>
#include <map>

namespace xq::jobs {

namespace {

constexpr std::string_view digest_name = "digest";

std::string shard_text(Shard shard) { return fmt::format("{}/{}", shard.index, shard.count); }
std::string digest_text(std::uint64_t digest) { return fmt::format("{:016x}", digest); }

/// A part, open for reading.
class PartFile {
public:
  /// Throws DbError for a file that is no part.
  explicit PartFile(const std::string& path)
      : m_db{open(path)}, m_value{m_db, "SELECT value FROM part WHERE name = ?"} {}

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
  /// Parts of earlier versions tell no digest, which are of an earlier schema, too.
  [[nodiscard]] bool is_damaged() {
    constexpr int first_schema_with_digests = 7;
    const auto digest = value(digest_name);
    return digest.empty() ? m_db.query_integer("PRAGMA user_version") >= first_schema_with_digests
                          : digest != digest_text(store::journal_digest(m_db));
  }

private:
  static sqlite::Database open(const std::string& path) {
    sqlite::Database db{path, sqlite::Database::Mode::read_only};
    sqlite::require(db, sqlite::game_schema());
    return db;
  }

  sqlite::Database m_db;
  sqlite::Statement m_value;
};

Error no_part(const std::string& path, std::string_view command) {
  return make_error("{}: this is no part of a run. Give the files that `{} --shard I/N -o PART` "
                    "wrote.",
                    path, command);
}

PartFile open_part(const std::string& path, std::string_view command) {
  try {
    return PartFile{path};
  } catch (const sqlite::DbError& error) {
    constexpr int not_a_database = 26; // SQLITE_NOTADB
    if ((error.code() & 0xFF) == not_a_database) {
      throw no_part(path, command);
    }
    throw;
  }
}

} // namespace

std::string part_value(const std::string& path, std::string_view name) {
  return PartFile{path}.value(name);
}

void begin_part(store::AnnotationJournal& journal, std::string_view settings, Shard shard) {
  const auto before = journal.part_value("settings");
  if (!before.empty() && (before != settings || journal.part_value("shard") != shard_text(shard))) {
    throw make_error<UsageError>("the file of -o is part {} of another run ({}): give this part a "
                                 "file of its own",
                                 journal.part_value("shard"), before);
  }
  journal.set_part_value("settings", settings);
  journal.set_part_value("shard", shard_text(shard));
  journal.set_part_value("index", std::to_string(shard.index));
  journal.set_part_value("count", std::to_string(shard.count));
}

void end_part(store::AnnotationJournal& journal, std::uint64_t pieces) {
  journal.set_part_value("games", std::to_string(pieces));
  journal.set_part_value(digest_name, digest_text(journal.digest()));
  journal.set_part_value("finished", "yes");
}

PartSet::PartSet(const std::vector<std::string>& paths, std::string_view command) {
  std::map<std::uint64_t, std::string> by_index; // how many there should be is only a claim
  std::uint64_t parts = 0;
  for (const std::string& path : paths) {
    PartFile part = open_part(path, command);
    const auto settings = part.value("settings");
    const auto count = part.number("count");
    const auto index = part.number("index");
    if (settings.empty() || index == 0 || index > count) {
      throw no_part(path, command);
    }
    if (part.value("finished") != "yes") {
      throw make_error("{}: part {} is not finished. Run its command again.", path,
                       part.value("shard"));
    }
    if (part.is_damaged()) {
      throw make_error("{}: part {} is not as it was written. Make it again.", path,
                       part.value("shard"));
    }
    if (by_index.empty()) {
      parts = count;
      m_settings = settings;
      m_pieces = part.number("games");
    }
    if (settings != m_settings || count != parts || part.number("games") != m_pieces) {
      throw make_error("{}: part {} was made of another collection or with other options ({}; the "
                       "others: {}). Make it again.",
                       path, part.value("shard"), settings, m_settings);
    }
    const auto [known, is_new] = by_index.emplace(index, path);
    if (!is_new) {
      throw make_error("{}: this is part {} like {}. Give each part once.", path,
                       part.value("shard"), known->second);
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

} // namespace xq::jobs
