#pragma once

#include "sqlite/sqlite.hpp"

#include <xq/record/game.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace xq::store {

/// A study: games that people look at and change together.
struct Study {
  std::string id;       ///< everybody may know it
  std::string read_key; ///< secrets
  std::string write_key;
  std::string name;
  std::int64_t version = 0; ///< changes with everything in it
};

/// A game of a study.
struct Chapter {
  std::int64_t number = 0; ///< within the study, never given twice
  std::string name;
  std::int64_t version = 0;
  std::int64_t game = 0; ///< game.id
};

/// A game database whose games are the chapters of studies: all that reads game databases reads it.
/// Which game belongs to which study and in which order is said by tables of its own (study,
/// study_chapter, study_order). Every change is one transaction, on the disk when the function
/// returns. Functions throw DbError (BusyError while another program writes). For one thread at a
/// time.
class StudyFile {
public:
  /// Makes the file when it is not there.
  explicit StudyFile(const std::string& path);

  [[nodiscard]] std::int64_t count();
  [[nodiscard]] std::optional<Study> find(std::string_view id);
  /// The chapters of a study, in their order.
  [[nodiscard]] std::vector<Chapter> chapters(std::string_view id);
  /// False when there is no such game.
  [[nodiscard]] bool read(const Chapter& chapter, record::Game& game);

  void create(const Study& study);
  void rename(std::string_view id, std::string_view name);
  /// Removes a study with its games.
  void remove(std::string_view id);

  /// A new chapter at the end.
  Chapter add(const Study& study, std::string_view name, const record::Game& game);
  /// The chapter as it is now, unless it has another version than `version` already: nothing then.
  std::optional<Chapter> save(const Study& study, std::int64_t number, std::int64_t version,
                              std::string_view name, const record::Game& game);
  /// Puts a chapter before the chapter `next`, or at the end for 0. False when there are not both.
  bool place_before(std::string_view id, std::int64_t number, std::int64_t next);
  /// False when it has another version.
  bool remove(const Study& study, std::int64_t number, std::int64_t version);

private:
  [[nodiscard]] std::optional<Chapter> chapter(std::string_view id, std::int64_t number);
  void write(const Study& study, const Chapter& chapter, const record::Game& game);
  void touch(std::string_view id);

  sqlite::Database m_db;
};

} // namespace xq::store
