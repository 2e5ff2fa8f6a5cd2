#include "store/rows/notes_code.hpp"

#include "board/packed_moves.hpp"
#include "store/rows/bytes.hpp"

#include <limits>
#include <vector>

namespace xq::store {

using record::Game;
using record::no_node;
using record::NodeId;
using record::NoteKind;
using record::root_node;

namespace {

constexpr std::uint8_t version = 1;
enum Token : std::uint8_t {
  token_advance = 1,
  token_play,
  token_open,
  token_close,
  token_comment,
  token_comment_before,
  token_nag,
};

/// Writes the tree in the order of its text, keeping runs of moves together. A stack of its own
/// instead of recursion, because variations may nest deeply.
class Encoder {
public:
  Encoder(const Game& game, std::string& out) : m_game{game}, m_out{out} {}

  void run() {
    m_out += static_cast<char>(version);
    notes(root_node);
    NodeId node = m_game.node(root_node).first_child;
    while (node != no_node || !m_pending.empty()) {
      node = write_run(node);
      if (node != no_node) { // it has alternatives, which come before the moves that follow it
        m_pending.push_back({node, m_game.node(node).next_sibling});
      } else if (!m_pending.empty()) {
        token(token_close);
      }
      node = resume();
    }
    // Moves of the main line after the last note are not written.
  }

private:
  struct Pending {
    NodeId node;        ///< written; the moves that follow it are its children
    NodeId alternative; ///< the next one to write
  };

  /// Write moves from `node` on, up to one that has alternatives (returned) or the end (no_node).
  NodeId write_run(NodeId node) {
    for (; node != no_node; node = m_game.node(node).first_child) {
      const auto& n = m_game.node(node);
      ++m_run;
      if (!m_pending.empty()) {
        append_packed(m_moves, n.move);
      }
      notes(node);
      if (n.next_sibling != no_node && m_game.node(n.parent).first_child == node) {
        return node;
      }
    }
    return no_node;
  }

  /// Where to go on: into the next alternative, or behind the move that has no more of them.
  NodeId resume() {
    if (m_pending.empty()) {
      return no_node;
    }
    auto& top = m_pending.back();
    if (top.alternative == no_node) {
      const NodeId node = top.node;
      m_pending.pop_back();
      return m_game.node(node).first_child;
    }
    const NodeId node = top.alternative;
    top.alternative = m_game.node(node).next_sibling;
    token(token_open);
    return node;
  }

  void notes(NodeId node) {
    m_game.for_each_note(node, [&](const Game::Note& note) {
      switch (note.kind) {
      case NoteKind::comment:
        token(token_comment);
        put_bytes(m_out, note.text);
        break;
      case NoteKind::comment_before:
        token(token_comment_before);
        put_bytes(m_out, note.text);
        break;
      case NoteKind::nag:
        token(token_nag);
        put_number(m_out, note.nag);
        break;
      }
    });
  }

  void token(Token t) {
    flush();
    m_out += static_cast<char>(t);
  }

  /// Write the run of moves that is waiting.
  void flush() {
    if (m_run == 0) {
      return;
    }
    m_out += static_cast<char>(m_moves.empty() ? token_advance : token_play);
    put_number(m_out, m_run);
    m_out += m_moves;
    m_run = 0;
    m_moves.clear();
  }

  const Game& m_game;
  std::string& m_out;
  std::vector<Pending> m_pending;
  std::string m_moves; ///< of the waiting run; empty on the main line
  std::uint64_t m_run = 0;
};

/// Plays the tokens into a game, on a board, to check every move.
class Decoder {
public:
  Decoder(std::string_view notes, std::span<const Move> main_moves, Game& game)
      : m_in{notes}, m_main{main_moves}, m_game{game} {
    m_branch.position = game.start();
  }

  bool run() {
    if (!m_in.at_end() && m_in.byte() != version) {
      return false;
    }
    while (!m_in.at_end()) {
      if (!token(m_in.byte()) || !m_in.ok()) {
        return false;
      }
    }
    return m_interrupted.empty() && advance(m_main.size());
  }

private:
  /// The main line or a variation while it is played: its last node, and what takes the last move
  /// back.
  struct Branch {
    NodeId node = root_node;
    Position position;
    Move last;
    Undo undo;
  };

  bool token(std::uint8_t t) {
    switch (t) {
    case token_advance: {
      const auto count = m_in.number();
      return m_interrupted.empty() && count <= m_main.size() && advance(count);
    }
    case token_play:
      return play_run(m_in.number());
    case token_open:
      return open();
    case token_close:
      return close();
    case token_comment:
      return comment(NoteKind::comment);
    case token_comment_before:
      return comment(NoteKind::comment_before);
    case token_nag: {
      const auto nag = m_in.number();
      m_game.add_nag(m_branch.node, static_cast<std::uint16_t>(nag));
      return nag <= std::numeric_limits<std::uint16_t>::max();
    }
    default:
      return false;
    }
  }

