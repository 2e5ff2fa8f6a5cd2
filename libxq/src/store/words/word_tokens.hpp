#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace xq::store {

// Tokens of comments, of which the word index is made. A run of word characters (Latin, Cyrillic
// and the like) is one token, with ASCII letters small, cut at most_token_bytes. In a run of
// characters that stand for themselves (Chinese, Japanese, Korean) each of them begins a token,
// with those that follow it, up to most_token_signs. Nothing else is in tokens. Frozen: they are on
// disk.

inline constexpr int token_version = 1;
inline constexpr std::size_t most_token_bytes = 64;
inline constexpr int most_token_signs = 3;

/// Call f(token) for each token of a comment, which is valid UTF-8; the same one may come again.
void for_each_token(std::string_view comment, const std::function<void(std::string_view)>& f);

/// What a comment must have among its tokens to have a text.
struct TokenQuery {
  struct Part {
    std::string token;
    bool beginning = false; ///< a token that begins so will do
  };
  std::vector<Part> parts; ///< all of them; empty: tokens say nothing about the text
  bool exact = false;      ///< a comment that has them has the text
};

/// The tokens of a spelling of WordQuery::Word, with its `beginning`.
[[nodiscard]] TokenQuery token_query(std::string_view spelling, bool beginning);

} // namespace xq::store
