#include <xq/book/recorder.hpp>
#include <xq/record/date.hpp>

#include <algorithm>
#include <bit>
#include <cassert>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

namespace xq::book {

namespace {

constexpr int hot_plies = 20;            // later ones rarely come again
constexpr std::size_t least_slots = 512; // one allocation serves nearly every game

/// What of a position its keys need: no bitboards, no counters.
class KeyBoard {
public:
  explicit KeyBoard(const Position& position) noexcept
      : m_hashes{position.hashes()}, m_side{position.side_to_move()} {
    for (std::size_t i = 0; i < square_count; ++i) {
      m_pieces[i] = position.at(static_cast<Square>(i));
    }
  }
  [[nodiscard]] CanonicalKey canonical() const noexcept { return xq::canonical(m_hashes); }
  [[nodiscard]] Color side_to_move() const noexcept { return m_side; }

  /// `move` is legal.
  void play(Move move) noexcept {
    const auto from = to_index(move.from());
    const auto to = to_index(move.to());
    const Piece piece = std::exchange(m_pieces[from], Piece::none);
    assert(piece != Piece::none && color_of(piece) == m_side);
    const Piece captured = std::exchange(m_pieces[to], piece);
    const auto& table = zobrist.pieces[to_index(piece)];
    m_hashes ^= table[from];
    m_hashes ^= table[to];
    m_hashes ^= zobrist.pieces[to_index(captured)][to]; // zero for none
    m_hashes ^= zobrist.black_to_move;
    m_side = ~m_side;
  }

private:
  Hashes m_hashes;
  std::array<Piece, square_count> m_pieces;
  Color m_side;
};

/// The number at the front of `text`; 0 when there is none, or a greater one than `most`.
std::uint16_t number_at(std::string_view text, std::uint16_t most) {
  std::uint16_t number = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && number <= most ? number : std::uint16_t{0};
}

constexpr bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }

/// The year where a date begins as most do: `1982`, `1982.4.1`, `1982-04-01`, `1982年4月`; what
/// normalise_date() would come to, too.
std::uint16_t plain_year(std::string_view date) {
  if (date.size() < 4 || !(date.starts_with("19") || date.starts_with("20")) ||
      !is_digit(date[2]) || !is_digit(date[3])) {
    return 0;
  }
  const auto rest = date.substr(4);
  std::size_t digits = 0; // of the month
  const std::size_t mark = rest.starts_with("年") ? 3 : 1;
  while (mark + digits < rest.size() && is_digit(rest[mark + digits])) {
    ++digits;
  }
  const bool month = digits == 1   ? rest[mark] != '0'
                     : digits == 2 ? (rest[mark] == '0' && rest[mark + 1] != '0') ||
                                         (rest[mark] == '1' && rest[mark + 1] <= '2')
                                   : false;
  const bool plain = rest.empty() || ((mark == 3 || rest[0] == '.' || rest[0] == '-') && month);
  return plain ? number_at(date.substr(0, 4), Record::most_year) : std::uint16_t{0};
}

/// Year of a Date header; 0 when it tells none.
std::uint16_t year_of(std::string_view date) {
  if (date.empty() || date.front() == '?') {
    return 0;
  }
  if (const auto year = plain_year(date); year != 0) {
    return year;
  }
  const std::string normal = record::normalise_date(date); // yyyy.mm.dd
  const std::string_view year = std::string_view{normal}.substr(0, 4);
  return year.find('?') == std::string_view::npos ? number_at(year, Record::most_year)
                                                  : std::uint16_t{0};
}

/// Whose level a header tells: RedElo, BlackRating and the like.
std::optional<Color> told_level(std::string_view name) {
  for (const std::string_view kind : {"Elo", "Rating"}) {
    if (name.ends_with(kind)) {
      const auto whose = name.substr(0, name.size() - kind.size());
      return whose == "Red" || whose == "White" ? std::optional{Color::red}
             : whose == "Black"                 ? std::optional{Color::black}
                                                : std::nullopt;
    }
  }
  return std::nullopt;
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
  m_own.clear();
}

/// Whether the game in work has this position and move already; remembers it if not.
bool Recorder::seen_before(const Record& record) {
  const std::size_t mask = m_slots.size() - 1;
  auto slot = static_cast<std::size_t>(static_cast<std::uint64_t>(record.key) ^ record.move) & mask;
  for (; m_slots[slot] >= m_first; slot = (slot + 1) & mask) {
    if (same_place(m_own[m_slots[slot] - m_first], record)) {
      return true;
    }
  }
  m_slots[slot] = m_next++;
  m_own.push_back(record);
  return false;
}

void Recorder::add(const Position& start, std::span<const Move> moves, const GameFacts& facts,
                   Batch& out, const GameName& name) {
  const std::int64_t game = m_names ? provenance::identity(name, moves) : 0;
  if (m_names) {
    provenance::append(out.names.emplace_back(), game, name);
  }
  if (m_max_ply > 0) {
    moves = moves.first(std::min(moves.size(), static_cast<std::size_t>(m_max_ply)));
  }
  forget(moves.size());
  KeyBoard board{start};
  Record record;
  record.result = static_cast<std::uint64_t>(facts.result) & 3U;
  record.year = facts.year & Record::most_year;
  int ply = 0;
  for (const Move move : moves) {
    ++ply;
    const CanonicalKey id = board.canonical();
    record.key = static_cast<std::int64_t>(id.key);
    record.lock = static_cast<std::int64_t>(id.lock);
    record.move = to_canonical(id, move).disk() & 0x1FFFU;
    record.level = facts.levels[to_index(board.side_to_move())] & Record::most_level;
    if (!seen_before(record)) {
      if (m_hot && ply <= hot_plies && m_hot->add(record)) {
        ++out.added_up;
      } else {
        out.records.push_back(record);
      }
      if (m_names) {
        out.samples.push_back({record.key, record.lock, static_cast<std::uint16_t>(record.move),
                               game, static_cast<std::uint16_t>(std::min(ply, 0xFFFF))});
      }
    }
    board.play(move);
  }
  ++out.games;
}

GameFacts facts_of(const record::Game& game) {
  GameFacts facts{game.result(), year_of(game.tag("Date")), {}};
  for (std::size_t i = 0; i < game.tag_count(); ++i) {
    const auto tag = game.tag_at(i);
    if (const auto whose = told_level(tag.name)) {
      auto& level = facts.levels[to_index(*whose)];
      level = level != 0 ? level : number_at(tag.value, Record::most_level);
    }
  }
  return facts;
}

GameName name_of(const record::Game& game) {
  GameName name;
  name.red = game.tag("Red");
  name.black = game.tag("Black");
  name.event = game.tag("Event");
  name.date = game.tag("Date");
  name.result = game.result();
  name.plies = game.plies();
  name.source = game.source;
  name.line = static_cast<std::int64_t>(game.line);
  return name;
}

void Recorder::add(const record::Game& game, Batch& out) {
  m_moves.clear();
  game.main_line(m_moves);
  add(game.start(), m_moves, facts_of(game), out, m_names ? name_of(game) : GameName{});
}

} // namespace xq::book
