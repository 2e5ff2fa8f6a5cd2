#include "base/script/lossy.hpp"
#include "base/text/ascii.hpp"
#include "base/text/text.hpp"
#include "format/binary/xqf.hpp"
#include "format/binary/xqf_layout.hpp"
#include "format/shared/byte_reader.hpp"
#include "format/shared/field_text.hpp"
#include "format/shared/flat_record.hpp"
#include "format/shared/losses.hpp"
#include "format/shared/move_tree.hpp"

#include <xq/base/problem_code.hpp>
#include <xq/base/translate.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

namespace xq::format {
namespace {

using namespace xqf;
using record::Game;
using record::NodeId;

class FileWriter {
public:
  FileWriter(const Game& game, std::vector<Problem>& losses) : m_game{game}, m_losses{losses} {}

  Expected<std::string, Problem> write() {
    m_out.assign(header_size, '\0');
    m_out[0] = 'X';
    m_out[1] = 'Q';
    put(version_at, last_plain_version);
    if (auto fault = put_position()) {
      return Unexpected{std::move(*fault)};
    }
    put_headers();
    put_tree();
    report_unwritable_text(m_game, m_losses);
    report_returns(m_game, m_losses);
    if (m_substituted != 0) {
      lose(localized("{} characters that GB18030 lacks, written as □", m_substituted));
    }
    if (m_nags != 0) {
      lose(localized("{} annotation glyphs", m_nags));
    }
    if (m_moved_comments != 0) {
      lose(localized("the places of {} comments, only one after each move; they are joined",
                     m_moved_comments));
    }
    return std::move(m_out);
  }

private:
  void put(std::size_t at, std::uint8_t value) { m_out[at] = static_cast<char>(value); }
  /// Note that XQF has no place for `what`.
  void lose(const std::string& what, std::string_view token = {}) {
    m_losses.push_back(
        make_problem(ProblemCode::not_representable, localized("XQF cannot hold {}", what), token));
  }

  std::optional<Problem> put_position();
  std::optional<Problem> put_pieces(Color color);
  void put_headers();
  void put_field(const TextField& field);
  void report_other_tags();
  void put_tree();
  void put_node(std::uint8_t from, std::uint8_t to, NodeId id, bool has_alternative);
  std::string comment_of(NodeId id);
  /// `utf8` in GB18030, which lacks noncharacters alone.
  std::string to_gb18030(std::string_view utf8) {
    return encode_lossy(writable(utf8), Encoding::gb18030, m_substituted);
  }

