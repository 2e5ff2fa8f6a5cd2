#include "board/board_scan.hpp"

namespace xq {

namespace {

/// Whether a count that can only fall is below what is needed.
bool too_few(const BoardPattern& pattern, Piece p, int count) noexcept {
  return p != Piece::none && count < pattern.least(p);
}

} // namespace

BoardScan::BoardScan(const BoardPattern& pattern)
    : m_start{set_up(Position::start(), pattern, pattern.mirrored())} {}

BoardScan::State BoardScan::set_up(const Position& start, const BoardPattern& pattern,
                                   const BoardPattern& mirrored) {
  State state{PieceBoard{start}, {}, {Track{pattern}, Track{mirrored}}};
  for (std::size_t s = 0; s < square_count; ++s) {
    ++state.counts[to_index(state.board.at(static_cast<Square>(s)))];
  }
  for (Track& track : state.tracks) {
    for (std::size_t s = 0; s < square_count; ++s) {
      const auto square = static_cast<Square>(s);
      track.wrong += track.pattern.allows(square, state.board.at(square)) ? 0 : 1;
    }
    for (std::size_t p = 0; p < piece_slots; ++p) {
      const auto piece = static_cast<Piece>(p);
      track.wrong_counts += track.pattern.allows_count(piece, state.counts[p]) ? 0 : 1;
      track.hopeless = track.hopeless || too_few(track.pattern, piece, state.counts[p]);
    }
  }
  return state;
}

std::optional<int> BoardScan::find(const Position& start, std::string_view moves) const {
  return walk(moves, set_up(start, m_start.tracks[0].pattern, m_start.tracks[1].pattern));
}

std::optional<int> BoardScan::find(std::string_view moves) const { return walk(moves, m_start); }

std::optional<int> BoardScan::walk(std::string_view moves, State state) {
  auto& [board, counts, tracks] = state;
  const auto plies = static_cast<int>(moves.size() / 2);
  const auto* bytes = reinterpret_cast<const unsigned char*>(moves.data());
  for (int ply = 0;; ++ply) {
    bool hope = false;
    for (const Track& track : tracks) {
      if (track.wrong == 0 && track.wrong_counts == 0 &&
          track.pattern.allows(board.side_to_move())) {
        return ply;
      }
      // A move corrects at most two squares.
      hope = hope || (!track.hopeless && track.wrong <= 2 * (plies - ply));
    }
    if (!hope || ply == plies) {
      return std::nullopt;
    }
    const auto number = static_cast<std::uint32_t>(bytes[2 * ply] << 8U | bytes[2 * ply + 1]);
    const Move m = Move::from_disk(number);
    if (!m) {
      return std::nullopt; // damaged bytes; reading the game reports them
    }
    const Piece mover = board.at(m.from());
    const Piece taken = board.do_move(m);
    for (Track& track : tracks) {
      const BoardPattern& p = track.pattern;
      track.wrong += static_cast<int>(p.allows(m.from(), mover)) +
                     static_cast<int>(p.allows(m.to(), taken)) -
                     static_cast<int>(p.allows(m.from(), Piece::none)) -
                     static_cast<int>(p.allows(m.to(), mover));
      if (taken != Piece::none) {
        take(track, taken, counts[to_index(taken)], counts[to_index(Piece::none)]);
      }
    }
    if (taken != Piece::none) {
      --counts[to_index(taken)];
      ++counts[to_index(Piece::none)];
    }
  }
}

void BoardScan::take(Track& track, Piece taken, int count, int empty) noexcept {
  const BoardPattern& p = track.pattern;
  track.wrong_counts += static_cast<int>(p.allows_count(taken, count)) -
                        static_cast<int>(p.allows_count(taken, count - 1)) +
                        static_cast<int>(p.allows_count(Piece::none, empty)) -
                        static_cast<int>(p.allows_count(Piece::none, empty + 1));
  track.hopeless = track.hopeless || too_few(p, taken, count - 1);
}

} // namespace xq
