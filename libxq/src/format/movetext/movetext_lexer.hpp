#pragma once

#include "format/shared/slice.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace xq::format {

/// One part of movetext. Blanks and line ends between the parts are no tokens.
struct MovetextToken {
  enum class Kind : std::uint8_t {
    end,             ///< of the text
    separator,       ///< punctuation without meaning: a comma or a Chinese mark
    invisible,       ///< a zero-width character
    decoration,      ///< a word like 将军, which repeats what the position says
    mark,            ///< `+`, `#` or `=` after a move
    closing_bracket, ///< `}` or `]` without its opening bracket
    number,          ///< a move number, with its dot before a move; value -1: over nine digits
    dots,            ///< with the blanks between and after them; value: how many
    comment,         ///< `{...}`, to the end of the text where the `}` is missing; also `（...）`
    line_comment,    ///< `;` to the end of the line, with the lines of this kind that follow
    escape,          ///< a line that begins with `%`
    variation_begin, ///< `(`
    variation_end,   ///< `)`
    nag,             ///< `$5`; value: the number, at most 100,000, or -1 without digits
    glyph,           ///< `!` and `?`, as many as stand together
    score,           ///< `[Score "8=-2"]`, which XQN writes before a move
    opening_bracket, ///< any other `[`
    footer,          ///< a line of `====` and the prose after it, to the end of the text
    result,          ///< value: a record::Result
    prose,           ///< words of a sentence, up to what else may follow on the line
    word             ///< a move, or text that is none of these
  };
  Kind kind = Kind::end;
  int value = 0;
  std::size_t offset = 0;
  std::string_view text;
};

/// The only tokenizer of moves as PGN and its relatives write them. It knows nothing of the board,
/// keeps views of the text and allocates nothing. Moves without blanks between them are one word.
class MovetextLexer {
public:
  MovetextLexer() = default;
  explicit MovetextLexer(std::string_view text, std::size_t at = 0) noexcept
      : m_text{text}, m_at{at} {}

  [[nodiscard]] std::string_view text() const noexcept { return m_text; }
  [[nodiscard]] std::string_view rest() const noexcept { return m_text.substr(m_at); }
  [[nodiscard]] std::size_t at() const noexcept { return m_at; }
  [[nodiscard]] bool at_end() const noexcept { return m_at == m_text.size(); }
  void seek(std::size_t at) noexcept { m_at = at; }
  void skip_to_end() noexcept { m_at = m_text.size(); }
  /// Whether a semicolon behind a blank may stand between moves; else it begins a comment.
  void set_semicolons_divide(bool divide) noexcept { m_semicolons_divide = divide; }

  void skip_blanks() noexcept {
    auto at = m_at;
    while (at < m_text.size() && (is_blank(m_text[at]) || m_text[at] == '\n')) {
      ++at;
    }
    m_at = at;
    if (at < m_text.size() && may_be_wide_blank(m_text[at])) { // rarely
      skip_wide_blanks();
    }
  }
  MovetextToken next() noexcept;
  /// Read what stands at the token's offset as a word: it is a move where the lexer sees a number
  /// (keypad notation) or a decoration.
  MovetextToken as_word(const MovetextToken& token) noexcept;

  enum class VariationEnd : std::uint8_t { closed, missing, too_deep };
  /// Go past the `)` that closes the variation begun before at(); to the end of the text where it
  /// is missing, to the parenthesis that exceeds GameTreeBuilder::max_depth where there is one.
  VariationEnd skip_variation() noexcept;

  /// The line that begins here, behind its blanks; empty within a line.
  [[nodiscard]] std::string_view line_ahead() const noexcept;

private:
  [[nodiscard]] bool at_line_start() const noexcept {
    return m_at == 0 || m_text[m_at - 1] == '\n';
  }
  [[nodiscard]] bool refers_to_note(std::size_t length) const noexcept;
  void skip_wide_blanks() noexcept;
  MovetextToken take(MovetextToken::Kind kind, std::size_t length, int value = 0) noexcept;
  MovetextToken sign() noexcept;
  MovetextToken number() noexcept;
  MovetextToken dots() noexcept;
  MovetextToken comment() noexcept;
  [[nodiscard]] bool semicolon_divides() const noexcept;
  MovetextToken line_comment() noexcept;
  MovetextToken nag() noexcept;
  MovetextToken multibyte() noexcept;
  MovetextToken wide_sign() noexcept;
  MovetextToken parenthesis(std::size_t bracket) noexcept;
  MovetextToken square_bracket() noexcept;
  MovetextToken wide_bracket() noexcept;
  [[nodiscard]] std::size_t prose_length() const noexcept;
  MovetextToken word() noexcept;

  std::string_view m_text;
  bool m_semicolons_divide = true;
  std::size_t m_at = 0;
};

} // namespace xq::format