  const Game& m_game;
  std::vector<Problem>& m_losses;
  std::string m_out;
  std::size_t m_nags = 0;
  std::size_t m_moved_comments = 0;
  std::uint64_t m_substituted = 0; ///< characters
};

std::optional<Problem> FileWriter::put_position() {
  std::fill_n(m_out.begin() + pieces_at, 2 * slots_a_side, static_cast<char>(no_square));
  for (const Color color : {Color::red, Color::black}) {
    if (auto fault = put_pieces(color)) {
      return fault;
    }
  }
  const Position& start = m_game.start();
  put(side_at, start.side_to_move() == Color::black ? 1 : 0);
  if (start.halfmove_clock() != 0 || start.fullmove_number() != 1) {
    lose(localized("the move counters of the start position"));
  }
  if (m_game.node_count() == 1 && mover_without_moves(start) != start.side_to_move()) {
    lose(localized("the side to move of a position without moves"));
  }
  return std::nullopt;
}

std::optional<Problem> FileWriter::put_pieces(Color color) {
  const auto first = pieces_at + (color == Color::black ? slots_a_side : 0);
  std::array<bool, slots_a_side> taken{};
  // By files, so that the usual start fills the slots in their usual order.
  for (std::uint8_t number = 0; number < square_count; ++number) {
    const Piece piece = m_game.start().at(to_square(number));
    if (piece == Piece::none || color_of(piece) != color) {
      continue;
    }
    std::size_t slot = 0;
    while (slot < slots_a_side && (taken[slot] || slots[slot] != type_of(piece))) {
      ++slot;
    }
    if (slot == slots_a_side) {
      return make_problem(
          ProblemCode::impossible_position,
          localized("the start position has more pieces of a kind than a full set"));
    }
    taken[slot] = true;
    put(first + slot, number);
  }
  return std::nullopt;
}

void FileWriter::put_field(const TextField& field) {
  const auto value = m_game.tag(field.tag);
  const auto encoded = to_gb18030(value);
  auto text = std::string_view{encoded};
  if (text.size() > field.width) {
    text = whole_characters(text.substr(0, field.width), Encoding::gb18030);
    lose(localized("more than {} bytes of {}", field.width, field.tag), value);
  }
  put(field.at, static_cast<std::uint8_t>(text.size()));
  std::copy(text.begin(), text.end(),
            m_out.begin() + static_cast<std::string::difference_type>(field.at + 1));
}

void FileWriter::put_headers() {
  for (const auto& field : text_fields) {
    put_field(field);
  }
  const auto kind = std::find(kinds.begin(), kinds.end(), m_game.tag(kind_tag));
  if (kind == kinds.end()) {
    lose(localized("this kind of record"), m_game.tag(kind_tag));
  } else {
    put(kind_at, static_cast<std::uint8_t>(kind - kinds.begin()));
  }
  put(result_at, static_cast<std::uint8_t>(m_game.result()));
  report_other_tags();
}

void FileWriter::report_other_tags() {
  for (std::size_t i = 0; i < m_game.tag_count(); ++i) {
    const auto tag = m_game.tag_at(i);
    const bool has_place =
        equal_ignoring_case(tag.name, kind_tag) ||
        std::any_of(text_fields.begin(), text_fields.end(),
                    [&](const auto& field) { return equal_ignoring_case(tag.name, field.tag); });
    const bool known = has_place && is_first_of_name(m_game, tag) && !is_blank_header(tag);
    if (!known && !is_implied(m_game, tag)) {
      lose(localized("the header {}", tag.name), tag.value);
    }
  }
}

std::string FileWriter::comment_of(NodeId id) {
  std::string text;
  m_game.for_each_note(id, [&](const Game::Note& note) {
    if (note.kind == record::NoteKind::nag) {
      ++m_nags;
      return;
    }
    const auto words = trim(note.text);
    if (words.empty()) {
      return;
    }
    if (!text.empty() || note.kind == record::NoteKind::comment_before) {
      ++m_moved_comments;
    }
    text += text.empty() ? "" : "\r\n";
    for (const char c : words) {
      text += c == '\n' ? "\r\n" : std::string_view{&c, 1};
    }
  });
  return to_gb18030(text);
}

void FileWriter::put_node(std::uint8_t from, std::uint8_t to, NodeId id, bool has_alternative) {
  const bool continues = m_game.node(id).first_child != record::no_node;
  m_out += static_cast<char>(from);
  m_out += static_cast<char>(to);
  m_out += static_cast<char>((continues ? 0xF0U : 0U) | (has_alternative ? 0x0FU : 0U));
  m_out += '\0';
  const auto comment = comment_of(id);
  m_out += little_endian_bytes(comment.size());
  m_out += comment;
}

void FileWriter::put_tree() {
  put_node(from_offset, to_offset, record::root_node, false);
  std::vector<NodeId> promised; // alternatives to write after the moves before them
  auto id = m_game.node(record::root_node).first_child;
  while (id != record::no_node) {
    const auto& node = m_game.node(id);
    put_node(static_cast<std::uint8_t>(from_square(node.move.from()) + from_offset),
             static_cast<std::uint8_t>(from_square(node.move.to()) + to_offset), id,
             node.next_sibling != record::no_node);
    if (node.next_sibling != record::no_node) {
      promised.push_back(node.next_sibling);
    }
    id = node.first_child;
    if (id == record::no_node && !promised.empty()) {
      id = promised.back();
      promised.pop_back();
    }
  }
}

} // namespace

Expected<std::string, Problem> write_xqf(const Game& game, std::vector<Problem>& losses) {
  return FileWriter{game, losses}.write();
}

namespace {

class XqfWriter final : public Writer {
public:
  void game(std::string& out, const record::Game& game) const override {
    std::vector<Problem> losses_told_elsewhere;
    if (auto file = write_xqf(game, losses_told_elsewhere)) {
      out += *file;
    }
  }
  void losses(const record::Game& game, std::vector<Problem>& out) const override {
    if (const auto file = write_xqf(game, out); !file) {
      out.push_back(file.error());
    }
  }
};

} // namespace

std::unique_ptr<Writer> make_xqf_writer(const WriteOptions& /*options*/) {
  return std::make_unique<XqfWriter>();
}

} // namespace xq::format
