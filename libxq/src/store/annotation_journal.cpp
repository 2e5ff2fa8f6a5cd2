#include "store/annotation_journal.hpp"

#include "base/hash.hpp"
#include "base/os/file.hpp"
#include "sqlite/schema.hpp"

#include <fmt/core.h>

#include <exception>
#include <system_error>

namespace xq::store {

namespace {

constexpr int busy_milliseconds = 60'000; // several runs may share a file

sqlite::Database open_journal(const std::string& path) {
  sqlite::Database db{path, sqlite::Database::Mode::create, busy_milliseconds};
  sqlite::migrate(db, sqlite::game_schema());
  if (path.empty()) {
    db.execute("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF");
  } else {
    // A commit is one write to the log; SQLite waits for the disk only at a checkpoint.
    db.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL");
  }
  return db;
}

std::int64_t analyst_number(sqlite::Database& db, const std::string& identity) {
  sqlite::Statement insert{db, "INSERT INTO analyst (identity) VALUES (?) ON CONFLICT DO NOTHING"};
  insert.use()(std::string_view{identity}).exec();
  sqlite::Statement query{db, "SELECT id FROM analyst WHERE identity = ?"};
  auto row = query.use();
  row(std::string_view{identity});
  return row.next() ? row.integer(0) : 0;
}

} // namespace

struct AnnotationJournal::Statements {
  explicit Statements(sqlite::Database& db)
      : find{db, "SELECT score, depth, nodes, lines FROM evaluation "
                 "WHERE key = ? AND lock = ? AND context = ? AND analyst = ?"},
        add{db, "INSERT INTO evaluation (key, lock, context, analyst, score, depth, nodes, lines) "
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"},
        forget{db, "DELETE FROM annotation WHERE game = ? AND analyst = ?"},
        save{db, "INSERT INTO annotation VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"},
        save_move{db, "INSERT INTO annotation_move VALUES (?, ?, ?, ?, ?, ?)"},
        has_game{db, "SELECT 1 FROM game WHERE id = ?"},
        failure{db, "INSERT INTO annotation_failure (time, game, source, what) "
                    "VALUES (strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), ?, ?, ?)"},
        set_value{db, "INSERT INTO part VALUES (?1, ?2) "
                      "ON CONFLICT DO UPDATE SET value = ?2"},
        value{db, "SELECT value FROM part WHERE name = ?"},
        part_game{db, "INSERT OR REPLACE INTO part_game VALUES (?, ?, ?)"} {}

  sqlite::Statement find, add, forget, save, save_move, has_game, failure, set_value, value,
      part_game;
};

AnnotationJournal::AnnotationJournal(const std::string& path, const std::string& identity)
    : m_db{open_journal(path)},
      m_analyst{analyst_number(m_db, identity)},
      m_statements{std::make_unique<Statements>(m_db)} {}

AnnotationJournal::~AnnotationJournal() {
  m_statements.reset();
  try { // one file again, unless another connection reads it
    m_db.execute("PRAGMA busy_timeout = 0; PRAGMA journal_mode = DELETE");
  } catch (const std::exception&) { // it stays in WAL mode, which every SQLite can read
  }
}

std::optional<StoredEvaluation> AnnotationJournal::find(const EvaluationKey& key) {
  const std::lock_guard lock{m_mutex};
  auto row = m_statements->find.use();
  row(key.key)(key.lock)(key.context)(m_analyst);
  if (!row.next()) {
    return std::nullopt;
  }
  return StoredEvaluation{row.number<int>(0), row.number<int>(1), row.number<std::uint64_t>(2),
                          std::string{row.blob(3)}};
}

void AnnotationJournal::add(const EvaluationKey& key, const StoredEvaluation& evaluation) {
  const std::lock_guard lock{m_mutex};
  m_statements->add
      .use()(key.key)(key.lock)(key.context)(m_analyst)(evaluation.score)(evaluation.depth)(
          evaluation.nodes)(sqlite::Blob{evaluation.lines})
      .exec();
}

std::int64_t AnnotationJournal::take_from(const std::string& path) {
  sqlite::Database other{path, sqlite::Database::Mode::read_only};
  require(other, sqlite::game_schema());
  const std::lock_guard lock{m_mutex};
  sqlite::Statement name{m_db, "SELECT identity FROM analyst WHERE id = ?"};
  auto own = name.use();
  own(m_analyst);
  const std::string identity{own.next() ? own.text(0) : std::string_view{}};
  sqlite::Statement query{other,
                          "SELECT key, lock, context, score, depth, nodes, lines FROM evaluation "
                          "JOIN analyst ON id = analyst WHERE identity = ?"};
  auto row = query.use();
  row(std::string_view{identity});
  std::int64_t taken = 0;
  sqlite::Transaction transaction{m_db};
  while (row.next()) {
    const auto unsigned_at = [&row](int i) { return static_cast<std::uint64_t>(row.integer(i)); };
    m_statements->add
        .use()(unsigned_at(0))(unsigned_at(1))(unsigned_at(2))(m_analyst)(row.number<int>(3))(
            row.number<int>(4))(row.number<std::uint64_t>(5))(sqlite::Blob{row.blob(6)})
        .exec();
    taken += m_db.changes();
  }
  transaction.commit();
  return taken;
}

std::int64_t AnnotationJournal::evaluations() {
  const std::lock_guard lock{m_mutex};
  return m_db.query_integer(
      fmt::format("SELECT count(*) FROM evaluation WHERE analyst = {}", m_analyst));
}

AnnotationJournal::Others AnnotationJournal::others() {
  const std::lock_guard lock{m_mutex};
  sqlite::Statement query{m_db, "SELECT count(*), identity FROM evaluation "
                                "JOIN analyst ON analyst.id = evaluation.analyst "
                                "WHERE analyst <> ? GROUP BY analyst ORDER BY count(*) DESC, "
                                "analyst.id"};
  auto row = query.use();
  row(m_analyst);
  Others others;
  while (row.next()) {
    if (others.identity.empty()) {
      others.identity = row.text(1);
    }
    others.evaluations += row.integer(0);
  }
  return others;
}

bool AnnotationJournal::has_game(std::int64_t game) {
  const std::lock_guard lock{m_mutex};
  auto row = m_statements->has_game.use();
  return row(game).next();
}

void AnnotationJournal::save(const AnnotationRow& r, std::span<const AnnotationMoveRow> moves) {
  const std::lock_guard lock{m_mutex};
  sqlite::Transaction transaction{m_db};
  m_statements->forget.use()(r.game)(m_analyst).exec();
  m_statements->save
      .use()(r.game)(m_analyst)(r.book_plies)(r.accuracy[0])(r.accuracy[1])(r.loss[0])(r.loss[1])(
          r.good[0])(r.good[1])(r.dubious[0])(r.dubious[1])(r.mistakes[0])(r.mistakes[1])(
          r.blunders[0])(r.blunders[1])(r.mates_missed)
      .exec();
  for (const AnnotationMoveRow& m : moves) {
    m_statements->save_move.use()(r.game)(m_analyst)(m.ply)(m.score)(m.loss)(m.mark).exec();
  }
  transaction.commit();
}

void AnnotationJournal::add_failure(std::uint64_t number, std::string_view source,
                                    std::string_view what) {
  const std::lock_guard lock{m_mutex};
  m_statements->failure.use()(number)(source)(what).exec();
}

void AnnotationJournal::set_part_value(std::string_view name, std::string_view value) {
  const std::lock_guard lock{m_mutex};
  m_statements->set_value.use()(name)(value).exec();
}

std::string AnnotationJournal::part_value(std::string_view name) {
  const std::lock_guard lock{m_mutex};
  auto row = m_statements->value.use();
  return row(name).next() ? std::string{row.text(0)} : std::string{};
}

void AnnotationJournal::add_part_game(std::uint64_t number, std::string_view text,
                                      std::string_view page) {
  const std::lock_guard lock{m_mutex};
  m_statements->part_game.use()(number)(sqlite::Blob{text})(page).exec();
}

std::uint64_t AnnotationJournal::digest() {
  const std::lock_guard lock{m_mutex};
  return journal_digest(m_db);
}

std::uint64_t journal_digest(sqlite::Database& db) {
  std::uint64_t sum = 0;
  std::string bytes;
  for (const char* const sql :
       {"SELECT identity, key, lock, context, score, depth, nodes, lines FROM evaluation JOIN "
        "analyst ON id = analyst",
        "SELECT text, page, number FROM part_game"}) {
    sqlite::Statement select{db, sql};
    auto row = select.use();
    while (row.next()) {
      bytes.clear();
      for (int column = 0; column < row.columns(); ++column) {
        const auto value = row.blob(column); // numbers as text
        bytes += fmt::format("{}:", value.size());
        bytes += value;
      }
      sum += content_hash(bytes);
    }
  }
  return sum;
}

void remove_journal(const std::string& path) noexcept {
  for (const char* suffix : {"", "-wal", "-shm", "-journal"}) {
    os::remove_file(path + suffix); // what cannot be removed stays
  }
}

StoredAnnotation::StoredAnnotation(sqlite::Database& db)
    : m_moves{db, "SELECT ply, score, loss, mark FROM annotation_move WHERE game = ?1 AND analyst "
                  "= (SELECT max(analyst) FROM annotation WHERE game = ?1) ORDER BY ply"} {}

std::vector<StoredJudgement> StoredAnnotation::of(std::int64_t game) {
  std::vector<StoredJudgement> judgements;
  auto row = m_moves.use();
  for (row(game); row.next();) {
    judgements.push_back(
        {row.number<int>(0), row.number<int>(1), row.real(2), std::string{row.text(3)}});
  }
  return judgements;
}

} // namespace xq::store