  bool play(Move move) {
    if (!move || !m_branch.position.is_legal(move)) {
      return false;
    }
    m_branch.node = m_game.add_move(m_branch.node, move);
    m_branch.position.do_move(move, m_branch.undo);
    m_branch.last = move;
    return true;
  }

  bool advance(std::uint64_t count) {
    for (; count > 0; --count) {
      if (!play(m_main.front())) {
        return false;
      }
      m_main = m_main.subspan(1);
    }
    return true;
  }

  bool play_run(std::uint64_t count) {
    if (m_interrupted.empty() || count > m_in.left() / 2) {
      return false;
    }
    for (; count > 0; --count) {
      const unsigned high = m_in.byte();
      if (!play(Move::from_disk((high << 8U) | m_in.byte()))) {
        return false;
      }
    }
    return true;
  }

  bool open() {
    if (!m_branch.last) { // nothing to be an alternative to
      return false;
    }
    m_interrupted.push_back(m_branch);
    m_branch.position.undo_move(m_branch.last, m_branch.undo);
    m_branch.node = m_game.node(m_branch.node).parent;
    m_branch.last = Move::none();
    return true;
  }

  bool close() {
    if (m_interrupted.empty() || !m_branch.last) { // no variation, or one without a move
      return false;
    }
    m_branch = m_interrupted.back();
    m_interrupted.pop_back();
    return true;
  }

  bool comment(NoteKind kind) {
    const auto text = m_in.sized_bytes();
    m_game.add_comment(m_branch.node, text, kind);
    return true;
  }

  ByteReader m_in;
  std::span<const Move> m_main;
  Game& m_game;
  Branch m_branch;
  std::vector<Branch> m_interrupted;
};

} // namespace

void encode_notes(const Game& game, std::string& out) {
  if (game.has_notes() || game.has_variations()) {
    Encoder{game, out}.run();
  }
}

bool decode_notes(std::string_view notes, std::span<const Move> main_moves, Game& game) {
  return Decoder{notes, main_moves, game}.run();
}

namespace {

/// Calls comment(text) and glyph(NAG, whether of a move of the main line), up to where the notes
/// are damaged.
template <typename Comment, typename Glyph>
void scan_notes(std::string_view notes, Comment comment, Glyph glyph) {
  ByteReader in{notes};
  if (in.at_end() || in.byte() != version) {
    return;
  }
  std::size_t depth = 0;
  bool moved = false;
  while (in.ok() && !in.at_end()) {
    switch (in.byte()) {
    case token_advance:
      in.number();
      moved = true;
      break;
    case token_nag:
      if (const auto nag = in.number(); in.ok()) {
        glyph(nag, moved && depth == 0);
      }
      break;
    case token_play:
      if (const auto moves = in.number(); moves <= in.left() / 2) {
        in.bytes(2 * moves);
        break;
      }
      return;
    case token_comment:
    case token_comment_before:
      if (const auto text = in.sized_bytes(); in.ok()) {
        comment(text);
      }
      break;
    case token_open:
      ++depth;
      break;
    case token_close:
      depth -= depth == 0 ? 0U : 1U;
      break;
    default:
      return;
    }
  }
}

} // namespace

void for_each_comment(std::string_view notes, const std::function<void(std::string_view)>& f) {
  scan_notes(notes, f, [](std::uint64_t, bool) {});
}

void for_each_main_glyph(std::string_view notes, const std::function<void(std::uint64_t)>& f) {
  scan_notes(
      notes, [](std::string_view) {},
      [&](std::uint64_t nag, bool of_main_line) {
        if (of_main_line) {
          f(nag);
        }
      });
}

void encode_moves(const Game& game, std::string& out) {
  const std::size_t begin = out.size();
  out.resize(begin + 2 * game.node_count()); // as many as there can be
  char* at = out.data() + begin;
  const auto put = [&](const Game::Node& node) {
    const auto number = node.move.disk();
    *at++ = static_cast<char>(number >> 8U);
    *at++ = static_cast<char>(number);
  };
  if (game.has_variations()) {
    for (NodeId id = game.node(root_node).first_child; id != no_node;
         id = game.node(id).first_child) {
      put(game.node(id));
    }
  } else { // the nodes are the main line, one behind the other
    for (NodeId id = root_node + 1; id < game.node_count(); ++id) {
      put(game.node(id));
    }
  }
  out.resize(static_cast<std::size_t>(at - out.data()));
}

bool decode_moves(std::string_view bytes, std::vector<Move>& out) {
  out.clear();
  if (bytes.size() % 2 != 0) {
    return false;
  }
  ByteReader in{bytes};
  while (!in.at_end()) {
    const unsigned high = in.byte();
    const auto move = Move::from_disk((high << 8U) | in.byte());
    if (!move) {
      return false;
    }
    out.push_back(move);
  }
  return true;
}

} // namespace xq::store
