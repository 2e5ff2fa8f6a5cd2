#include "notation/read_path.hpp"

#include "base/text/ascii.hpp"
#include "base/text/text.hpp"
#include "notation/styles.hpp"

#include <xq/base/translate.hpp>

#include <optional>
#include <vector>

namespace xq::notation {

namespace {

constexpr std::uint16_t all_pieces = 0xFFFF;

std::uint16_t bit(Piece piece) noexcept {
  return static_cast<std::uint16_t>(1U << to_index(piece));
}

std::vector<std::string_view> parts_of(std::string_view text, std::string_view separators) {
  std::vector<std::string_view> parts;
  while (true) {
    const auto end = text.find_first_of(separators);
    if (const auto part = trim(text.substr(0, end)); !part.empty()) {
      parts.push_back(part);
    }
    if (end == std::string_view::npos) {
      return parts;
    }
    text.remove_prefix(end + 1);
  }
}

std::optional<Square> square_of(std::string_view text) {
  if (text.size() != 2) {
    return std::nullopt;
  }
  const int file = lower(text[0]) - 'a';
  const int rank = text[1] - '0';
  const bool good = file >= 0 && file < file_count && rank >= 0 && rank < rank_count;
  return good ? std::optional{make_square(file, rank)} : std::nullopt;
}

/// `Nh0-g2-e3`; nothing for another form.
std::optional<PiecePath> squares_path(std::string_view text) {
  auto parts = parts_of(text, "-");
  if (parts.size() < 2) {
    return std::nullopt;
  }
  std::uint16_t pieces = all_pieces;
  if (auto& first = parts[0]; first.size() == 3) {
    const auto type = piece_of_letter(static_cast<unsigned char>(first[0]));
    if (type == PieceType::none) {
      return std::nullopt;
    }
    pieces = bit(make_piece(lower(first[0]) == first[0] ? Color::black : Color::red, type));
    first.remove_prefix(1);
  }
  PiecePath path;
  auto from = square_of(parts[0]);
  for (std::size_t i = 1; i < parts.size(); ++i) {
    const auto to = square_of(parts[i]);
    if (!from || !to || *from == *to) {
      return std::nullopt;
    }
    path.steps.push_back({pieces, {Move{*from, *to}}});
    from = to;
  }
  return path;
}

/// The side that the text of a move is of: by its numerals, in WXF by the case of its letter.
std::optional<Color> side_of(std::string_view text, const Parsed& parsed) {
  const bool latin = static_cast<unsigned char>(text.front()) < 0x80;
  if (latin) {
    return lower(text.front()) == text.front() ? Color::black : Color::red;
  }
  return parsed.chinese_digits == parsed.arabic_digits ? std::nullopt
         : parsed.chinese_digits                       ? std::optional{Color::red}
                                                       : std::optional{Color::black};
}

Expected<PiecePath::Step, std::string> step_of_text(std::string_view text) {
  const auto meant = interpret(text, std::nullopt);
  if (meant.squares && meant.squares->move.from() != meant.squares->move.to()) {
    return PiecePath::Step{all_pieces, {meant.squares->move}};
  }
  if (!meant.described) {
    return Unexpected{
        localized("'{}' is no move: write 马二进三, H2+3 or h0g2", excerpt(text, 40))};
  }
  const auto& what = meant.described->what;
  if (what.mark != Selector::none || what.column == 0) {
    return Unexpected{localized("'{}' names a piece by others on its file, which depends on the "
                                "position: write squares, h0-g2-e3",
                                excerpt(text, 40))};
  }
  const auto side = side_of(text, *meant.described);
  if (!side) {
    return Unexpected{localized("'{}' has the numerals of both sides", excerpt(text, 40))};
  }
  PiecePath::Step step{bit(make_piece(*side, what.type)), {}};
  for (int rank = 0; rank < rank_count; ++rank) {
    const auto from = make_square(file_of_column(*side, what.column), rank);
    if (const Move move = aim(*side, what.type, from, what.step)) {
      step.moves.push_back(move);
    }
  }
  return step;
}

} // namespace

Expected<PiecePath, std::string> read_path(std::string_view text) {
  auto squares = squares_path(text);
  PiecePath path = squares ? std::move(*squares) : PiecePath{};
  if (!squares) {
    for (const auto part : parts_of(text, ", \t")) {
      auto step = step_of_text(part);
      if (!step) {
        return Unexpected{step.error()};
      }
      if (!path.empty() && (path.steps.back().pieces & step->pieces) == 0) {
        return Unexpected{localized("'{}' is a move of another piece", excerpt(part, 40))};
      }
      path.steps.push_back(*step);
    }
  }
  if (path.empty()) {
    return Unexpected{localized("a path has a move at least: 马二进三,马三进四 or h0-g2-e3")};
  }
  if (path.steps.size() > PiecePath::most_steps) {
    return Unexpected{localized("a path has at most {} moves", PiecePath::most_steps)};
  }
  return path;
}

} // namespace xq::notation
