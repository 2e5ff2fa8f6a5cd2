#include "book/formats/foreign.hpp"

#include <xq/base/error.hpp>

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace xq::book {

namespace {

constexpr std::size_t record_bytes = 8;
constexpr std::uint32_t most_weight = 0xFFFF;

/// The stream cipher RC4 under the one-byte key 0, whose bytes ElephantEye draws its keys from.
class Rc4 {
public:
  Rc4() {
    for (unsigned i = 0; i < 256; ++i) {
      m_state[i] = static_cast<std::uint8_t>(i);
    }
    for (unsigned i = 0, j = 0; i < 256; ++i) {
      j = (j + m_state[i]) & 255U;
      std::swap(m_state[i], m_state[j]);
    }
  }

  /// Four bytes, little-endian.
  std::uint32_t draw() {
    std::uint32_t number = 0;
    for (unsigned shift = 0; shift < 32; shift += 8) {
      number |= std::uint32_t{byte()} << shift;
    }
    return number;
  }
  /// Each value is the third of three numbers.
  std::uint32_t draw_third() {
    draw();
    draw();
    return draw();
  }

private:
  std::uint8_t byte() {
    m_i = (m_i + 1) & 255U;
    m_j = (m_j + m_state[m_i]) & 255U;
    std::swap(m_state[m_i], m_state[m_j]);
    return m_state[(m_state[m_i] + m_state[m_j]) & 255U];
  }

  std::array<std::uint8_t, 256> m_state{};
  unsigned m_i = 0;
  unsigned m_j = 0;
};

struct Table {
  std::uint32_t black_to_move = 0;
  std::array<std::array<std::uint32_t, 256>, 14> pieces{};
};

Table make_table() {
  Rc4 stream;
  Table table;
  table.black_to_move = stream.draw_third();
  for (auto& squares : table.pieces) {
    for (std::uint32_t& value : squares) {
      value = stream.draw_third();
    }
  }
  return table;
}

std::uint32_t number_at(std::string_view bytes, std::size_t at, std::size_t size) {
  std::uint32_t number = 0;
  for (std::size_t i = 0; i < size; ++i) {
    number |= std::uint32_t{static_cast<unsigned char>(bytes[at + i])} << (8 * i);
  }
  return number;
}

void append(std::string& out, std::uint32_t number, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) {
    out += static_cast<char>(number >> (8 * i) & 0xFFU);
  }
}

/// What is written of one position.
struct Entry {
  std::uint64_t games = 0;
  std::vector<std::pair<unsigned, std::uint32_t>> moves; ///< with games
};

void append(std::string& out, std::uint32_t key, const Entry& entry) {
  std::uint32_t most = most_weight;
  for (const auto& [move, games] : entry.moves) {
    most = std::max(most, games);
  }
  for (const auto& [move, games] : entry.moves) {
    append(out, key, 4);
    append(out, move, 2);
    append(out,
           static_cast<std::uint32_t>(
               std::max<std::uint64_t>(1, std::uint64_t{games} * most_weight / most)),
           2);
  }
}

} // namespace

std::uint32_t eleeye_key(const Position& position) noexcept {
  static const Table table = make_table();
  std::uint32_t key = position.side_to_move() == Color::black ? table.black_to_move : 0;
  for (const Square s : position.occupied()) {
    const Piece p = position.at(s);
    const auto row = to_index(type_of(p)) + (color_of(p) == Color::red ? 0U : piece_type_count);
    key ^= table.pieces[row][to_square16(s)];
  }
  return key;
}

KeyedMoves read_eleeye(std::string_view bytes, const std::string& path) {
  if (bytes.size() % record_bytes != 0) {
    throw make_error<FileError>("{}: {} bytes are no number of records of 8 bytes. Is it a book of "
                                "ElephantEye?",
                                path, bytes.size());
  }
  KeyedMoves moves;
  std::uint32_t last = 0;
  for (std::size_t at = 0; at < bytes.size(); at += record_bytes) {
    const std::uint32_t key = number_at(bytes, at, 4);
    if (key < last) {
      throw make_error<FileError>("{}: the record at byte {} is out of order. Is it a book of "
                                  "ElephantEye?",
                                  path, at);
    }
    last = key;
    const std::uint32_t number = number_at(bytes, at + 4, 2);
    const Square from = from_square16(number & 0xFFU);
    const Square to = from_square16(number >> 8U);
    const Move move = from == Square::none || to == Square::none ? Move{} : Move{from, to};
    moves[key].push_back({move, std::max(1U, number_at(bytes, at + 6, 2)), 0, 0, 0});
  }
  return moves;
}

std::string write_eleeye(Book& book, const WalkOptions& options, EleeyeTotals& totals,
                         const MoveNumber& weight_of) {
  std::map<std::uint32_t, Entry> entries;
  walk(book, options, [&](const Position& position, int, const std::vector<BookMove>& moves) {
    Entry entry{total_games(moves), {}};
    for (const BookMove& m : moves) {
      if (const auto weight = weight_of ? weight_of(m) : m.counts.games; weight > 0) {
        entry.moves.emplace_back(to_square16(m.move.from()) + 256 * to_square16(m.move.to()),
                                 weight);
      }
    }
    auto [at, is_new] = entries.try_emplace(eleeye_key(position));
    totals.clashes += is_new ? 0 : 1;
    if (is_new || at->second.games < entry.games) {
      at->second = std::move(entry);
    }
    return true;
  });
  std::string out;
  for (const auto& [key, entry] : entries) {
    append(out, key, entry);
    totals.moves += entry.moves.size();
  }
  return out;
}

} // namespace xq::book
