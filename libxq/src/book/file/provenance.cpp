#include "book/file/provenance.hpp"

#include "base/hash.hpp"
#include "sqlite/bulk_insert.hpp"
#include "sqlite/sqlite.hpp"
#include "sqlitefile/table_writer.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

namespace xq::book {

namespace provenance {

namespace {

constexpr std::uint64_t sign_bit = std::uint64_t{1} << 63U;

/// Big-endian, and signed numbers moved up to unsigned ones: bytes then sort as numbers do.
template <typename T>
void append_number(std::string& out, T value) {
  for (std::size_t i = sizeof(T); i-- > 0;) {
    out += static_cast<char>(value >> (8 * i));
  }
}

class Reader {
public:
  explicit Reader(std::string_view bytes) noexcept : m_bytes{bytes} {}
  template <typename T>
  T number() noexcept {
    T value = 0;
    for (std::size_t i = 0; i < sizeof(T) && i < m_bytes.size(); ++i) {
      value = static_cast<T>(value << 8U | static_cast<unsigned char>(m_bytes[i]));
    }
    m_bytes.remove_prefix(std::min(sizeof(T), m_bytes.size()));
    return value;
  }
  std::int64_t ordered() noexcept {
    return static_cast<std::int64_t>(number<std::uint64_t>() ^ sign_bit);
  }
  std::string_view text() noexcept {
    const std::size_t size = number<std::uint16_t>();
    const auto out = m_bytes.substr(0, size);
    m_bytes.remove_prefix(out.size());
    return out;
  }

private:
  std::string_view m_bytes;
};

std::uint64_t ordered(std::int64_t value) noexcept {
  return static_cast<std::uint64_t>(value) ^ sign_bit;
}

/// At most 4,096 bytes, never half a character.
void append_text(std::string& out, std::string_view text) {
  constexpr std::size_t most = 4096;
  if (text.size() > most) {
    std::size_t end = most;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) {
      --end;
    }
    text = text.substr(0, end);
  }
  append_number(out, static_cast<std::uint16_t>(text.size()));
  out += text;
}

void append_name(std::string& out, const GameName& name) {
  for (const std::string* text : {&name.red, &name.black, &name.event, &name.date, &name.source}) {
    append_text(out, *text);
  }
  append_number(out, static_cast<std::uint8_t>(name.result));
  append_number(out, static_cast<std::uint32_t>(name.plies));
  append_number(out, static_cast<std::uint64_t>(name.line));
}

} // namespace

void append(std::string& out, const Sample& s) {
  append_number(out, ordered(s.key));
  append_number(out, ordered(s.lock));
  append_number(out, s.move);
  append_number(out, static_cast<std::uint64_t>(s.game));
  append_number(out, s.ply);
}

Sample read_sample(std::string_view item) noexcept {
  Reader in{item};
  Sample s;
  s.key = in.ordered();
  s.lock = in.ordered();
  s.move = in.number<std::uint16_t>();
  s.game = static_cast<std::int64_t>(in.number<std::uint64_t>());
  s.ply = in.number<std::uint16_t>();
  return s;
}

std::int64_t identity(const GameName& name, std::span<const Move> moves) {
  std::string bytes;
  append_name(bytes, name);
  for (const Move move : moves) {
    append_number(bytes, static_cast<std::uint16_t>(move.disk()));
  }
  return static_cast<std::int64_t>(content_hash(bytes) & ~sign_bit);
}

void append(std::string& out, std::int64_t game, const GameName& name) {
  append_number(out, static_cast<std::uint64_t>(game));
  append_name(out, name);
}

std::pair<std::int64_t, GameName> read_game(std::string_view item) {
  Reader in{item};
  const auto game = static_cast<std::int64_t>(in.number<std::uint64_t>());
  GameName name;
  for (std::string* text : {&name.red, &name.black, &name.event, &name.date, &name.source}) {
    *text = in.text();
  }
  name.result = static_cast<record::Result>(in.number<std::uint8_t>() & 3U);
  name.plies = in.number<std::uint32_t>();
  name.line = static_cast<std::int64_t>(in.number<std::uint64_t>());
  return {game, std::move(name)};
}

} // namespace provenance

namespace {

constexpr std::size_t rows_in_memory = 1024;

using provenance::Sample;

/// Rows of a query as items.
template <typename MakeItem>
class TableSource final : public ByteSource {
public:
  TableSource(sqlite::Database& db, std::string_view sql, MakeItem make)
      : m_select{db, sql}, m_use{m_select}, m_make{make} {}
  bool next(std::string& item) override {
    item.clear();
    if (m_done || !m_use.next()) {
      m_done = true;
      return false;
    }
    m_make(m_use, item);
    return true;
  }

private:
  sqlite::Statement m_select;
  sqlite::Statement::Use m_use;
  MakeItem m_make;
  bool m_done = false;
};

template <typename MakeItem>
std::unique_ptr<ByteSource> table_source(sqlite::Database& db, std::string_view sql,
                                         MakeItem make) {
  return std::make_unique<TableSource<MakeItem>>(db, sql, make);
}

record::Result result_of(std::string_view text) noexcept {
  using enum record::Result;
  for (const auto result : {red_wins, black_wins, draw}) {
    if (record::to_text(result) == text) {
      return result;
    }
  }
  return unknown;
}

/// Looks up places in a book's rows; they must be asked for in the order of the book.
class Places {
public:
  explicit Places(const std::string& path) : m_db{path, sqlite::Database::Mode::read_only} {}

