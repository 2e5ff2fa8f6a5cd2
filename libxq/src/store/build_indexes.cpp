#include "sqlite/schema.hpp"
#include "store/position_index.hpp"
#include "store/words/word_index.hpp"

namespace xq::store {

IndexCounts build_indexes(const std::string& database, const IndexOptions& options,
                          const IndexProgress& progress) {
  constexpr double positions_share = 0.8; // of the time
  const auto part = [&](double from, double share) {
    return [&progress, from, share](double done) {
      return !progress || progress(from + share * done);
    };
  };
  sqlite::Database db{database, sqlite::Database::Mode::read_write};
  db.execute("PRAGMA cache_size = -65536"); // 64 MB
  sqlite::migrate(db, sqlite::game_schema());
  sqlite::Transaction transaction{db};
  IndexCounts counts;
  build_position_index(db, options, part(0, positions_share), counts);
  counts.commented = build_word_index(db, part(positions_share, 1 - positions_share));
  transaction.commit();
  return counts;
}

} // namespace xq::store
