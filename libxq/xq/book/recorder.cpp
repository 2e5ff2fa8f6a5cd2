#include <xq/book/recorder.hpp>
#include <xq/record/date.hpp>

#include <algorithm>
#include <bit>
#include <cassert>
#include <charconv>
#include <string>
#include <string_view>
#include <system_error>

namespace xq::book {

namespace {

constexpr std::size_t least_slots = 512; // one allocation serves nearly every game

/// Year of a Date header; 0 when it tells none.
std::uint16_t year_of(std::string_view date) {
  if (date.empty() || date.front() == '?') {
    return 0;
  }
  const std::string normal = record::normalise_date(date); // yyyy.mm.dd
  std::uint16_t year = 0;
  const char* const end = normal.data() + std::min<std::size_t>(normal.size(), 4);
  const auto [stop, error] = std::from_chars(normal.data(), end, year);
  return error == std::errc{} && stop == end ? year : std::uint16_t{0};
}

} // namespace

/// Start a game: every slot written before is free again, without touching the slots. Numbers
/// start at 1, so that a fresh slot is free, too.
void Recorder::forget(std::size_t moves) {
  const std::size_t wanted = std::bit_ceil(std::max(least_slots, 2 * moves));
  if (wanted > m_slots.size() || m_next > 0xFFFFFFFFU - moves - 1 || m_next == 0) {
    m_slots.assign(std::max(wanted, m_slots.size()), 0);
    m_next = 1;
  }
  m_first = m_next;
}

/// Whether the game in work has this position and move already; remembers it if not. Its records
/// are the last m_next - m_first ones of `records`.
bool Recorder::seen_before(const Record& record, std::vector<Record>& records) {
  const std::size_t mask = m_slots.size() - 1;
  const Record* const own = records.data() + (records.size() - (m_next - m_first));
  auto slot = static_cast<std::size_t>(record.key ^ record.move) & mask;
  for (; m_slots[slot] >= m_first; slot = (slot + 1) & mask) {
    if (same_place(own[m_slots[slot] - m_first], record)) {
      return true;
    }
  }
  m_slots[slot] = m_next++;
  return false;
}

void Recorder::add(const Position& start, std::span<const Move> moves, record::Result result,
                   Batch& out, std::uint16_t year) {
  if (m_max_ply > 0) {
    moves = moves.first(std::min(moves.size(), static_cast<std::size_t>(m_max_ply)));
  }
  forget(moves.size());
  Position position = start;
  for (const Move move : moves) {
    assert(position.is_legal(move));
    const CanonicalKey id = position.canonical();
    const Record record{static_cast<std::int64_t>(id.key),
                        static_cast<std::int64_t>(id.lock),
                        1,
                        to_canonical(id, move).disk(),
                        result,
                        static_cast<std::uint16_t>(year & 0x3FFFU)};
    if (!seen_before(record, out.records)) {
      out.records.push_back(record);
    }
    position.do_move(move);
  }
  ++out.games;
}

void Recorder::add(const record::Game& game, Batch& out) {
  m_moves.clear();
  game.main_line(m_moves);
  add(game.start(), m_moves, game.result(), out, year_of(game.tag("Date")));
}

} // namespace xq::book
