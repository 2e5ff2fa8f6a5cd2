#include "store/rows/game_fields.hpp"

#include "base/text/ascii.hpp"
#include "base/text/npos.hpp"
#include "record/facts.hpp"
#include "store/rows/bytes.hpp"
#include "store/rows/notes_code.hpp"

#include <xq/board/fen.hpp>
#include <xq/record/ecco.hpp>
#include <xq/record/game.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cassert>

namespace xq::store {

using record::Game;

namespace {

/// The columns that hold a header's value, the names first and in the order of NameField.
enum Column : unsigned {
  column_date = name_field_count,
  column_round,
  column_ecco,
  column_result,
  column_fen,
  no_column,
};

struct KnownTag {
  std::string_view name; ///< lower case
  unsigned column;
};
constexpr unsigned column_of(NameField field) { return static_cast<unsigned>(field); }
/// Frozen: older programs refuse a row that keeps any other header in a column.
constexpr KnownTag known_tags[] = {
    {"event", column_of(NameField::event)},
    {"site", column_of(NameField::site)},
    {"red", column_of(NameField::red)},
    {"white", column_of(NameField::red)},
    {"black", column_of(NameField::black)},
    {"redteam", column_of(NameField::red_team)},
    {"whiteteam", column_of(NameField::red_team)},
    {"blackteam", column_of(NameField::black_team)},
    {"date", column_date},
    {"round", column_round},
    {"ecco", column_ecco},
    {"result", column_result},
    {"fen", column_fen},
};

/// Headers that have one value in all games of an archive. (So has an ECCO header that says
/// nothing.)
constexpr std::string_view constant_tags[] = {"game", "variant", "format"};
constexpr std::size_t longest_constant = 40; // a longer value is hardly a constant

unsigned find_column(std::string_view name) {
  const auto* found =
      std::find_if(std::begin(known_tags), std::end(known_tags),
                   [&](const KnownTag& t) { return equal_ignoring_case(t.name, name); });
  return found == std::end(known_tags) ? unsigned{no_column} : found->column;
}

bool is_constant(const Game::Tag& tag) {
  return tag.value.size() <= longest_constant &&
         std::any_of(std::begin(constant_tags), std::end(constant_tags),
                     [&](std::string_view name) { return equal_ignoring_case(name, tag.name); });
}

std::string_view effective_fen(std::string_view column) {
  return column.empty() ? start_fen : column;
}

/// The value of a header that is kept in a column.
std::string column_value(const GameFields& fields, unsigned column) {
  switch (column) {
  case column_date:
    return fields.date_text.empty() ? date_text(fields.date) : std::string{fields.date_text};
  case column_round:
    return std::string{fields.round};
  case column_ecco:
    return std::string{fields.ecco};
  case column_result:
    return std::string{to_text(fields.result)};
  case column_fen:
    return std::string{effective_fen(fields.start_fen)};
  default:
    return std::string{fields.names[column]};
  }
}

} // namespace

// ---- layouts -----------------------------------------------------------------------------------

void LayoutReader::append(std::string& layout, const Tag& tag) {
  put_bytes(layout, tag.name);
  layout += static_cast<char>(tag.place);
  if (tag.place == TagPlace::layout) {
    put_bytes(layout, tag.value);
  }
}

bool LayoutReader::next(Tag& tag) noexcept {
  if (m_rest.empty()) {
    return false;
  }
  ByteReader in{m_rest};
  tag.name = in.sized_bytes();
  tag.place = static_cast<TagPlace>(in.byte());
  tag.value = tag.place == TagPlace::layout ? in.sized_bytes() : std::string_view{};
  m_rest.remove_prefix(m_rest.size() - in.left());
  return in.ok();
}

bool LayoutReader::is_opening(const Tag& tag) noexcept {
  return tag.place == TagPlace::column && equal_ignoring_case("ecco", tag.name);
}

// ---- game to bytes -----------------------------------------------------------------------------

bool GamePacker::set_column(const Game& game, unsigned column, std::string_view value) {
  switch (column) {
  case column_date: {
    const auto normalised = record::normalise_date(value);
    m_fields.date = date_number(normalised);
    const bool number_says_all = m_fields.date == 0 ? value.empty() : value == normalised;
    m_fields.date_text = number_says_all ? std::string_view{} : value;
    return true;
  }
  case column_round:
    m_fields.round = value;
    return true;
  case column_ecco:
    m_fields.ecco = value;
    return true;
  case column_result:
    return value == to_text(game.result());
  case column_fen:
    return value == effective_fen(m_fields.start_fen);
  default:
    m_fields.names[column] = value;
    return true;
  }
}

void GamePacker::add_tag(const Game& game, std::uint64_t place, const Game::Tag& tag,
                         unsigned& columns_used) {
  LayoutReader::Tag entry{tag.name, TagPlace::row, {}};
  const unsigned column = find_column(tag.name);
  const unsigned bit = column == no_column ? 0 : 1U << column;
  if (is_constant(tag)) {
    entry.place = TagPlace::layout;
    entry.value = tag.value;
  } else if (column == column_ecco && (columns_used & bit) == 0 && !m_old_openings &&
             !record::is_filled_in(tag.value) && !(tag.value.empty() && m_opening.empty())) {
    columns_used |= bit; // the column is for what the moves say, if they say anything
    if (tag.value.size() <= longest_constant) {
      entry.place = TagPlace::layout;
      entry.value = tag.value;
    } else {
      m_fields.own_tags.push_back({place, tag.value});
    }
  } else if (bit != 0 && (columns_used & bit) == 0 && set_column(game, column, tag.value)) {
    columns_used |= bit;
    entry.place = TagPlace::column;
  } else {
    m_fields.own_tags.push_back({place, tag.value});
  }
  LayoutReader::append(m_layout, entry);
}

SequenceSpan GamePacker::pack(const Game& game, std::string& out) {
  assert(game.usable());
  m_layout.clear();
  m_moves.clear();
  m_notes.clear();
  m_fields.own_tags.clear();
  auto own_tags = std::move(m_fields.own_tags); // keeps its memory
  m_fields = GameFields{};
  m_fields.own_tags = std::move(own_tags);

  const bool has_code = record::is_filled_in(game.tag("ECCO"));
  const auto* const opening =
      has_code || (m_old_openings && game.has_tag("ECCO")) ? nullptr : record::classify(game);
  m_opening = opening == nullptr ? std::string_view{} : opening->code;
  m_fields.result = game.result();
  m_start_fen = game.standard_start() ? std::string{} : write_fen(game.start());
  m_fields.start_fen = m_start_fen;
  unsigned columns_used = 0;
  for (std::size_t i = 0; i < game.tag_count(); ++i) {
    add_tag(game, i, game.tag_at(i), columns_used);
  }
  encode_moves(game, m_moves);
  encode_notes(game, m_notes);
  m_fields.layout = m_layout;
  m_fields.moves = m_moves;
  m_fields.notes = m_notes;
  return store::pack(m_fields, out);
}

SequenceSpan pack(const GameFields& fields, std::string& out) {
  constexpr std::size_t longest_number = 10;
  std::size_t most = fields.layout.size() + fields.date_text.size() + fields.round.size() +
                     fields.ecco.size() + fields.start_fen.size() + fields.moves.size() +
                     fields.notes.size() + (name_field_count + 10) * longest_number;
  for (const auto name : fields.names) {
    most += name.size();
  }
  for (const auto& tag : fields.own_tags) {
    most += tag.value.size() + 2 * longest_number;
  }
  const std::size_t begin = out.size();
  out.resize(begin + most);
  char* at = out.data() + begin;
  const auto place = [&] { return static_cast<std::size_t>(at - out.data()); };

  at = put_bytes(at, fields.layout);
  for (const auto name : fields.names) {
    at = put_bytes(at, name);
  }
  at = put_number(at, static_cast<std::uint64_t>(fields.date));
  for (const auto text : {fields.date_text, fields.round, fields.ecco}) {
    at = put_bytes(at, text);
  }
  at = put_number(at, static_cast<std::uint64_t>(fields.result));
  SequenceSpan span;
  at = put_bytes(at, fields.start_fen);
  span.start = place() - fields.start_fen.size();
  const auto side = fields.start_fen.find(' ');
  span.start_end = span.start + std::min(fields.start_fen.size(), side == npos ? side : side + 2);
  at = put_bytes(at, fields.moves);
  span.moves_end = place();
  span.moves = span.moves_end - fields.moves.size();
  at = put_bytes(at, fields.notes);
  for (const auto& tag : fields.own_tags) {
    at = put_number(at, tag.place);
    at = put_bytes(at, tag.value);
  }
  assert(place() <= out.size());
  out.resize(place());
  return span;
}

bool read_packed(std::string_view packed, GameFields& fields) {
  ByteReader in{packed};
  fields.layout = in.sized_bytes();
  for (auto& name : fields.names) {
    name = in.sized_bytes();
  }
  fields.date = static_cast<std::int64_t>(in.number());
  fields.date_text = in.sized_bytes();
  fields.round = in.sized_bytes();
  fields.ecco = in.sized_bytes();
  fields.result = static_cast<record::Result>(std::min<std::uint64_t>(in.number(), 0xFF));
  fields.start_fen = in.sized_bytes();
  fields.moves = in.sized_bytes();
  fields.notes = in.sized_bytes();
  fields.own_tags.clear();
  while (in.ok() && !in.at_end()) {
    const auto place = in.number();
    fields.own_tags.push_back({place, in.sized_bytes()});
  }
  return in.ok() && fields.result <= record::Result::draw;
}

void unpack(std::string_view packed, GameFields& fields) {
  [[maybe_unused]] const bool whole = read_packed(packed, fields);
  assert(whole);
}

// ---- bytes to game -----------------------------------------------------------------------------

bool restore(const GameFields& fields, Game& game, std::vector<Move>& scratch) {
  game.clear();
  auto own = fields.own_tags.begin();
  LayoutReader layout{fields.layout};
  LayoutReader::Tag tag;
  for (std::uint64_t place = 0; layout.next(tag); ++place) {
    switch (tag.place) {
    case TagPlace::column: {
      const unsigned column = find_column(tag.name);
      if (column == no_column) {
        return false;
      }
      game.add_tag(tag.name, column_value(fields, column));
      break;
    }
    case TagPlace::row:
      if (own == fields.own_tags.end() || own->place != place) {
        return false;
      }
      game.add_tag(tag.name, own->value);
      ++own;
      break;
    case TagPlace::layout:
      game.add_tag(tag.name, tag.value);
      break;
    default:
      return false;
    }
  }
  game.set_result(fields.result);
  if (!fields.start_fen.empty()) {
    const auto start = read_fen(fields.start_fen, OpenKing::warning);
    if (!start) {
      return false;
    }
    game.set_start(start->position);
  }
  return decode_moves(fields.moves, scratch) && decode_notes(fields.notes, scratch, game);
}

// ---- dates -------------------------------------------------------------------------------------

std::int64_t date_number(std::string_view normalised) noexcept {
  if (normalised.size() != 10 || normalised[4] != '.' || normalised[7] != '.') {
    return 0;
  }
  std::int64_t number = 0;
  for (const std::size_t i : {0U, 1U, 2U, 3U, 5U, 6U, 8U, 9U}) {
    const char c = normalised[i];
    if ((c < '0' || c > '9') && (c != '?' || i < 4)) { // a day of an unknown year is no date
      return 0;
    }
    number = number * 10 + (c == '?' ? 0 : c - '0');
  }
  return number;
}

std::string date_text(std::int64_t number) {
  if (number == 0) {
    return {};
  }
  auto text = fmt::format("{:04}.{:02}.{:02}", number / 10000, number / 100 % 100, number % 100);
  for (const std::size_t i : {5U, 8U}) {
    if (text[i] == '0' && text[i + 1] == '0') {
      text[i] = text[i + 1] = '?';
    }
  }
  return text;
}

} // namespace xq::store
