#include "format/binary/ccbridge.hpp"
#include "format/binary/ccbridge_layout.hpp"
#include "format/shared/field_text.hpp"

#include <xq/base/problem_code.hpp>
#include <xq/base/translate.hpp>
#include <xq/board/fen.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <utility>

namespace xq::format {
namespace {

using namespace ccbridge;
using record::Game;
using record::Result;

constexpr std::uint8_t byte_of(Bytes bytes, std::size_t i) noexcept {
  return std::to_integer<std::uint8_t>(bytes[i]);
}

class Reader {
public:
  Reader(Bytes file, Game& game, const Layout& layout)
      : m_file{file}, m_game{game}, m_layout{layout}, m_text{Encoding::utf16le} {}

  TreeCounts read() {
    read_headers();
    read_board();
    return read_tree();
  }

private:
  struct Node {
    std::uint8_t flags = 0;
    Square from = Square::none, to = Square::none;
    Bytes comment;
    std::uint64_t offset = 0;
    [[nodiscard]] bool continues() const noexcept { return (flags & nothing_follows) == 0; }
  };

  void read_headers();
  void read_board();
  TreeCounts read_tree();
  std::optional<Node> read_node(ByteReader& reader);
  [[nodiscard]] Square to_square(std::uint8_t number) const noexcept;
  void report(ProblemCode code, std::string message, std::uint64_t offset) {
    m_game.problems.push_back(make_problem(code, std::move(message), {}, {offset, 0, 0}));
  }

  Bytes m_file;
  Game& m_game;
  const Layout& m_layout;
  FieldText m_text;
};

void Reader::read_headers() {
  for (const auto& field : text_fields) {
    const auto at = &m_layout == &older ? field.older_at : field.at;
    if (at != 0) {
      add_header(m_game, field.tag, m_text.header(m_file.subspan(at, field.size), m_game));
    }
  }
  if (const auto kind = byte_of(m_file, m_layout.kind_at); kind < kinds.size()) {
    add_header(m_game, kind_tag, kinds[kind]);
  }
  constexpr std::array results{Result::unknown, Result::red_wins, Result::black_wins, Result::draw,
                               Result::unknown}; // 4: several results in one tree
  const auto result = byte_of(m_file, m_layout.result_at);
  if (result < results.size()) {
    m_game.set_result(results[result]);
  } else {
    report(ProblemCode::bad_result, localized("the number {} stands for no result", result),
           m_layout.result_at);
  }
}

void Reader::read_board() {
  Position position;
  for (std::size_t i = 0; i < square_count; ++i) {
    const unsigned code = byte_of(m_file, m_layout.board_at + i);
    const auto type = (code & 0x0FU) < pieces.size() ? pieces[code & 0x0FU] : PieceType::none;
    if (type != PieceType::none && (code >> 4U == 1 || code >> 4U == 2)) {
      const auto row = static_cast<int>(i) / file_count; // from Black's side
      position.put(make_piece(code >> 4U == 1 ? Color::red : Color::black, type),
                   make_square(static_cast<int>(i) % file_count, rank_count - 1 - row));
    } else if (code != 0) {
      report(ProblemCode::impossible_position, localized("the number {} stands for no piece", code),
             m_layout.board_at + i);
    }
  }
  position.set_side_to_move(byte_of(m_file, m_layout.side_at) == 2 ? Color::black : Color::red);
  const auto number = little_endian<2>(m_file.subspan(m_layout.number_at));
  position.set_counters(0,
                        number == 0 || number > most_first_number ? 1 : static_cast<int>(number));
  m_game.set_start(position);
}

Square Reader::to_square(std::uint8_t number) const noexcept {
  const int file = m_layout.nibbles ? number >> 4U : number % file_count;
  const int row = m_layout.nibbles ? number & 0x0F : number / file_count;
  return file < file_count && row < rank_count ? make_square(file, rank_count - 1 - row)
                                               : Square::none;
}

std::optional<Reader::Node> Reader::read_node(ByteReader& reader) {
  Node node;
  node.offset = reader.offset();
  const auto head = reader.take(4);
  if (!head) {
    report(ProblemCode::truncated, localized("the record ends where a move should follow"),
           node.offset);
    return std::nullopt;
  }
  node.flags = byte_of(*head, 0);
  node.from = to_square(byte_of(*head, 2));
  node.to = to_square(byte_of(*head, 3));
  if ((node.flags & has_comment) == 0) {
    return node;
  }
  const auto size = reader.u32();
  const auto comment = size ? reader.take(*size) : std::nullopt;
  if (!comment) {
    report(ProblemCode::truncated,
           size ? localized("a comment of {} bytes goes beyond the end of the record", *size)
                : localized("the record ends where the size of a comment should follow"),
           node.offset + 4);
    return std::nullopt;
  }
  node.comment = *comment;
  return node;
}

TreeCounts Reader::read_tree() {
  ByteReader reader{m_file, m_layout.tree_at};
  std::optional<Node> node;
  if (reader.left() != 0) {
    node = read_node(reader); // the root: no move
    if (node) {
      m_text.add_comment(node->comment, m_game, record::root_node);
      node = node->continues() && reader.left() != 0 ? read_node(reader) : std::nullopt;
    }
  }
  if (node && node->from == node->to) {
    node.reset(); // a game without moves: the zeros that fill its place
  }
  check_start(m_game, node ? node->from : Square::none, m_layout.board_at);
  MoveTree tree{m_game};
  while (node) {
    const bool is_followed_by_alternative = (node->flags & has_alternative) != 0;
    const auto id = tree.add(
        {node->from, node->to, node->continues(), is_followed_by_alternative, node->offset});
    m_text.add_comment(node->comment, m_game, id);
    node = tree.expects_move() ? read_node(reader) : std::nullopt;
  }
  return tree.finish();
}

} // namespace

std::optional<Bytes> RecordSteps::next() noexcept {
  const auto head = m_ended ? std::nullopt : m_reader.take(4);
  if (!head) {
    return std::nullopt;
  }
  const auto flags = byte_of(*head, 0);
  std::optional<Bytes> comment{Bytes{}};
  if ((flags & has_comment) != 0) {
    const auto size = m_reader.u32();
    comment = size ? m_reader.take(*size) : std::nullopt;
  }
  m_promised += !m_is_root && (flags & has_alternative) != 0 ? 1U : 0U;
  m_is_root = false;
  m_ended = !comment || ((flags & nothing_follows) != 0 && m_promised-- == 0);
  return comment;
}

bool looks_like_cbr(Bytes file) noexcept { return as_text(file).starts_with(record_magic); }

Expected<TreeCounts, Problem> read_cbr(Bytes record, Game& game) {
  if (!looks_like_cbr(record)) {
    return Unexpected{
        make_problem(ProblemCode::unknown_format, localized("no CCBridge record begins here"))};
  }
  const auto& layout = record.size() > layout_at && byte_of(record, layout_at) == 1 ? older : newer;
  if (record.size() < layout.tree_at) {
    return Unexpected{make_problem(ProblemCode::truncated,
                                   localized("the record has {} bytes, and its header alone {}",
                                             record.size(), layout.tree_at))};
  }
  return Reader{record, game, layout}.read();
}

} // namespace xq::format
