#include "uci/info_line.hpp"

#include "uci/words.hpp"

#include <xq/engine/engine.hpp>

#include <algorithm>
#include <charconv>

namespace xq::uci {

namespace {

constexpr int most_lines = 128;

template <typename T>
std::optional<T> number(std::string_view word) {
  if (word.starts_with('+')) {
    word.remove_prefix(1);
  }
  T value{};
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  return error == std::errc{} && end == word.data() + word.size() ? std::optional{value}
                                                                  : std::nullopt;
}

std::optional<engine::Score> read_score(Words& words) {
  const std::string_view kind = words.next();
  if (kind == "mate") {
    const auto moves = number<int>(words.next());
    if (!moves) {
      return std::nullopt;
    }
    const int plies = *moves > 0 ? 2 * std::min(*moves, 400) - 1 : -2 * std::max(*moves, -400);
    return *moves > 0 ? engine::mate_in(plies) : engine::mated_in(plies);
  }
  const bool ucci = kind != "cp"; // UCCI has the number alone, also for mates
  const auto value = number<int>(ucci ? kind : words.next());
  const engine::Score most = ucci ? engine::mate_value : engine::decided_score - 1;
  return value ? std::optional{std::clamp(*value, -most, most)} : std::nullopt;
}

std::vector<Move> read_moves(Words& words, Position position, RankBase ranks) {
  std::vector<Move> moves;
  for (std::string_view word = words.next(); !word.empty(); word = words.next()) {
    const Move m = parse_move(word, ranks);
    if (!m || !position.is_legal(m)) {
      break;
    }
    position.do_move(m);
    moves.push_back(m);
  }
  return moves;
}

} // namespace

InfoLine parse_info(std::string_view line, const Position& position, RankBase ranks) {
  InfoLine info;
  Words words{line};
  for (std::string_view word = words.next(); !word.empty(); word = words.next()) {
    if (word == "string" || word == "message") {
      break; // free text up to the end of the line
    }
    if (word == "pv") {
      info.moves = read_moves(words, position, ranks);
      break; // `pv` is the last item
    }
    if (word == "score") {
      info.score = read_score(words);
    } else if (word == "lowerbound") {
      info.lower_bound = true;
    } else if (word == "upperbound") {
      info.upper_bound = true;
    } else if (word == "depth") {
      info.depth = number<int>(words.next());
    } else if (word == "seldepth") {
      info.selective_depth = number<int>(words.next());
    } else if (word == "hashfull") {
      info.hash_permille = number<int>(words.next());
    } else if (word == "multipv") {
      info.multipv = number<int>(words.next()).value_or(1);
    } else if (word == "nodes") {
      info.nodes = number<std::uint64_t>(words.next());
    } else if (word == "time") {
      if (const auto ms = number<std::int64_t>(words.next())) {
        info.time = std::chrono::milliseconds{*ms};
      }
    }
  }
  return info;
}

void update(engine::Report& report, const InfoLine& info) {
  report.nodes = info.nodes.value_or(report.nodes);
  report.time = info.time.value_or(report.time);
  report.hash_permille = info.hash_permille.value_or(report.hash_permille);
  if (!info.score || info.moves.empty() || info.multipv < 1 || info.multipv > most_lines) {
    return;
  }
  const auto rank = static_cast<std::size_t>(info.multipv - 1);
  const bool bound = info.lower_bound || info.upper_bound;
  if (rank < report.lines.size() && bound) {
    return;
  }
  if (rank > report.lines.size()) {
    return; // variations before it are missing
  }
  if (rank == 0) {
    report.depth = info.depth.value_or(report.depth);
    report.selective_depth = info.selective_depth.value_or(report.selective_depth);
  }
  engine::Line line{*info.score, info.lower_bound, info.upper_bound, info.moves};
  if (rank == report.lines.size()) {
    report.lines.push_back(std::move(line));
  } else {
    report.lines[rank] = std::move(line);
  }
}

} // namespace xq::uci
