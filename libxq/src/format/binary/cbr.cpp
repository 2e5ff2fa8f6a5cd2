#include "format/binary/ccbridge.hpp"
#include "format/shared/field_text.hpp"

#include <xq/base/translate.hpp>
#include <xq/board/fen.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <utility>

namespace xq::format {
namespace {

using record::Game;
using record::Result;

constexpr std::string_view magic{"CCBridge Record\0", 16};
constexpr std::size_t kind_at = 19; ///< 1: older layout

/// Where the two layouts differ. The older one lacks a field before the headers and two after
/// them.
struct Layout {
  std::size_t headers_back; ///< headers stand so many bytes before their places in the newer layout
  std::size_t result_at;
  std::size_t side_at;
  std::size_t board_at;
  std::size_t tree_at;
  bool nibbles; ///< squares are file and rank in four bits each, else 0 to 89
};
constexpr Layout older{128, 1820, 1856, 1864, 1958, true};
constexpr Layout newer{0, 2076, 2112, 2120, 2214, false};

struct TextField {
  std::string_view tag;
  std::size_t at; ///< in the newer layout
  std::size_t size;
};
constexpr auto text_fields = std::to_array<TextField>({
    {"Event", 692, 64},      {"Site", 948, 64},       {"Date", 884, 64},
    {"Round", 756, 64},      {"Red", 1076, 64},       {"RedTeam", 1140, 64},
    {"Black", 1300, 64},     {"BlackTeam", 1364, 64}, {"Title", 180, 128},
    {"Category", 308, 256},  {"Source", 564, 64},     {"EventType", 628, 64},
    {"Group", 820, 32},      {"Table", 852, 32},      {"TimeControl", 1012, 64},
    {"RedTime", 1204, 64},   {"RedElo", 1268, 32},    {"BlackTime", 1428, 64},
    {"BlackElo", 1492, 32},  {"Referee", 1524, 64},   {"Recorder", 1588, 64},
    {"Annotator", 1652, 64}, {"Author", 1780, 64},
});

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
    [[nodiscard]] bool continues() const noexcept { return (flags & 1U) == 0; }
    [[nodiscard]] bool has_alternative() const noexcept { return (flags & 2U) != 0; }
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
    add_header(m_game, field.tag,
               m_text.header(m_file.subspan(field.at - m_layout.headers_back, field.size), m_game));
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
  constexpr std::array types{PieceType::none,     PieceType::rook,    PieceType::horse,
                             PieceType::elephant, PieceType::advisor, PieceType::king,
                             PieceType::cannon,   PieceType::pawn};
  Position position;
  for (std::size_t i = 0; i < square_count; ++i) {
    const unsigned code = byte_of(m_file, m_layout.board_at + i);
    const auto type = (code & 0x0FU) < types.size() ? types[code & 0x0FU] : PieceType::none;
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
  position.set_counters(0, 1);
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
  if ((node.flags & 4U) == 0) {
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
    const auto id =
        tree.add({node->from, node->to, node->continues(), node->has_alternative(), node->offset});
    m_text.add_comment(node->comment, m_game, id);
    node = tree.expects_move() ? read_node(reader) : std::nullopt;
  }
  return tree.finish();
}

} // namespace

bool looks_like_cbr(Bytes file) noexcept { return as_text(file).starts_with(magic); }

Expected<TreeCounts, Problem> read_cbr(Bytes record, Game& game) {
  if (!looks_like_cbr(record)) {
    return Unexpected{
        make_problem(ProblemCode::unknown_format, localized("no CCBridge record begins here"))};
  }
  const auto& layout = record.size() > kind_at && byte_of(record, kind_at) == 1 ? older : newer;
  if (record.size() < layout.tree_at) {
    return Unexpected{make_problem(ProblemCode::truncated,
                                   localized("the record has {} bytes, and its header alone {}",
                                             record.size(), layout.tree_at))};
  }
  return Reader{record, game, layout}.read();
}

} // namespace xq::format
