#include "base/text/compose.hpp"
#include "base/text/text.hpp"
#include "cli/files/file_check.hpp"
#include "cli/help/help.hpp"
#include "cli/options/position_argument.hpp"
#include "cli/talk.hpp"
#include "command.hpp"
#include "jobs/answer/write.hpp"
#include "render/document.hpp"

#include <xq/base/error.hpp>
#include <xq/base/translate.hpp>
#include <xq/board/fen.hpp>
#include <xq/board/movegen.hpp>
#include <xq/notation/notation.hpp>
#include <xq/render/svg_board.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <string>
#include <vector>

namespace xq::cli {

namespace {

using jobs::Kind;
using notation::Style;

/// A word of JSON, and translated one for people.
std::string_view state_of(const Position& position) {
  const bool check = position.in_check();
  if (!has_legal_move(position)) {
    // Translators: how a game stands
    return check ? to_translate("checkmate") : to_translate("stalemate");
  }
  // Translators: how a game stands
  return check ? to_translate("check") : to_translate("ongoing");
}

struct Shown {
  const Position& position;
  const MoveList& moves;
};
template <auto Key>
jobs::Value hex(const Shown& s) {
  return fmt::format("{:016x}", to_integer(std::invoke(Key, s.position)));
}
template <auto Key>
jobs::Value canonical_hex(const Shown& s) {
  return fmt::format("{:016x}", to_integer(std::invoke(Key, s.position.canonical())));
}
template <auto Member>
jobs::Value canonical(const Shown& s) {
  return std::invoke(Member, s.position.canonical());
}

struct LegalMove {
  const Position& before;
  Move move;
};
template <Style style>
jobs::Value in(const LegalMove& m) {
  return notation::to_text(m.before, m.move, style);
}
constexpr auto legal_move_fields =
    std::to_array<jobs::FieldOf<LegalMove>>({{"chinese", Kind::move, in<Style::chinese>},
                                             {"traditional", Kind::move, in<Style::traditional>},
                                             {"wxf", Kind::move, in<Style::wxf>},
                                             {"iccs", Kind::move, in<Style::iccs>},
                                             {"uci", Kind::move, in<Style::uci>},
                                             {"coordinate", Kind::move, in<Style::coordinate>},
                                             {"keypad", Kind::move, in<Style::keypad>}});

jobs::Value named_moves(const Shown& s) {
  std::vector<LegalMove> moves;
  for (const Move move : s.moves) {
    moves.push_back({s.position, move});
  }
  return rows_of(legal_move_fields, moves);
}

constexpr auto position_fields = std::to_array<jobs::FieldOf<Shown>>(
    {{"fen", Kind::position, [](const Shown& s) -> jobs::Value { return write_fen(s.position); }},
     {"side", Kind::word,
      [](const Shown& s) -> jobs::Value {
        return s.position.side_to_move() == Color::red ? "red" : "black";
      }},
     {"state", Kind::word, [](const Shown& s) -> jobs::Value { return state_of(s.position); }},
     {"key", Kind::text, hex<&Position::key>},
     {"lock", Kind::text, hex<&Position::lock>},
     {"canonical_key", Kind::text, canonical_hex<&CanonicalKey::key>},
     {"canonical_lock", Kind::text, canonical_hex<&CanonicalKey::lock>},
     {"mirrored", Kind::flag, canonical<&CanonicalKey::mirrored>},
     {"symmetric", Kind::flag, canonical<&CanonicalKey::symmetric>},
     {"moves", Kind::objects, named_moves, jobs::parts<legal_move_fields>}});

enum class Pieces : std::uint8_t { letters, chinese };

constexpr std::array<Style, notation::style_count> all_styles{
    Style::chinese, Style::traditional, Style::wxf,   Style::iccs,
    Style::uci,     Style::coordinate,  Style::keypad};

std::string_view chinese_piece(Piece p) {
  using Names = std::array<std::string_view, piece_slots>;
  constexpr Names simplified{"帅", "仕", "相", "马", "车", "炮", "兵", "・",
                             "将", "士", "象", "马", "车", "炮", "卒", "・"};
  constexpr Names traditional{"帥", "仕", "相", "馬", "車", "炮", "兵", "・",
                              "將", "士", "象", "馬", "車", "砲", "卒", "・"};
  const bool is_traditional = text_language() == TextLanguage::traditional_chinese;
  return (is_traditional ? traditional : simplified)[to_index(p)];
}

/// The board with the points named; Red and Black differ by character or by brackets.
std::string chinese_board(const Position& position) {
  std::string out;
  for (int rank = rank_count - 1; rank >= 0; --rank) {
    out += static_cast<char>('0' + rank);
    for (int file = 0; file < file_count; ++file) {
      const Piece p = position.at(make_square(file, rank));
      const bool red = p != Piece::none && color_of(p) == Color::red;
      out += fmt::format("{}{}{}", red ? '(' : ' ', chinese_piece(p), red ? ')' : ' ');
    }
    out.erase(out.find_last_not_of(' ') + 1);
    out += '\n';
    if (rank == 5) {
      out += text_language() == TextLanguage::traditional_chinese
                 ? "  ------------ 楚河  漢界 -----------\n"
                 : "  ------------ 楚河  汉界 -----------\n";
    }
  }
  out += "  a   b   c   d   e   f   g   h   i\n";
  return out;
}

/// Two squares, h2e2: the move has been played, so no position can judge it.
Value squares(Move& target) {
  Value value;
  value.name = "MOVE";
  value.accept = [&target](const std::string& text) {
    const auto square = [&](std::size_t at) {
      const bool good = text.size() == 4 && text[at] >= 'a' && text[at] <= 'i' &&
                        text[at + 1] >= '0' && text[at + 1] <= '9';
      if (!good) {
        throw make_error<UsageError>("'{}' is no move: write its squares, h2e2", excerpt(text, 60));
      }
      return make_square(text[at] - 'a', text[at + 1] - '0');
    };
    target = Move{square(0), square(2)};
  };
  return value;
}

class PositionTool final : public Command {
public:
  void describe(OptionSet& options) override {
    options.add_argument(texts(m_words, "FEN|MOVE"),
                         "a FEN in quotes or startpos, then moves in any style, which are played "
                         "from there (without a position from the start)",
                         0, OptionSet::any_number);
    options.add(
        "pieces",
        choice(m_pieces, {{"letters", Pieces::letters}, {"chinese", Pieces::chinese}}, "KIND"),
        "draw the board with letters or with Chinese pieces (Red's in brackets)");
    options.add("svg", flag(m_svg), "print the board as an SVG picture, as books draw it");
    options.add("last-move", squares(m_picture.last_move),
                "frame the squares of the move that led here, in the picture");
    options.add("flip", flag(m_picture.flipped), "Black's side below, in the picture");
  }

