#include "format/binary/client_files.hpp"
#include "format/shared/field_text.hpp"

#include <xq/base/problem_code.hpp>
#include <xq/base/translate.hpp>

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace xq::format {
namespace {

using record::Game;
using record::Result;
using namespace std::string_view_literals;

constexpr std::size_t max_headers = 32;

/// A string: a byte with its length, then its bytes.
std::optional<Bytes> take_string(ByteReader& reader) noexcept {
  const auto before = reader;
  const auto size = reader.u8();
  const auto text = size ? reader.take(*size) : std::nullopt;
  if (!text) {
    reader = before;
  }
  return text;
}

/// The strings before `Moves`; nothing when there is no such string.
std::optional<std::vector<Bytes>> take_headers(ByteReader& reader) {
  std::vector<Bytes> headers;
  while (headers.size() <= max_headers) {
    const auto text = take_string(reader);
    if (!text) {
      break;
    }
    if (as_text(*text) == "Moves") {
      return headers;
    }
    headers.push_back(*text);
  }
  return std::nullopt;
}

/// `7C`: the file from 0, the rank from A at Red's side.
Square to_square(std::string_view text) noexcept {
  const int file = text[0] - '0';
  const int rank = text[1] - 'A';
  return file >= 0 && file < file_count && rank >= 0 && rank < rank_count ? make_square(file, rank)
                                                                          : Square::none;
}

struct Outcome {
  std::string_view word;
  Result result;
};
/// What stands between the players: won, lost, drawn, from Red's side.
constexpr auto outcomes = std::to_array<Outcome>(
    {{"-胜-"sv, Result::red_wins}, {"-负-"sv, Result::black_wins}, {"-和-"sv, Result::draw}});

/// `RED-负-BLACK`.
void read_players(std::string_view text, Game& game) {
  for (const auto& [word, result] : outcomes) {
    if (const auto at = text.find(word); at != std::string_view::npos) {
      game.set_result(result);
      add_header(game, "Red", text.substr(0, at));
      add_header(game, "Black", text.substr(at + word.size()));
      return;
    }
  }
  add_header(game, "Title", text);
}

void read_headers(const std::vector<Bytes>& headers, Game& game) {
  // Strings without a name here are numbers whose meaning is not known.
  constexpr std::array tags{"Site"sv, "Date"sv, ""sv, "RedElo"sv, "BlackElo"sv,   ""sv,
                            ""sv,     ""sv,     ""sv, ""sv,       "Termination"sv};
  FieldText text{Encoding::gb18030};
  for (std::size_t i = 0; i < headers.size() && i < tags.size(); ++i) {
    const auto value = text.header(headers[i], game);
    if (i == 2) {
      read_players(value, game);
    } else if (!tags[i].empty()) {
      add_header(game, tags[i], value);
    }
  }
}

} // namespace

bool looks_like_mxq(Bytes head) noexcept {
  ByteReader reader{head};
  for (std::size_t i = 0; i <= max_headers; ++i) {
    const auto text = take_string(reader);
    if (!text) {
      return false;
    }
    if (as_text(*text) == "Moves") {
      return i >= 2;
    }
  }
  return false;
}

Expected<TreeCounts, Problem> read_mxq(Bytes file, Game& game) {
  ByteReader reader{file};
  const auto headers = take_headers(reader);
  if (!headers) {
    return Unexpected{
        make_problem(ProblemCode::unknown_format, localized("no list of moves is in the file"))};
  }
  read_headers(*headers, game);
  std::vector<SavedMove> moves;
  bool complete = false;
  while (!complete) {
    const auto offset = reader.offset();
    const auto bytes = take_string(reader);
    if (!bytes) {
      break;
    }
    const auto text = as_text(*bytes);
    complete = text == "Ends";
    if (!complete) {
      const bool is_move = text.size() == 5 && text[2] == '-';
      moves.push_back({is_move ? to_square(text) : Square::none,
                       is_move ? to_square(text.substr(3)) : Square::none, offset});
    }
  }
  if (!complete) {
    game.problems.push_back(make_problem(ProblemCode::truncated,
                                         localized("the list of moves has no end"), {},
                                         {reader.offset(), 0, 0}));
  }
  FieldText text{Encoding::gb18030};
  for (auto bytes = take_string(reader); bytes && as_text(*bytes) != "CommentsEnd";
       bytes = take_string(reader)) {
    text.add_comment(*bytes, game, record::root_node); // which move it is about is not known
  }
  return play_moves(game, moves);
}

} // namespace xq::format
