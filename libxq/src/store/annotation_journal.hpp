#pragma once

#include "sqlite/sqlite.hpp"

#include <array>
#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace xq::store {

/// What identifies an evaluation; see table evaluation.
struct EvaluationKey {
  std::uint64_t key = 0;
  std::uint64_t lock = 0;
  std::uint64_t context = 0;

  friend bool operator==(const EvaluationKey&, const EvaluationKey&) = default;
};

/// A row of table evaluation.
struct StoredEvaluation {
  int score = 0;
  int depth = 0;
  std::uint64_t nodes = 0;
  std::string lines;
};

/// A row of table annotation; arrays are Red, Black.
struct AnnotationRow {
  std::int64_t game = 0;
  int book_plies = 0;
  std::array<double, 2> accuracy{};
  std::array<double, 2> loss{};
  std::array<int, 2> good{}, dubious{}, mistakes{}, blunders{};
  int mates_missed = 0;
};
/// A row of table annotation_move.
struct AnnotationMoveRow {
  int ply = 0;
  int score = 0;
  double loss = 0;
  std::string_view mark;
};

/// The tables of schemas/0004_annotations.sql in one file, for one analyst. Each function commits
/// what it did before it returns: a program that is killed loses nothing that was added before.
/// (After a power failure the file is sound, too, but the last additions may be missing.) All
/// functions may be called by many threads and throw DbError.
class AnnotationJournal {
public:
  /// Opens or makes the file; an empty path is a private temporary file.
  AnnotationJournal(const std::string& path, const std::string& identity);
  ~AnnotationJournal();
  AnnotationJournal(const AnnotationJournal&) = delete;
  AnnotationJournal& operator=(const AnnotationJournal&) = delete;

  [[nodiscard]] std::optional<StoredEvaluation> find(const EvaluationKey& key);
  /// An evaluation that is there already stays.
  void add(const EvaluationKey& key, const StoredEvaluation& evaluation);
  /// Copy the evaluations of this analyst from another journal or part; returns how many are new.
  /// Throws DbError for a file that is neither.
  std::int64_t take_from(const std::string& path);
  /// Number of evaluations of this analyst.
  [[nodiscard]] std::int64_t evaluations();
  /// Number of evaluations of all other analysts, and the one with most of them.
  struct Others {
    std::int64_t evaluations = 0;
    std::string identity;
  };
  [[nodiscard]] Others others();

  /// Replace the analyst's rows about a game.
  void save(const AnnotationRow& row, std::span<const AnnotationMoveRow> moves);
  /// Whether the file holds the game with that number: only then may save() be called.
  [[nodiscard]] bool has_game(std::int64_t game);

  void add_failure(std::uint64_t number, std::string_view source, std::string_view what);

  void set_part_value(std::string_view name, std::string_view value);
  [[nodiscard]] std::string part_value(std::string_view name);
  void add_part_game(std::uint64_t number, std::string_view text, std::string_view page);
  /// See journal_digest().
  [[nodiscard]] std::uint64_t digest();

private:
  struct Statements;

  sqlite::Database m_db;
  std::mutex m_mutex;
  std::int64_t m_analyst = 0;
  std::unique_ptr<Statements> m_statements;
};

/// A number for the answers and the games of a part, in whatever order they came: it changes with
/// each of their bytes. The sum modulo 2^64 of content_hash() of each row.
[[nodiscard]] std::uint64_t journal_digest(sqlite::Database& db);

/// Remove a journal and the files that SQLite keeps beside it, if they are there.
void remove_journal(const std::string& path) noexcept;

/// What an engine thought of a move; a row of table annotation_move.
struct StoredJudgement {
  int ply = 0;   ///< from 1
  int score = 0; ///< after the move, centipawns from Red's side
  double loss = 0;
  std::string mark; ///< '', '!', '?!', '?', '??'
};

/// The judgements that xq annotate left in a game database. The database outlives it.
class StoredAnnotation {
public:
  explicit StoredAnnotation(sqlite::Database& db);

  /// The judgements of a game in the order of plies, by the analyst with the highest number; none
  /// where the game was not judged.
  [[nodiscard]] std::vector<StoredJudgement> of(std::int64_t game);

private:
  sqlite::Statement m_moves;
};

} // namespace xq::store
