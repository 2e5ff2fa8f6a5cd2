#pragma once

#include "notation/reading.hpp"
#include "notation/traditional.hpp"

#include <xq/notation/notation.hpp>

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>

/// Declarations for the files of this folder; everybody else uses notation.hpp.
namespace xq::notation {

/// A token as characters: blanks dropped, full-width Latin made ASCII.
class Characters {
public:
  static constexpr std::size_t capacity = 32;

  /// Nothing when the token is longer than any move or is not UTF-8.
  [[nodiscard]] static std::optional<Characters> from(std::string_view token) noexcept;

  [[nodiscard]] std::size_t size() const noexcept { return m_size; }
  /// 0 past the end.
  [[nodiscard]] char32_t operator[](std::size_t i) const noexcept {
    return i < m_size ? m_text[i] : U'\0';
  }
  /// Index after a move number at the front (`12.`, `1...`, `3、`, or digits alone); 0 if none.
  [[nodiscard]] std::size_t after_number() const noexcept;
  /// Whether from `i` on there is nothing but ! ? + #, 吃 with what was captured, 将军 and the
  /// like.
  [[nodiscard]] bool only_decoration(std::size_t i) const noexcept;
  [[nodiscard]] bool has_chinese() const noexcept;

private:
  std::array<char32_t, capacity> m_text{};
  std::size_t m_size = 0;
};

/// Meaning of a character in Chinese notation.
enum class SymbolClass : std::uint8_t { none, piece, chinese_digit, arabic_digit, mark, action };
struct Symbol {
  SymbolClass kind = SymbolClass::none;
  std::uint8_t value = 0; ///< a PieceType, 1 to 9, a Selector (front, middle, rear) or an Action
};
[[nodiscard]] Symbol symbol_of(char32_t c) noexcept;

/// What a traditional token says, and how many characters said it.
struct Parsed {
  Description what;
  std::size_t used = 0;
  bool chinese_digits = false; ///< in column or value
  bool arabic_digits = false;
};
[[nodiscard]] std::optional<Parsed> parse_chinese(const Characters& text, std::size_t at) noexcept;
[[nodiscard]] std::optional<Parsed> parse_wxf(const Characters& text, std::size_t at) noexcept;
/// The usual form of four bytes (C2.5, C+.5); PieceType::none for everything else.
/// Saves 18 % of `xq verify` on PGN in WXF notation. Relies on nothing but the form: every other
/// text goes to parse_wxf().
[[nodiscard]] Description parse_plain_wxf(std::string_view token) noexcept;
[[nodiscard]] std::optional<Parsed> parse_keypad(const Characters& text, std::size_t at) noexcept;

/// What a token of squares says.
struct ParsedSquares {
  Move move;
  std::optional<PieceType> type; ///< coordinate style only
  std::size_t used = 0;
};
[[nodiscard]] std::optional<ParsedSquares> parse_squares(const Characters& text, std::size_t at,
                                                         FirstRank first) noexcept;
[[nodiscard]] std::optional<ParsedSquares> parse_coordinate(const Characters& text, std::size_t at,
                                                            FirstRank first) noexcept;

/// The piece of a Latin letter of either set and case.
[[nodiscard]] PieceType piece_of_letter(char32_t c) noexcept;

void write_chinese(std::string& out, const Position& position, Move move, bool traditional);
void write_wxf(std::string& out, const Position& position, Move move, const WriteOptions& options);
void write_keypad(std::string& out, const Position& position, Move move);
void write_iccs(std::string& out, Move move);
void write_uci(std::string& out, Move move);
void write_coordinate(std::string& out, const Position& position, Move move);

/// Resolve a description straight from the bitboards, in the common case: a piece alone on its
/// column, or one of two or three on the only column that has several. The legal move, or none().
[[nodiscard]] Move resolve_directly(const Position& position, const Description& what) noexcept;
/// Resolve by comparing with every legal move; explains a failure.
[[nodiscard]] Reading resolve(const Position& position, const Description& what,
                              std::optional<WxfStyle> wxf = std::nullopt) noexcept;
/// How well a description fits a piece: 2 as some convention names it, 1 not contradicted, 0 not.
[[nodiscard]] int fit(const Description& what, const Standing& standing,
                      std::optional<WxfStyle> wxf = std::nullopt) noexcept;

/// What a token was taken for, to explain why it failed.
struct Interpretation {
  std::optional<Parsed> described;
  std::optional<ParsedSquares> squares;
};
[[nodiscard]] Interpretation interpret(std::string_view token, std::optional<Style> style) noexcept;

} // namespace xq::notation