  bool contains(const Sample& sample) {
    while (m_more && (!m_at || precedes(*m_at, sample))) {
      m_more = m_use.next();
      m_at = Sample{m_use.integer(0), m_use.integer(1), m_use.number<std::uint16_t>(2), 0, 0};
    }
    return m_more && same_place(*m_at, sample);
  }

private:
  sqlite::Database m_db;
  sqlite::Statement m_select{m_db, "SELECT key, lock, move FROM move ORDER BY key, lock, move"};
  sqlite::Statement::Use m_use{m_select};
  std::optional<Sample> m_at;
  bool m_more = true;
};

} // namespace

GameName game_name(const sqlite::Statement::Use& row) {
  GameName name;
  name.red = row.text(1);
  name.black = row.text(2);
  name.event = row.text(3);
  name.date = row.text(4);
  name.result = result_of(row.text(5));
  name.plies = row.number<std::uint32_t>(6);
  name.source = row.text(7);
  name.line = row.integer(8);
  return name;
}

ProvenanceSource read_provenance(sqlite::Database& db) {
  using Use = sqlite::Statement::Use;
  ProvenanceSource out;
  out.samples = table_source(
      db, "SELECT key, lock, move, game, ply FROM sample ORDER BY key, lock, move, game",
      [](const Use& row, std::string& item) {
        const auto number = [&](int i) { return row.number<std::uint16_t>(i); };
        provenance::append(
            item, Sample{row.integer(0), row.integer(1), number(2), row.integer(3), number(4)});
      });
  out.games = table_source(
      db, "SELECT id, red, black, event, date, result, plies, source, line FROM game ORDER BY id",
      [](const Use& row, std::string& item) {
        provenance::append(item, row.integer(0), game_name(row));
      });
  return out;
}

ProvenanceSource merge(ProvenanceSource a, ProvenanceSource b) {
  const auto both = [](std::unique_ptr<ByteSource> x, std::unique_ptr<ByteSource> y) {
    std::vector<std::unique_ptr<ByteSource>> sources;
    sources.push_back(std::move(x));
    sources.push_back(std::move(y));
    return merge(std::move(sources));
  };
  return {both(std::move(a.samples), std::move(b.samples)),
          both(std::move(a.games), std::move(b.games))};
}

Digest write_samples(const std::string& path, ByteSource& samples, const BookInfo& info) {
  std::optional<Places> places;
  if (info.min_games > 1) {
    places.emplace(path); // reads pages that are complete
  }
  sqlitefile::TableWriter table{path, "sample"};
  sqlitefile::RowBlock rows;
  Sample last;
  std::uint32_t of_place = 0;
  Digest digest;
  const auto add_rows = [&] {
    table.add(rows);
    digest.add(rows);
    rows.clear();
  };
  for (std::string item; samples.next(item);) {
    const Sample sample = provenance::read_sample(item);
    const bool same = of_place > 0 && same_place(sample, last);
    const bool wanted = same ? of_place < info.samples : !places || places->contains(sample);
    if (!same) {
      of_place = 0;
      last = sample;
    }
    if (!wanted) {
      continue;
    }
    ++of_place;
    rows.add(sample.key, sample.lock, sample.move, sample.game, sample.ply);
    if (rows.size() == rows_in_memory) {
      add_rows();
    }
  }
  add_rows();
  table.finish();
  return digest;
}

Digest write_games(sqlite::Database& db, ByteSource& games) {
  sqlite::BulkInsert insert{db, "game (id, red, black, event, date, result, plies, source, line)",
                            9};
  std::string item;
  std::int64_t last = -1;
  GameName name;
  sqlitefile::RowBlock row;
  Digest digest;
  insert.run([&](std::span<sqlite::Value> out) {
    std::int64_t id = 0;
    do { // two games of one identity would be an accident; the one whose name comes first stays
      if (!games.next(item)) {
        return false;
      }
      std::tie(id, name) = provenance::read_game(item);
    } while (id == last);
    last = id;
    out[0].set(id);
    out[1].set(std::string_view{name.red});
    out[2].set(std::string_view{name.black});
    out[3].set(std::string_view{name.event});
    out[4].set(std::string_view{name.date});
    out[5].set(record::to_text(name.result));
    out[6].set(name.plies);
    out[7].set(std::string_view{name.source});
    name.line == 0 ? out[8].set_null() : out[8].set(name.line);
    row.clear();
    row.add(id, content_hash(name.red), content_hash(name.black), content_hash(name.event),
            content_hash(name.date), content_hash(record::to_text(name.result)), name.plies,
            content_hash(name.source), name.line == 0 ? std::nullopt : std::optional{name.line});
    digest.add(row);
    return true;
  });
  return digest;
}

} // namespace xq::book
