#pragma once

#include "base/text/json_value.hpp"

#include <xq/board/position.hpp>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace xq::service {

// Members of an object that a client sent. What is there and is something else throws Refusal with
// the name and what to send; null is as good as nothing.

/// Empty when there is none. Lives as long as the object.
[[nodiscard]] std::string_view read_text(const JsonValue& object, const char* name);
[[nodiscard]] std::int64_t read_whole(const JsonValue& object, const char* name,
                                      std::int64_t otherwise, std::int64_t low, std::int64_t high);
[[nodiscard]] double read_number(const JsonValue& object, const char* name, double otherwise,
                                 double low, double high);
[[nodiscard]] bool read_flag(const JsonValue& object, const char* name, bool otherwise);

/// The place of the word that is there in `words`; 0 when there is none.
[[nodiscard]] std::size_t read_choice(const JsonValue& object, const char* name,
                                      std::initializer_list<std::string_view> words);

/// A list of at most so many moves in squares (`h2e2`), one after another from `start`, all legal.
[[nodiscard]] std::vector<Move> read_moves(const Position& start, const JsonValue& list,
                                           std::size_t most);

/// What a person typed: on one line, without control characters and those that turn the direction
/// of text, at most so many characters.
[[nodiscard]] std::string clean_text(std::string_view text, std::size_t most_characters);

} // namespace xq::service
