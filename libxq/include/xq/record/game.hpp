#pragma once

#include <xq/base/problem.hpp>
#include <xq/board/position.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace xq::record {

enum class Result : std::uint8_t { unknown, red_wins, black_wins, draw };

/// `1-0`, `0-1`, `1/2-1/2`, `*`.
[[nodiscard]] std::string_view to_text(Result result) noexcept;

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

/// One game: headers in their original text and order, the start position, a tree of legal moves
/// with notes, and what was found wrong. Built once by a reader, then read. clear() keeps the
/// memory, so one object serves a whole archive without allocating; string_views stay valid until
/// the game changes or is cleared. Not shared between threads while it changes.
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
  std::string_view source;  ///< path as given; owned by the reader, valid while it reads
  std::string_view raw;     ///< decoded text of the game, for rejects; owned by the reader
  std::vector<Problem> problems;
  [[nodiscard]] bool usable() const noexcept { return !has_error(problems); }

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
  /// Of many headers: the number of the first one of each name in a hash table with linear probing,
  /// at most half full, whose size is a power of two. Empty for few.
  std::vector<std::uint32_t> m_slots;
  std::vector<Node> m_nodes;
  std::vector<StoredNote> m_notes;
  Position m_start = Position::start();
  Position m_final;              ///< valid while m_final_nodes is the number of nodes
  std::size_t m_final_nodes = 0; ///< there is always a root, so 0 is never valid
  Result m_result = Result::unknown;
  bool m_variations = false;
};

/// Same headers (order and text), result, start position, tree and notes. Node numbering and
/// provenance do not count. For round-trip tests and duplicate checks.
[[nodiscard]] bool equal(const Game& a, const Game& b);

} // namespace xq::record