  Exit run(const GlobalOptions& global) override {
    const Position position = read_position();
    if (m_svg) {
      print_lines(render::svg_board(position, m_picture));
      return Exit::ok;
    }
    MoveList moves;
    generate_legal(position, moves);
    if (global.json) {
      print_lines(jobs::json_line<Shown>(position_fields, {position, moves}));
    } else {
      print_board(position, moves);
    }
    return Exit::ok;
  }

private:
  /// The move that leads to it is framed in the picture, unless another one is named.
  Position read_position() {
    refuse_files(m_words);
    Move last{};
    const auto position =
        pasted_position(m_words, [&](const Position& /*before*/, Move move) { last = move; });
    say_warnings();
    if (m_picture.last_move == Move{}) {
      m_picture.last_move = last;
    }
    return position;
  }

  /// What is odd about the FEN, if there is one.
  void say_warnings() const {
    for (const auto& word : m_words) {
      const auto reading = read_fen(word, OpenKing::warning);
      for (const Problem& warning : reading ? reading->warnings : std::vector<Problem>{}) {
        talk_lines(fmt::format("xq: {}{}\n", translate("warning: "), warning.message));
      }
    }
  }

  void print_board(const Position& position, const MoveList& moves) const {
    const CanonicalKey canonical = position.canonical();
    const auto mirror = canonical.symmetric  ? translate("its own mirror image")
                        : canonical.mirrored ? translate("of the mirror image")
                                             : translate("as it stands");
    const bool red = position.side_to_move() == Color::red;
    const std::array<std::pair<std::string_view, std::string>, 6> rows{{
        {"FEN", write_fen(position)},
        {translate("to move"), std::string{red ? translate("Red") : translate("Black")}},
        {translate("state"), std::string{translate(state_of(position))}},
        {translate("key lock"),
         fmt::format("{:016x} {:016x}", to_integer(position.key()), to_integer(position.lock()))},
        {translate("canonical"), localized("{:016x} {:016x} ({})", to_integer(canonical.key),
                                           to_integer(canonical.lock), mirror)},
        {translate(in_context("number", "moves")), std::to_string(moves.size())},
    }};
    std::size_t width = 0;
    for (const auto& row : rows) {
      width = std::max(width, display_width(row.first) + 2);
    }
    print_lines((m_pieces == Pieces::letters ? draw_board(position) : chinese_board(position)) +
                '\n');
    for (const auto& [label, value] : rows) {
      print_lines(pad_right(label, width) + fill(value, width, table_columns()).substr(width));
    }
    print_moves(position, moves);
  }

