#include "format/binary/xqf.hpp"
#include "format/binary/xqf_layout.hpp"
#include "format/shared/field_text.hpp"

#include <xq/base/problem_code.hpp>
#include <xq/base/translate.hpp>
#include <xq/board/fen.hpp>
#include <xq/notation/notation.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace xq::format {
namespace {

using namespace xqf;
using record::Game;
using record::Result;

/// What versions 11 to 18 add to (or take from) the bytes that matter. All zero before.
struct Keys {
  std::uint8_t pieces = 0;
  std::uint8_t from = 0;
  std::uint8_t to = 0;
  std::uint32_t comment_size = 0;
  std::array<std::uint8_t, 32> body{};
};

constexpr std::uint8_t byte_of(Bytes bytes, std::size_t i) noexcept {
  return std::to_integer<std::uint8_t>(bytes[i]);
}

/// The polynomial of the format's author, modulo 256, times the key before it.
constexpr std::uint8_t chain_key(std::uint8_t byte, std::uint8_t before) noexcept {
  const unsigned b = byte;
  return static_cast<std::uint8_t>(((((b * b * 3 + 9) * 3 + 8) * 2 + 1) * 3 + 8) * before);
}

Keys make_keys(Bytes file) noexcept {
  const auto mask = byte_of(file, keys_at);
  const auto ors = file.subspan(8, 4);
  const auto seeds = file.subspan(12, 4); // sum, pieces, from, to
  Keys keys;
  keys.pieces = chain_key(byte_of(seeds, 1), byte_of(seeds, 1));
  keys.from = chain_key(byte_of(seeds, 2), keys.pieces);
  keys.to = chain_key(byte_of(seeds, 3), keys.from);
  keys.comment_size = (byte_of(seeds, 0) * 256U + byte_of(seeds, 1)) % 32000U + 767U;
  constexpr std::string_view phrase = "[(C) Copyright Mr. Dong Shiwei.]";
  static_assert(phrase.size() == 32);
  for (std::size_t i = 0; i < phrase.size(); ++i) {
    const auto part =
        static_cast<std::uint8_t>((byte_of(seeds, i % 4) & mask) | byte_of(ors, i % 4));
    keys.body[i] = static_cast<std::uint8_t>(static_cast<std::uint8_t>(phrase[i]) & part);
  }
  return keys;
}

constexpr std::uint8_t minus(std::uint8_t a, unsigned b) noexcept {
  return static_cast<std::uint8_t>(a - b);
}

class Reader {
public:
  Reader(Bytes file, Game& game)
      : m_file{file},
        m_game{game},
        m_version{byte_of(file, version_at)},
        m_text{Encoding::gb18030} {
    if (m_version > last_plain_version) {
      m_keys = make_keys(file);
    }
  }

  TreeCounts read() {
    read_headers();
    read_position();
    decipher();
    return read_tree();
  }

private:
  /// A node of the file; `offset` is of its first byte there.
  struct Node {
    std::uint8_t from = 0, to = 0;
    bool continues = false, has_alternative = false;
    Bytes comment;
    std::uint64_t offset = 0;
  };

  void read_headers();
  void read_position();
  void decipher();
  TreeCounts read_tree();
  std::optional<Node> read_node(ByteReader& reader);
  /// The root with its comment, then the first move, if there is one.
  std::optional<Node> read_beginning(ByteReader& reader);
  void report(ProblemCode code, std::string message, std::uint64_t offset) {
    m_game.problems.push_back(make_problem(code, std::move(message), {}, {offset, 0, 0}));
  }

