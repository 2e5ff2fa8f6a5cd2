#include "base/hash.hpp"
#include "base/text/text.hpp"
#include "format/binary/ccbridge.hpp"
#include "format/binary/ccbridge_layout.hpp"
#include "format/shared/byte_reader.hpp"
#include "format/shared/field_text.hpp"
#include "format/shared/flat_record.hpp"
#include "format/shared/losses.hpp"
#include "format/shared/move_tree.hpp"

#include <xq/base/translate.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>

namespace xq::format {
namespace {

using namespace ccbridge;
using record::Game;
using record::NodeId;

void put(std::string& out, std::size_t at, std::string_view bytes) {
  std::copy(bytes.begin(), bytes.end(), out.begin() + static_cast<std::ptrdiff_t>(at));
}

/// The number of a square in the newer layout.
char square_byte(Square s) noexcept {
  return static_cast<char>((rank_count - 1 - rank_of(s)) * file_count + file_of(s));
}

/// One record in the newer layout.
class RecordWriter {
public:
  RecordWriter(const Game& game, std::vector<Problem>& losses) : m_game{game}, m_losses{losses} {}

  std::string write() {
    m_out.assign(newer.tree_at, '\0');
    put(m_out, 0, record_magic);
    m_out[layout_at] = 2;
    put_headers();
    put_start();
    put(m_out, replay_at, "\xFF\xFF\xFF\xFF");
    put_tree();
    report_lost_notes(m_game, m_losses);
    report_unwritable_text(m_game, m_losses);
    report_returns(m_game, m_losses);
    put_identifier();
    return std::move(m_out);
  }

private:
  void lose(const std::string& what, std::string_view token = {}) {
    report_loss(m_losses, what, token);
  }

  void put_headers() {
    m_out[newer.result_at] = static_cast<char>(m_game.result());
    for (std::size_t i = 0; i < m_game.tag_count(); ++i) {
      const auto tag = m_game.tag_at(i);
      const auto* const field = std::ranges::find(text_fields, tag.name, &TextField::tag);
      const auto* const kind = std::ranges::find(kinds, tag.value);
      if (is_implied(m_game, tag)) {
        continue;
      }
      if (!is_first_of_name(m_game, tag)) {
        lose(localized("a second header {}", tag.name), tag.value);
      } else if (field != text_fields.end() && !is_blank_header(tag)) {
        put_field(*field, tag.value);
      } else if (tag.name == kind_tag && kind != kinds.end()) {
        m_out[newer.kind_at] = static_cast<char>(kind - kinds.begin());
      } else {
        lose(localized("the header {}", tag.name), tag.value);
      }
    }
  }

  void put_field(const TextField& field, std::string_view value) {
    const auto encoded = to_utf16(trim(value));
    auto text = std::string_view{encoded};
    const auto room = field.size - 2; // for the NUL at its end
    if (text.size() > room) {
      text = whole_characters(text.substr(0, room), Encoding::utf16le);
      lose(localized("more than {} characters of {}", room / 2, field.tag), value);
    }
    put(m_out, field.at, text);
  }

  static std::string to_utf16(std::string_view utf8) {
    return *encode(writable(utf8), Encoding::utf16le); // which has every character
  }

  void put_start() {
    const Position& start = m_game.start();
    for (std::size_t i = 0; i < square_count; ++i) {
      const auto square = static_cast<Square>(i);
      const Piece piece = start.at(square);
      if (piece != Piece::none) {
        const auto number = std::ranges::find(pieces, type_of(piece)) - pieces.begin();
        m_out[newer.board_at + static_cast<unsigned char>(square_byte(square))] =
            static_cast<char>((color_of(piece) == Color::red ? 0x10 : 0x20) + number);
      }
    }
    m_out[newer.side_at] = start.side_to_move() == Color::red ? 1 : 2;
    const auto number = static_cast<std::uint32_t>(start.fullmove_number());
    put(m_out, newer.number_at,
        little_endian_bytes(number <= most_first_number ? number : 1).substr(0, 2));
    if (start.halfmove_clock() != 0 || number > most_first_number) {
      lose(localized("the move counters of the start position"));
    }
    if (m_game.node_count() == 1 && mover_without_moves(start) != start.side_to_move()) {
      lose(localized("the side to move of a position without moves"));
    }
  }

  void put_tree() {
    const auto first = m_game.node(record::root_node).first_child;
    put_node(record::root_node, first != record::no_node, false);
    for_each_in_preorder(m_game, [&](NodeId id, bool continues, bool has_alternative) {
      put_node(id, continues, has_alternative);
    });
  }

