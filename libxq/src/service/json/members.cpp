#include "service/json/members.hpp"

#include "base/text/compose.hpp"
#include "base/text/text.hpp"
#include "notation/reading.hpp"
#include "service/conversation.hpp"

#include <xq/base/translate.hpp>
#include <xq/uci/external.hpp>

#include <fmt/core.h>

namespace xq::service {

std::string_view read_text(const JsonValue& object, const char* name) {
  const JsonValue* const value = object.find(name);
  if (value == nullptr) {
    return {};
  }
  if (value->string() == nullptr) {
    throw Refusal{localized("\"{}\" is no text. Send a string.", name)};
  }
  return *value->string();
}

std::int64_t read_whole(const JsonValue& object, const char* name, std::int64_t otherwise,
                        std::int64_t low, std::int64_t high) {
  const JsonValue* const value = object.find(name);
  if (value == nullptr) {
    return otherwise;
  }
  const auto number = value->integer();
  if (!number || *number < low || *number > high) {
    throw Refusal{
        localized("\"{}\" is out of bounds. Send a whole number from {} to {}.", name, low, high)};
  }
  return *number;
}

double read_number(const JsonValue& object, const char* name, double otherwise, double low,
                   double high) {
  const JsonValue* const value = object.find(name);
  if (value == nullptr) {
    return otherwise;
  }
  const auto number = value->number();
  if (!number || !(*number >= low && *number <= high)) {
    throw Refusal{
        localized("\"{}\" is out of bounds. Send a number from {} to {}.", name, low, high)};
  }
  return *number;
}

bool read_flag(const JsonValue& object, const char* name, bool otherwise) {
  const JsonValue* const value = object.find(name);
  if (value == nullptr) {
    return otherwise;
  }
  const auto flag = value->boolean();
  if (!flag) {
    throw Refusal{localized("\"{}\" is neither true nor false. Send one of them.", name)};
  }
  return *flag;
}

std::vector<Move> read_moves(const Position& start, const JsonValue& list, std::size_t most) {
  if (list.array() == nullptr || list.array()->size() > most) {
    throw Refusal{localized(
        "\"moves\" is no list of at most {} moves. Send a list such as [\"h2e2\"].", most)};
  }
  Position position = start;
  std::vector<Move> moves;
  for (const JsonValue& element : *list.array()) {
    const std::string* const text = element.string();
    const Move move = text == nullptr ? Move{} : uci::parse_move(*text, uci::RankBase::zero);
    if (!move || !position.is_legal(move)) {
      throw Refusal{localized("move {} of \"moves\" is not legal: {}. Send legal moves such as "
                              "h2e2.",
                              moves.size() + 1,
                              move ? notation::why_illegal(position, move) : "it is no move")};
    }
    position.do_move(move);
    moves.push_back(move);
  }
  return moves;
}

namespace {

bool is_kept(char32_t c) noexcept {
  const bool control = c < 0x20 || (c >= 0x7F && c < 0xA0);
  const bool line_end = c == 0x2028 || c == 0x2029;
  const bool direction = c == 0x061C || c == 0x200E || c == 0x200F ||
                         (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
  return !control && !line_end && !direction;
}

} // namespace

std::string clean_text(std::string_view text, std::size_t most_characters) {
  text = trim(text);
  std::string out;
  for (std::size_t count = 0; !text.empty() && count < most_characters;) {
    const CodePoint c = decode_utf8(text);
    if (c.valid && is_kept(c.value)) {
      append_utf8(out, c.value);
      ++count;
    }
    text.remove_prefix(c.length);
  }
  return std::string{trim(out)};
}

std::size_t read_choice(const JsonValue& object, const char* name,
                        std::initializer_list<std::string_view> words) {
  const std::string_view text = read_text(object, name);
  if (text.empty()) {
    return 0;
  }
  const auto* const at = std::find(words.begin(), words.end(), text);
  if (at == words.end()) {
    throw Refusal{localized("\"{}\" is not understood. Send one of: {}.", name, join(words, ", "))};
  }
  return static_cast<std::size_t>(at - words.begin());
}

} // namespace xq::service