  /// The moves in all styles, two blanks before each row where the terminal has room for them.
  static void print_moves(const Position& position, const MoveList& moves) {
    render::Table table;
    for (const auto style : all_styles) {
      table.columns.push_back({.heading = std::string{notation::name(style)}});
    }
    for (const Move move : moves) {
      auto& row = table.rows.emplace_back();
      for (const auto style : all_styles) {
        row.push_back(notation::to_text(position, move, style));
      }
    }
    const auto text = render::table_text(table, table_columns() - 2);
    for (std::string_view rest = text; !rest.empty();) {
      const auto line = rest.substr(0, rest.find('\n') + 1);
      rest.remove_prefix(line.size());
      print_lines(std::string{line == "\n" ? "" : "  "}.append(line));
    }
  }

  std::vector<std::string> m_words;
  Pieces m_pieces = Pieces::letters;
  bool m_svg = false;
  render::SvgOptions m_picture;
};

} // namespace

CommandInfo position_command() {
  return {
      .name = "position",
      .group = "Positions",
      .summary = "show a position: board, keys, legal moves in every notation",
      .synopsis = "[FEN|MOVE...]",
      .description =
          "Draws the board after the moves, if there are any, and prints the FEN in its canonical "
          "form, whose move it is, "
          "whether it is check, checkmate or stalemate, the Zobrist key and lock (and those "
          "under which a book stores the position), and every legal move in every notation.\n\n"
          "With --svg: a picture of the board for a page or a book, nothing else. It needs a "
          "font with Chinese characters where it is shown.\n\n"
          "The best move: xq engine, which is given the position as UCI.",
      .examples = {{"xq position startpos", "the start position and its 44 moves"},
                   {"xq position '炮二平五，马8进7'",
                    "the position after moves as they are pasted"},
                   {"xq position --pieces chinese "
                    "'3k1ab2/4a4/8b/6NPP/9/4n1P2/6p2/4B4/4A4/2BAK4 w'",
                    "an end game with Chinese pieces"},
                   {"xq position --svg --last-move h2e2 "
                    "'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b' > "
                    "b.svg",
                    "a picture"},
                   {"xq position --json startpos", "the same as one JSON object"}},
      .exits = {},
      .answers = {{jobs::parts<position_fields>}},
      .create = create<PositionTool>};
}

} // namespace xq::cli
