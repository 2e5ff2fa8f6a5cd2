#include "board/board_scan.hpp"

#include "board/packed_moves.hpp"
#include "board/turned.hpp"

namespace xq {

namespace {

/// Whether a count that can only fall is below what is needed.
bool too_few(const BoardPattern& pattern, Piece p, int count) noexcept {
  return p != Piece::none && count < pattern.least(p);
}

/// How many more red ones there are of a kind.
int balance(const std::array<std::uint8_t, piece_slots>& counts, PieceType type) noexcept {
  return counts[to_index(make_piece(Color::red, type))] -
         counts[to_index(make_piece(Color::black, type))];
}

} // namespace

BoardScan::BoardScan(const BoardPattern& pattern, const Options& options)
    : m_options{options}, m_start{PieceBoard{Position::start()}, {}, {}} {
  for (const bool exchanged : {false, true}) {
    if (exchanged && !options.exchanged) {
      break;
    }
    const auto image = exchanged ? pattern.exchanged() : pattern;
    const auto then = exchanged && options.then ? turned(options.then) : options.then;
    add_image(image, then);
    if (options.mirrored) {
      add_image(image.mirrored(), then ? mirror(then) : then);
    }
  }
  m_start = set_up(Position::start());
}

/// Skips duplicates.
void BoardScan::add_image(const BoardPattern& pattern, Move then) {
  for (std::size_t i = 0; i < m_image_count; ++i) {
    if (m_images[i].pattern == pattern && m_images[i].then == then) {
      return;
    }
  }
  m_images[m_image_count++] = {pattern, then};
}

BoardScan::State BoardScan::set_up(const Position& start) const {
  State state{PieceBoard{start}, {}, {}};
  for (std::size_t s = 0; s < square_count; ++s) {
    ++state.counts[to_index(state.board.at(static_cast<Square>(s)))];
  }
  for (std::size_t i = 0; i < m_image_count; ++i) {
    const BoardPattern& pattern = m_images[i].pattern;
    Track& track = state.tracks[i];
    for (std::size_t s = 0; s < square_count; ++s) {
      const auto square = static_cast<Square>(s);
      track.wrong += pattern.allows(square, state.board.at(square)) ? 0 : 1;
    }
    for (std::size_t p = 0; p < piece_slots; ++p) {
      const auto piece = static_cast<Piece>(p);
      track.wrong_counts += pattern.allows_count(piece, state.counts[p]) ? 0 : 1;
      track.hopeless = track.hopeless || too_few(pattern, piece, state.counts[p]);
    }
    for (std::size_t t = 0; t < piece_type_count; ++t) {
      const auto type = static_cast<PieceType>(t);
      track.wrong_balance += pattern.allows_balance(type, balance(state.counts, type)) ? 0 : 1;
    }
  }
  return state;
}

std::optional<int> BoardScan::find(const Position& start, std::string_view moves) const {
  return walk(moves, set_up(start));
}

std::optional<int> BoardScan::find(std::string_view moves) const { return walk(moves, m_start); }

std::optional<int> BoardScan::walk(std::string_view moves, State state) const {
  const auto plies = static_cast<int>(moves.size() / 2);
  for (int ply = 0;; ++ply) {
    const Move next = ply < plies ? packed_move(moves, static_cast<std::size_t>(ply)) : Move{};
    if (const auto fits = found(state, ply, next)) {
      return fits;
    }
    bool hope = false;
    for (std::size_t i = 0; i < m_image_count; ++i) {
      // A move corrects at most two squares.
      const Track& track = state.tracks[i];
      hope = hope || (!track.hopeless && track.wrong <= 2 * (plies - ply));
    }
    // Damaged bytes end it as the last move does; reading the game reports them.
    if (!hope || !next || ply - m_options.hold >= m_options.last) {
      return std::nullopt;
    }
    play(state, next);
  }
}

/// The ply from which on an image has fitted for long enough, where that is the case now.
std::optional<int> BoardScan::found(State& state, int ply, Move next) const {
  for (std::size_t i = 0; i < m_image_count; ++i) {
    Track& track = state.tracks[i];
    const bool fits = track.wrong == 0 && track.wrong_counts == 0 && track.wrong_balance == 0 &&
                      m_images[i].pattern.allows(state.board.side_to_move());
    track.held = fits ? track.held + 1 : 0;
    const int since = ply - m_options.hold + 1;
    if (track.held >= m_options.hold && since >= m_options.first && since <= m_options.last &&
        (!m_images[i].then || m_images[i].then == next)) {
      return since;
    }
  }
  return std::nullopt;
}

void BoardScan::play(State& state, Move m) const {
  auto& [board, counts, tracks] = state;
  const Piece mover = board.at(m.from());
  const Piece taken = board.do_move(m);
  for (std::size_t i = 0; i < m_image_count; ++i) {
    const BoardPattern& p = m_images[i].pattern;
    tracks[i].wrong += static_cast<int>(p.allows(m.from(), mover)) +
                       static_cast<int>(p.allows(m.to(), taken)) -
                       static_cast<int>(p.allows(m.from(), Piece::none)) -
                       static_cast<int>(p.allows(m.to(), mover));
    if (taken != Piece::none) {
      take(tracks[i], p, taken, counts);
    }
  }
  if (taken != Piece::none) {
    --counts[to_index(taken)];
    ++counts[to_index(Piece::none)];
  }
}

void BoardScan::take(Track& track, const BoardPattern& p, Piece taken,
                     const std::array<std::uint8_t, piece_slots>& counts) noexcept {
  const int count = counts[to_index(taken)];
  const int empty = counts[to_index(Piece::none)];
  track.wrong_counts += static_cast<int>(p.allows_count(taken, count)) -
                        static_cast<int>(p.allows_count(taken, count - 1)) +
                        static_cast<int>(p.allows_count(Piece::none, empty)) -
                        static_cast<int>(p.allows_count(Piece::none, empty + 1));
  const auto type = type_of(taken);
  const int before = balance(counts, type);
  const int after = before + (color_of(taken) == Color::red ? -1 : 1);
  track.wrong_balance += static_cast<int>(p.allows_balance(type, before)) -
                         static_cast<int>(p.allows_balance(type, after));
  track.hopeless = track.hopeless || too_few(p, taken, count - 1);
}

} // namespace xq