  Bytes m_file;
  Game& m_game;
  std::uint8_t m_version;
  Keys m_keys;
  FieldText m_text;
  std::vector<std::byte> m_plain; ///< what follows the header, deciphered
  Bytes m_body;
};

void Reader::read_headers() {
  for (const auto& field : text_fields) {
    const auto size = std::min<std::size_t>(byte_of(m_file, field.at), field.width);
    add_header(m_game, field.tag, m_text.header(m_file.subspan(field.at + 1, size), m_game));
  }
  if (const auto kind = byte_of(m_file, kind_at); kind < kinds.size()) {
    add_header(m_game, kind_tag, kinds[kind]);
  }
  constexpr std::array results{Result::unknown, Result::red_wins, Result::black_wins, Result::draw,
                               Result::draw}; // some programs write 4
  const auto result = byte_of(m_file, result_at);
  if (result < results.size()) {
    m_game.set_result(results[result]);
  } else {
    report(ProblemCode::bad_result, localized("the number {} stands for no result", result),
           result_at);
  }
}

void Reader::read_position() {
  Position position;
  const unsigned turn = m_version >= first_shuffled_version ? m_keys.pieces + 1U : 0U;
  for (std::size_t i = 0; i < 2 * slots_a_side; ++i) {
    const auto slot = (i + turn) % (2 * slots_a_side);
    const auto square = to_square(minus(byte_of(m_file, pieces_at + i), m_keys.pieces));
    if (square == Square::none) {
      continue;
    }
    const auto color = slot < slots_a_side ? Color::red : Color::black;
    const auto piece = make_piece(color, slots[slot % slots_a_side]);
    if (position.at(square) != Piece::none) {
      if (m_game.problems.empty() || m_game.problems.back().where.offset < pieces_at) {
        report(ProblemCode::impossible_position, // once is enough
               localized("two pieces stand on {}", notation::square_name(square)), pieces_at + i);
        m_game.problems.back().advice =
            localized("Correct the board in the program that wrote the file.");
      }
      continue;
    }
    position.put(piece, square);
  }
  position.set_side_to_move(byte_of(m_file, side_at) == 1 ? Color::black : Color::red);
  position.set_counters(0, 1);
  m_game.set_start(position);
}

void Reader::decipher() {
  m_body = m_file.subspan(header_size);
  if (m_version <= last_plain_version) {
    return;
  }
  m_plain.resize(m_body.size());
  for (std::size_t i = 0; i < m_body.size(); ++i) {
    m_plain[i] = std::byte{minus(byte_of(m_body, i), m_keys.body[i % 32])};
  }
  m_body = m_plain;
}

std::optional<Reader::Node> Reader::read_node(ByteReader& reader) {
  Node node;
  node.offset = header_size + reader.offset();
  const auto head = reader.take(4);
  if (!head) {
    report(ProblemCode::truncated, localized("the file ends where a move should follow"),
           node.offset);
    return std::nullopt;
  }
  node.from = minus(byte_of(*head, 0), from_offset + m_keys.from);
  node.to = minus(byte_of(*head, 1), to_offset + m_keys.to);
  const auto flags = byte_of(*head, 2);
  bool has_comment = true;
  if (m_version <= last_plain_version) {
    node.continues = (flags & 0xF0U) != 0;
    node.has_alternative = (flags & 0x0FU) != 0;
  } else {
    node.continues = (flags & 0x80U) != 0;
    node.has_alternative = (flags & 0x40U) != 0;
    has_comment = (flags & 0x20U) != 0;
  }
  if (!has_comment) {
    return node;
  }
  const auto stored = reader.u32();
  const auto size = stored.value_or(0) - m_keys.comment_size;
  const auto comment = stored ? reader.take(size) : std::nullopt;
  if (!comment) {
    report(ProblemCode::truncated,
           stored ? localized("a comment of {} bytes goes beyond the end of the file", size)
                  : localized("the file ends where the size of a comment should follow"),
           node.offset + 4);
    return std::nullopt;
  }
  node.comment = *comment;
  return node;
}

std::optional<Reader::Node> Reader::read_beginning(ByteReader& reader) {
  const auto nothing_more = [&](std::string message) {
    if (reader.left() != 0) {
      return false;
    }
    report(ProblemCode::truncated, std::move(message), m_file.size());
    m_game.problems.back().severity = Severity::warning; // a board that was saved before any move
    return true;
  };
  if (nothing_more(localized("the file has a header and nothing else"))) {
    return std::nullopt;
  }
  const auto root = read_node(reader);
  if (!root) {
    return std::nullopt;
  }
  m_text.add_comment(root->comment, m_game, record::root_node);
  if (!root->continues || nothing_more(localized("the file ends before the first move"))) {
    return std::nullopt;
  }
  return read_node(reader);
}

TreeCounts Reader::read_tree() {
  ByteReader reader{m_body};
  auto node = read_beginning(reader);
  check_start(m_game, node ? to_square(node->from) : Square::none, pieces_at);
  MoveTree tree{m_game};
  while (node) {
    const auto id = tree.add({to_square(node->from), to_square(node->to), node->continues,
                              node->has_alternative, node->offset});
    m_text.add_comment(node->comment, m_game, id);
    node = tree.expects_move() ? read_node(reader) : std::nullopt;
  }
  return tree.finish();
}

} // namespace

bool looks_like_xqf(Bytes file) noexcept {
  return file.size() > version_at && as_text(file).starts_with("XQ") &&
         byte_of(file, version_at) < 0x20; // text that begins with XQ goes on with a letter
}

Expected<TreeCounts, Problem> read_xqf(Bytes file, Game& game) {
  if (!as_text(file).starts_with("XQ")) {
    return Unexpected{
        make_problem(ProblemCode::unknown_format, localized("an XQF file begins with XQ"))};
  }
  if (file.size() < header_size) {
    return Unexpected{make_problem(
        ProblemCode::truncated,
        localized("the file has {} bytes, and an XQF header has {}", file.size(), header_size))};
  }
  if (const auto version = byte_of(file, version_at); version == 0 || version > last_version) {
    return Unexpected{make_problem(
        ProblemCode::unknown_format,
        localized("XQF version {} is not known, only 1 to {}", version, last_version))};
  }
  return Reader{file, game}.read();
}

} // namespace xq::format
