// Moves a second, one thread: reading and writing in each style, with and without playing the move.
// Games of the reference archive where it is beside the source tree, random play otherwise.
//
//   bench_notation [GAMES]
#include "base/files/input.hpp"
#include "notation/reading.hpp"
#include "support/random_positions.hpp"

#include <xq/notation/notation.hpp>

#include <fmt/core.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

using namespace xq;
using namespace xq::notation;

namespace {

struct Game {
  Position start;
  std::vector<Move> moves;
  std::array<std::string, style_count> text; ///< the moves glued together
};

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> out;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(separator, begin), text.size());
    out.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return out;
}

Game make_game(const Position& start, const std::vector<Move>& moves) {
  Game game{start, moves, {}};
  Position p = start;
  for (const Move m : moves) {
    for (std::size_t s = 0; s < style_count; ++s) {
      write_move(game.text[s], p, m, static_cast<Style>(s));
    }
    p.do_move(m);
  }
  return game;
}

/// Rows of truth.tsv: the start FEN and the moves stand in columns 7 and 8.
std::vector<Game> archive_games(const std::string& path, std::size_t limit) {
  std::vector<Game> games;
  Input input{std::span{&path, 1}};
  std::string rest;
  if (!input.next()) {
    return games;
  }
  for (auto chunk = input.read(); !chunk.empty() && games.size() < limit; chunk = input.read()) {
    rest += chunk;
    const std::size_t end = rest.rfind('\n');
    for (const std::string_view line : split(std::string_view{rest}.substr(0, end), '\n')) {
      const auto columns = split(line, '\t');
      if (columns.size() < 8 || columns[1] != "ok" || games.size() == limit) {
        continue;
      }
      const auto start = read_fen(columns[6]);
      if (!start) {
        continue;
      }
      std::vector<Move> moves;
      Position p = start->position;
      for (const std::string_view token : split(columns[7], ' ')) {
        if (const Reading r = read_token(p, token, Style::uci)) {
          moves.push_back(r.move);
          p.do_move(r.move);
        }
      }
      games.push_back(make_game(start->position, moves));
    }
    rest.erase(0, end + 1);
  }
  return games;
}

std::vector<Game> random_games(std::size_t limit) {
  std::mt19937 random{support::seed};
  std::vector<Game> games;
  for (std::size_t i = 0; i < limit; ++i) {
    Position p = Position::start();
    std::vector<Move> moves;
    for (int ply = 0; ply < 100; ++ply) {
      MoveList legal;
      generate_legal(p, legal);
      if (legal.empty()) {
        break;
      }
      moves.push_back(legal[random() % legal.size()]);
      p.do_move(moves.back());
    }
    games.push_back(make_game(Position::start(), moves));
  }
  return games;
}

class Bench {
public:
  explicit Bench(std::vector<Game> games) : m_games{std::move(games)} {
    for (const Game& g : m_games) {
      m_plies += g.moves.size();
    }
  }

  /// Best of five runs of `work` over all games; its results are summed, so that it stays.
  void time(std::string_view what, const std::function<std::uint64_t(const Game&)>& work) const {
    double best = 1e9;
    std::uint64_t sum = 0;
    for (int run = 0; run < 5; ++run) {
      const auto begin = std::chrono::steady_clock::now();
      for (const Game& g : m_games) {
        sum += work(g);
      }
      const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
      best = std::min(best, took.count());
    }
    const auto plies = static_cast<double>(m_plies);
    fmt::print("{:<34}{:7.1f} M moves/s {:6.1f} ns  ({:x})\n", what, plies / best / 1e6,
               best / plies * 1e9, sum & 0xFFFFU);
  }

private:
  std::vector<Game> m_games;
  std::size_t m_plies = 0;
};

constexpr std::array<std::size_t, style_count> token_bytes{12, 12, 4, 5, 4, 6, 4};

std::uint64_t read_fast(const Game& g) {
  Position p = g.start;
  std::string_view text = g.text[static_cast<std::size_t>(Style::traditional)];
  std::uint64_t slow = 0;
  while (!text.empty()) {
    Move m = read_chinese_fast(p, text).move;
    if (!m) {
      ++slow;
      m = read_token(p, text.substr(0, 12)).move;
    }
    text.remove_prefix(12);
    p.do_move(m);
  }
  return slow;
}

std::uint64_t read_tokens(const Game& g, Style style) {
  Position p = g.start;
  std::string_view text = g.text[static_cast<std::size_t>(style)];
  const std::size_t bytes = token_bytes[static_cast<std::size_t>(style)];
  std::uint64_t sum = 0;
  for (; !text.empty(); text.remove_prefix(bytes)) {
    const Reading r = style == Style::keypad ? read_token(p, text.substr(0, bytes), style)
                                             : read_token(p, text.substr(0, bytes));
    sum += r.move.raw();
    p.do_move(r.move);
  }
  return sum;
}

std::uint64_t write_tokens(const Game& g, Style style, std::string& out) {
  Position p = g.start;
  out.clear();
  for (const Move m : g.moves) {
    write_move(out, p, m, style);
    p.do_move(m);
  }
  return out.size();
}

} // namespace

int main(int argc, char* argv[]) {
  const std::size_t limit = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 10000;
  const std::string path = XQ_SHARED_DATA "/ccpd/truth.tsv.xz";
  const bool archive = std::filesystem::exists(path);
  const Bench bench{archive ? archive_games(path, limit) : random_games(limit)};
  fmt::print("{}\n", archive ? "games of the reference archive" : "random games");
  bench.time("play", [](const Game& g) {
    Position p = g.start;
    for (const Move m : g.moves) {
      p.do_move(m);
    }
    return p.hashes().key;
  });
  bench.time("test and play", [](const Game& g) {
    Position p = g.start;
    std::uint64_t legal = 0;
    for (const Move m : g.moves) {
      legal += p.is_legal(m);
      p.do_move(m);
    }
    return legal;
  });
  bench.time("read_chinese_fast and play", read_fast);
  std::string out;
  for (std::size_t s = 0; s < style_count; ++s) {
    const auto style = static_cast<Style>(s);
    bench.time(fmt::format("read_move {} and play", name(style)),
               [style](const Game& g) { return read_tokens(g, style); });
    bench.time(fmt::format("write_move {} and play", name(style)),
               [style, &out](const Game& g) { return write_tokens(g, style, out); });
  }
  return 0;
}
