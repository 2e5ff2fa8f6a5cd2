#pragma once

#include <xq/base/problem.hpp>
#include <xq/board/position.hpp>

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace xq::record {

enum class Result : std::uint8_t { unknown, red_wins, black_wins, draw };

/// `1-0`, `0-1`, `1/2-1/2`, `*`.
[[nodiscard]] std::string_view to_text(Result result) noexcept;
std::ostream& operator<<(std::ostream& out, Result result);

/// Index of a node in its game; 0 is the root (the start position, which has no move).
using NodeId = std::uint32_t;
inline constexpr NodeId root_node = 0;
inline constexpr NodeId no_node = 0xFFFFFFFF;
inline constexpr std::uint32_t no_note = 0xFFFFFFFF;

enum class NoteKind : std::uint8_t {
  comment,        ///< after the move; on the root: before the first move
  comment_before, ///< between the start of a variation and its first move
  nag,            ///< PGN's numeric annotation glyph: 1 !, 2 ?, 3 !!, 4 ??, 5 !?, 6 ?!
};

/// What was found wrong with a game. A member that readers fill, and callable, so that it is asked
/// for like the other parts of a game: `game.problems().front()`.
class Findings : public std::vector<Problem> {
public:
  using std::vector<Problem>::vector;
  using std::vector<Problem>::operator=;
  [[nodiscard]] const Findings& operator()() const noexcept { return *this; }
};

class MainLine;

/// One game: headers in their original text and order, the start position, a tree of legal moves
/// with notes, and what was found wrong.
///
///     std::cout << game["Red"] << ' ' << game.result() << '\n';
///     for (const auto& [move, before] : game.main_line())
///       std::cout << notation::to_text(before, move, notation::Style::chinese) << ' ';
///
/// A value: a copy owns all that it shows. clear() keeps the memory, so one object serves a whole
/// archive without allocating; string_views stay valid until the game changes or is cleared. Not
/// shared between threads while it changes.
class Game {
public:
  struct Node {
    Move move;
    NodeId parent = no_node;
    NodeId first_child = no_node;
    NodeId next_sibling = no_node; ///< the next alternative to this move; main line comes first
    NodeId last_child = no_node;   ///< keeps add_move() constant-time under many alternatives
    std::uint32_t first_note = no_note;
    std::uint32_t last_note = no_note;
  };
  struct Note {
    NoteKind kind{};
    std::uint16_t nag = 0;
    std::string_view text;
  };
  struct Tag {
    std::string_view name;
    std::string_view value;
  };

  Game() { clear(); }
  void clear();

  // -- headers -----------------------------------------------------------------------------------
  /// Add a header at the end. Names compare without case; the first of equal names counts.
  void add_tag(std::string_view name, std::string_view value);
  /// Replace the value of a header or add it.
  void set_tag(std::string_view name, std::string_view value);
  void remove_tag(std::string_view name);
  /// Empty when there is no such header.
  [[nodiscard]] std::string_view tag(std::string_view name) const noexcept;
  [[nodiscard]] std::string_view operator[](std::string_view name) const noexcept {
    return tag(name);
  }
  [[nodiscard]] bool has_tag(std::string_view name) const noexcept;
  [[nodiscard]] std::size_t tag_count() const noexcept { return m_tags.size(); }
  [[nodiscard]] Tag tag_at(std::size_t i) const noexcept;

  [[nodiscard]] Result result() const noexcept { return m_result; }
  void set_result(Result result) noexcept { m_result = result; }

  // -- moves -------------------------------------------------------------------------------------
  [[nodiscard]] const Position& start() const noexcept { return m_start; }
  void set_start(const Position& position) noexcept {
    m_start = position;
    m_final_nodes = 0;
  }
  [[nodiscard]] bool standard_start() const noexcept { return m_start == Position::start(); }

  /// Append `move` as the last child of `parent` and return it.
  NodeId add_move(NodeId parent, Move move);
  [[nodiscard]] const Node& node(NodeId id) const noexcept { return m_nodes[id]; }
  [[nodiscard]] std::size_t node_count() const noexcept { return m_nodes.size(); }
  [[nodiscard]] bool has_variations() const noexcept { return m_variations; }
  /// The moves of the main line, each with the position in which it is played. Valid until the game
  /// changes.
  [[nodiscard]] MainLine main_line() const& noexcept;
  MainLine main_line() const&& = delete; // its game would be gone
  /// The main line from the root, first children all the way.
  void main_moves(std::vector<Move>& out) const;
  [[nodiscard]] int plies() const noexcept; ///< length of the main line
  /// Position after the last move of the main line.
  [[nodiscard]] Position final_position() const;
  /// For readers, which know it: saves final_position() the replay until another move is added.
  void set_final_position(const Position& position) noexcept {
    m_final = position;
    m_final_nodes = m_nodes.size();
  }
  /// Drop all moves and notes, keep the headers.
  void clear_moves();

  // -- notes -------------------------------------------------------------------------------------
  void add_comment(NodeId node, std::string_view text, NoteKind kind = NoteKind::comment);
  void add_nag(NodeId node, std::uint16_t nag);
  [[nodiscard]] bool has_notes() const noexcept { return !m_notes.empty(); }
  /// Call f(Note) for each note of a node, in the order they were added.
  template <typename F>
  void for_each_note(NodeId id, F&& f) const {
    for (auto i = m_nodes[id].first_note; i != no_note; i = m_notes[i].next) {
      const auto& n = m_notes[i];
      f(Note{n.kind, n.nag, view(n.text)});
    }
  }

  // -- provenance and findings -------------------------------------------------------------------
  std::uint64_t number = 0; ///< place in the whole input, from 1
  std::uint64_t line = 0;   ///< of the game's first byte in its file, from 1
  std::string source;       ///< path as given
  std::string raw;          ///< decoded text of the game, for rejects; empty: no text format
  Findings problems;
  /// No problem is an error: the moves are those of the record.
  [[nodiscard]] bool usable() const noexcept { return !has_error(problems); }
  explicit operator bool() const noexcept { return usable(); }

private:
  struct Span {
    std::uint32_t offset = 0;
    std::uint32_t size = 0;
  };
  struct StoredTag {
    Span name, value;
  };
  struct StoredNote {
    NoteKind kind{};
    std::uint16_t nag = 0;
    Span text;
    std::uint32_t next = no_note;
  };
  Span store(std::string_view text);
  [[nodiscard]] const StoredTag* find_tag(std::string_view name) const noexcept;
  [[nodiscard]] std::size_t slot_of(std::string_view name) const noexcept;
  void index_tags();
  void link_note(NodeId node, StoredNote note);
  [[nodiscard]] std::string_view view(Span s) const noexcept {
    return {m_text.data() + s.offset, s.size};
  }

  std::string m_text; ///< all header and comment text, back to back
  std::vector<StoredTag> m_tags;
  /// Where there are many headers, a hash table with linear probing, at most half full, whose size
  /// is a power of two: the number of the first header of each name. Empty for few.
  std::vector<std::uint32_t> m_slots;
  std::vector<Node> m_nodes;
  std::vector<StoredNote> m_notes;
  Position m_start = Position::start();
  Position m_final;              ///< valid while m_final_nodes is the number of nodes
  std::size_t m_final_nodes = 0; ///< there is always a root, so 0 is never valid
  Result m_result = Result::unknown;
  bool m_variations = false;
};

/// A move, and the position in which it is played.
struct PlayedMove {
  Move move;
  Position before;
};

/// The moves of a game's main line, for range-for. See Game::main_line().
class MainLine {
public:
  explicit MainLine(const Game& game) noexcept : m_game{&game} {}

  class Iterator {
  public:
    using iterator_category = std::input_iterator_tag;
    using value_type = PlayedMove;
    using difference_type = std::ptrdiff_t;
    using pointer = const PlayedMove*;
    using reference = const PlayedMove&;

    explicit Iterator(const Game& game) noexcept : m_game{&game} {
      m_played.before = game.start();
      go_to(game.node(root_node).first_child);
    }
    /// Refers to one object, which each step changes.
    reference operator*() const noexcept { return m_played; }
    pointer operator->() const noexcept { return &m_played; }
    Iterator& operator++() noexcept {
      m_played.before.do_move(m_played.move);
      go_to(m_game->node(m_id).first_child);
      return *this;
    }
    void operator++(int) noexcept { ++*this; }
    friend bool operator==(const Iterator& i, std::default_sentinel_t /*end*/) noexcept {
      return i.m_id == no_node;
    }

  private:
    void go_to(NodeId id) noexcept {
      m_id = id;
      m_played.move = id == no_node ? Move::none() : m_game->node(id).move;
    }

    const Game* m_game;
    NodeId m_id = no_node;
    PlayedMove m_played;
  };
  [[nodiscard]] Iterator begin() const noexcept { return Iterator{*m_game}; }
  [[nodiscard]] std::default_sentinel_t end() const noexcept { return {}; }

private:
  const Game* m_game;
};

inline MainLine Game::main_line() const& noexcept { return MainLine{*this}; }

/// Iterator for range-for over what gives one game after another: `Source::next()` returns a
/// pointer to a game, which stays as it is until the next call, and null at the end.
template <typename Source>
class GameIterator {
public:
  using iterator_category = std::input_iterator_tag;
  using value_type = Game;
  using difference_type = std::ptrdiff_t;
  using pointer = Game*;
  using reference = Game&;

  explicit GameIterator(Source& source) : m_source{&source}, m_game{source.next()} {}
  reference operator*() const noexcept { return *m_game; }
  pointer operator->() const noexcept { return m_game; }
  GameIterator& operator++() {
    m_game = m_source->next();
    return *this;
  }
  void operator++(int) { ++*this; }
  friend bool operator==(const GameIterator& i, std::default_sentinel_t /*end*/) noexcept {
    return i.m_game == nullptr;
  }

private:
  Source* m_source;
  Game* m_game;
};

/// Call f(NodeId, const Position& before) for each move of the main line, `before` being the
/// position in which it is played. Returns the position at the end.
template <typename F>
Position replay_main_moves(const Game& game, F&& f) {
  Position position = game.start();
  for (auto id = game.node(root_node).first_child; id != no_node; id = game.node(id).first_child) {
    f(id, static_cast<const Position&>(position));
    position.do_move(game.node(id).move);
  }
  return position;
}

/// What walk() tells as it goes through a game's tree.
class GameVisitor {
public:
  GameVisitor() = default;
  GameVisitor(const GameVisitor&) = delete;
  GameVisitor& operator=(const GameVisitor&) = delete;
  virtual ~GameVisitor() = default;

  /// A move, main line or not; `before` is the position in which it is played, valid for the call.
  virtual void enter_move(NodeId id, const Position& before) = 0;
  /// A line of alternatives begins; its first move `id` comes next.
  virtual void enter_variation(NodeId id) { static_cast<void>(id); }
  virtual void leave_variation() {}
};

/// Go through all moves in the order in which records write them: a move, then each alternative to
/// it with all that follows there, then the move's own continuation. Any depth of nesting.
void walk(const Game& game, GameVisitor& visitor);

/// The position after the move of node `id`; of the root: the start position.
[[nodiscard]] Position position_after(const Game& game, NodeId id);

/// Same headers (order and text), result, start position, tree and notes. Node numbering and
/// provenance do not count. For round-trip tests and duplicate checks.
[[nodiscard]] bool equal(const Game& a, const Game& b);

/// A result in figures or in words (1-0, 1/2, 0-0, 红胜, 黑負, 先胜, 和棋, 未知), in either script,
/// whatever blanks stand in it; 胜 and 负 alone are Red's, as in a table of rounds. No text at all
/// is an unknown result, and nothing is returned for text that is none. All readers use this one.
[[nodiscard]] std::optional<Result> find_result(std::string_view text) noexcept;

/// A result as a header, a column or a sentence states it: what find_result() reads, points (2-0,
/// 1-1), and words (`Red wins`, `Black resigns`, `Draw agreed`, 红方认输, 黑方超时判负, 双方议和).
/// Nothing for a sentence that only judges the position.
[[nodiscard]] std::optional<Result> find_outcome(std::string_view text);

/// A header's date in the form yyyy.mm.dd with ?? for what is not written (`1998.12.??`), or empty
/// when nothing in the text is a date. Reads 1963年8月15日, 83-7-24, 2001。3。17, 20090620-13：00,
/// full-width digits, Chinese digits, and a typewriter's l and O among digits; of a range the first
/// day. Never says more than the text: a two-digit year is 19yy only for 50 to 99, 10/12/1994 keeps
/// its year alone, a day that its month does not have is ??. Takes its own results back unchanged.
[[nodiscard]] std::string normalise_date(std::string_view text);

/// Whether a game can have been recorded in this year. The oldest games that were handed down move
/// by move are of the 16th century; the clock is not asked, so that the answer stays the same.
[[nodiscard]] constexpr bool plausible_year(int year) noexcept {
  return year >= 1500 && year <= 2100;
}

} // namespace xq::record
