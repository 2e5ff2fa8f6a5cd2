#pragma once

#include <xq/notation/notation.hpp>

#include <span>
#include <string>
#include <string_view>

namespace xq::analysis {

/// How one record writes its moves, and the cost of the typing errors that turn the name of a move
/// into a given text. A wrong digit costs 1; a wrong direction, a wrong piece or front for rear
/// cost about as much, look-alike characters and columns counted from the wrong side less, several
/// errors in one move the sum and more.
class TypoModel {
public:
  static constexpr double impossible = 9;

  /// Find the style that most of the moves are written in, as far as they are legal from `start`.
  TypoModel(const Position& start, std::span<const std::string_view> moves);

  /// The name of a legal move as this record would write it; digits of the kind that `like` has.
  [[nodiscard]] std::string write(const Position& position, Move move, std::string_view like) const;
  /// Cost of writing `written` for `move`; `impossible` when they have nothing to do with each
  /// other.
  [[nodiscard]] double distance(std::string_view written, const Position& position,
                                Move move) const;

private:
  [[nodiscard]] bool is_chinese() const noexcept {
    return m_style == notation::Style::chinese || m_style == notation::Style::traditional;
  }
  notation::Style m_style = notation::Style::chinese;
};

/// A move of a record: the legal move that the text names in `position`, none() when it names none
/// or several.
[[nodiscard]] Move read_written(const Position& position, std::string_view text);

} // namespace xq::analysis