  void put_node(NodeId id, bool continues, bool is_followed_by_alternative) {
    std::string comment;
    for (const char c : joined_comments(m_game, id)) {
      comment += c == '\n' ? "\r\n" : std::string_view{&c, 1};
    }
    comment = to_utf16(comment);
    m_out += static_cast<char>((continues ? 0U : nothing_follows) |
                               (is_followed_by_alternative ? has_alternative : 0U) |
                               (comment.empty() ? 0U : has_comment));
    m_out += '\0';
    const Move move = m_game.node(id).move;
    m_out += id == record::root_node ? '\0' : square_byte(move.from());
    m_out += id == record::root_node ? '\0' : square_byte(move.to());
    if (!comment.empty()) {
      m_out += little_endian_bytes(comment.size()) + comment;
    }
  }

  /// The program tells records apart by it. Made of all the rest, so that equal games have equal
  /// files.
  void put_identifier() {
    const auto hash = content_hash128(m_out, 0);
    for (const auto& [at, value] : {std::pair{0U, hash.low}, std::pair{8U, hash.high}}) {
      put(m_out, identifier_at + at,
          little_endian_bytes(value) + little_endian_bytes(value >> 32U));
    }
  }

  const Game& m_game;
  std::vector<Problem>& m_losses;
  std::string m_out;
};

std::string write_record(const Game& game) {
  std::vector<Problem> losses_told_elsewhere;
  return RecordWriter{game, losses_told_elsewhere}.write();
}

class CbrWriter : public Writer {
public:
  void game(std::string& out, const Game& game) const override { out += write_record(game); }
  void losses(const Game& game, std::vector<Problem>& out) const override {
    RecordWriter{game, out}.write();
  }
};

/// Bytes of the record at the front of `records`; behind them its last slot is empty. Found by its
/// moves: what its texts hold does not matter.
std::size_t used_size(Bytes records) noexcept {
  RecordSteps steps{records, newer.tree_at};
  while (steps.next()) {
  }
  return steps.offset();
}

/// As Windows writes identifiers: {00112233-4455-...}, the first three groups little-endian.
std::string identifier_text(Bytes record) {
  constexpr std::array<std::size_t, identifier_size> order{3, 2, 1,  0,  5,  4,  7,  6,
                                                           8, 9, 10, 11, 12, 13, 14, 15};
  std::string out = "{";
  for (std::size_t i = 0; i < order.size(); ++i) {
    out += i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "";
    out += fmt::format("{:02X}", std::to_integer<unsigned>(record[identifier_at + order[i]]));
  }
  return out + '}';
}

/// What the index says of a record: 7 (in use), its number, slots, bytes, identifier, title.
std::string index_entry(Bytes record, std::size_t number, std::size_t slots, std::size_t used) {
  constexpr std::size_t identifier_text_at = 20;
  constexpr std::size_t title_at = 100;
  constexpr std::size_t title_size = 128;
  std::string out = little_endian_bytes(7) + little_endian_bytes(number) +
                    little_endian_bytes(slots) + little_endian_bytes(used);
  out.resize(entry_size, '\0');
  put(out, identifier_text_at, *encode(identifier_text(record), Encoding::utf16le));
  const auto* const title = std::ranges::find(text_fields, "Title", &TextField::tag);
  static_assert(title_size <= entry_size - title_at);
  put(out, title_at, as_text(record.subspan(title->at, title_size)));
  return out;
}

class CblWriter final : public CbrWriter {
public:
  void game(std::string& out, const Game& game) const override {
    out += write_record(game);
    out.resize((out.size() + slot_size - 1) / slot_size * slot_size, '\0');
  }

  void index(std::string& out, std::string_view games) const override {
    std::string entries;
    std::size_t count = 0;
    const auto file = as_bytes(games);
    for (std::size_t at = 0; at < file.size();) {
      const auto record = file.subspan(at);
      const auto used = used_size(record);
      const auto slots = (used + slot_size - 1) / slot_size;
      entries += index_entry(record, count++, slots, used);
      at += slots * slot_size;
    }
    // The program makes room in steps of 128.
    const std::size_t capacity = std::max<std::size_t>((count + 127) / 128, 1) * 128;
    const auto begin = out.size();
    out.append(index_at, '\0');
    put(out, begin, library_magic);
    put(out, begin + version_at, little_endian_bytes(3));
    put(out, begin + limit_at, little_endian_bytes(0x7FFFFFFF));
    put(out, begin + capacity_at, little_endian_bytes(capacity));
    out += entries;
    out.append((capacity - count) * entry_size, '\0');
  }
};

} // namespace

std::unique_ptr<Writer> make_cbr_writer(const WriteOptions& /*options*/) {
  return std::make_unique<CbrWriter>();
}

std::unique_ptr<Writer> make_cbl_writer(const WriteOptions& /*options*/) {
  return std::make_unique<CblWriter>();
}

} // namespace xq::format
