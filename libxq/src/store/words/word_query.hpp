#pragma once

#include <xq/record/game.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace xq::store {

/// Words that comments of a game must have, all of them, in any comment each: between blanks, or in
/// double quotes where a blank belongs to them. A word of Latin, Cyrillic and the like is a whole
/// word, with `*` behind it the beginning of one; Chinese characters stand anywhere. Either script
/// of Chinese, ASCII letters without case. Any thread.
class WordQuery {
public:
  struct Word {
    std::vector<std::string> spellings; ///< one of them must be there; ASCII letters small
    bool beginning = false;             ///< `*` stood behind it
  };
  /// A query without a word is fulfilled by every game.
  explicit WordQuery(const std::string& text);

  [[nodiscard]] const std::vector<Word>& words() const noexcept { return m_words; }
  /// Whether one comment has the word.
  [[nodiscard]] static bool has(std::string_view comment, const Word& word);
  /// Whether a game, or column game.notes, has the words (damage is left to whoever reads the
  /// game).
  [[nodiscard]] bool operator()(const record::Game& game) const;
  [[nodiscard]] bool operator()(std::string_view notes) const;

private:
  class Found;
  std::vector<Word> m_words;
};

/// Whether a character is part of words that blanks and punctuation separate: a digit or a letter
/// of a script that has words, unlike Chinese.
[[nodiscard]] bool is_word_character(char32_t c) noexcept;

} // namespace xq::store
