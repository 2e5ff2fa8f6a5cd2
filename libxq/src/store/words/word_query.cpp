#include "store/words/word_query.hpp"

#include "base/text/ascii.hpp"
#include "base/text/text.hpp"
#include "store/names/name_match.hpp"
#include "store/rows/notes_code.hpp"

#include <algorithm>

namespace xq::store {

namespace {

/// The character of which the last byte stands before `at`; 0 at the beginning.
char32_t character_before(std::string_view text, std::size_t at) {
  if (at == 0) {
    return 0;
  }
  std::size_t begin = at - 1;
  while (begin > 0 && at - begin < 4 && (static_cast<unsigned char>(text[begin]) & 0xC0U) == 0x80) {
    --begin;
  }
  return decode_utf8(text.substr(begin)).value;
}

/// 0 at the end.
char32_t character_at(std::string_view text, std::size_t at) {
  return at == text.size() ? U'\0' : decode_utf8(text.substr(at)).value;
}

/// Whether `part`, with small letters, stands in the text as a word, or as words.
bool has_word(std::string_view text, std::string_view part, bool beginning) {
  const bool word_first = is_word_character(character_at(part, 0));
  const bool word_last = !beginning && is_word_character(character_before(part, part.size()));
  for (auto from = text.begin();;) {
    const auto hit = std::search(from, text.end(), part.begin(), part.end(),
                                 [](char a, char b) { return lower(a) == b; });
    if (hit == text.end()) {
      return false;
    }
    const auto at = static_cast<std::size_t>(hit - text.begin());
    if (!(word_first && is_word_character(character_before(text, at))) &&
        !(word_last && is_word_character(character_at(text, at + part.size())))) {
      return true;
    }
    from = hit + 1;
  }
}

/// The next word of the query, with the quotes taken off; empty at the end.
std::string next_word(std::string_view& text) {
  constexpr std::string_view blanks = " \t\r\n";
  text.remove_prefix(std::min(text.size(), text.find_first_not_of(blanks)));
  const bool quoted = text.starts_with('"');
  text.remove_prefix(quoted ? 1 : 0);
  const auto end = std::min(text.size(), quoted ? text.find('"') : text.find_first_of(blanks));
  std::string word{trim(text.substr(0, end))};
  text.remove_prefix(std::min(text.size(), end + (quoted ? 1 : 0)));
  if (quoted && text.starts_with('*')) {
    word += '*';
    text.remove_prefix(1);
  }
  return word;
}

} // namespace

bool is_word_character(char32_t c) noexcept {
  if (c < 0x80) {
    return is_digit(static_cast<char>(c)) || is_letter(static_cast<char>(c));
  }
  // Signs of Latin-1, punctuation and symbols; from Hangul Jamo on what is wide has no words.
  return c >= 0xC0 && c != 0xD7 && c != 0xF7 && c < 0x1100;
}

WordQuery::WordQuery(const std::string& text) {
  std::string_view rest = text;
  while (!trim(rest).empty()) {
    std::string word = next_word(rest);
    Word wanted;
    if (word.size() > 1 && word.back() == '*') {
      wanted.beginning = true;
      word.pop_back();
    }
    if (word.empty()) {
      continue;
    }
    const NamePattern pattern{word};
    for (const auto& spelling : pattern.spellings()) {
      wanted.spellings.push_back(lower(spelling));
    }
    m_words.push_back(std::move(wanted));
  }
}

bool WordQuery::has(std::string_view comment, const Word& word) {
  return std::any_of(word.spellings.begin(), word.spellings.end(), [&](const std::string& part) {
    return has_word(comment, part, word.beginning);
  });
}

/// Which of the words some comment has had.
class WordQuery::Found {
public:
  explicit Found(const std::vector<Word>& words) : m_words{words}, m_missing(words.size()) {
    for (std::size_t i = 0; i < words.size(); ++i) {
      m_missing[i] = i;
    }
  }
  void add(std::string_view comment) {
    std::erase_if(m_missing, [&](std::size_t i) { return has(comment, m_words[i]); });
  }
  [[nodiscard]] bool all() const noexcept { return m_missing.empty(); }

private:
  const std::vector<Word>& m_words;
  std::vector<std::size_t> m_missing;
};

bool WordQuery::operator()(const record::Game& game) const {
  Found found{m_words};
  for (record::NodeId id = 0; id < game.node_count() && !found.all(); ++id) {
    game.for_each_note(id, [&](const record::Game::Note& note) {
      if (note.kind != record::NoteKind::nag) {
        found.add(note.text);
      }
    });
  }
  return found.all();
}

bool WordQuery::operator()(std::string_view notes) const {
  Found found{m_words};
  for_each_comment(notes, [&](std::string_view comment) { found.add(comment); });
  return found.all();
}

} // namespace xq::store
