// bench_make_archive GAMES OPENINGS.uci [SEED]: an archive of any size as PGN on stdout, to see how
// things grow. OPENINGS.uci is what `xq convert --to uci` makes of a real archive: each game begins
// with the first plies of a game of it (6 to 40 of them, most often about 20), goes on with random
// legal moves, and is as long as another game of it. The same arguments give the same bytes. Games
// are made one at a time: memory is that of the openings.

#include "base/text/compose.hpp"

#include <xq/board/fen.hpp>
#include <xq/board/movegen.hpp>
#include <xq/board/position.hpp>
#include <xq/notation/notation.hpp>
#include <xq/uci/external.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace xq;

/// The moves of a line `number, FEN, moves, ...` between tabs; none when the game does not begin at
/// the start position.
std::vector<Move> read_line(std::string_view line) {
  std::vector<Move> moves;
  const auto fen = line.find('\t') + 1;
  const auto text = line.find('\t', fen) + 1;
  if (fen == 0 || text == 0 || line.substr(fen, text - 1 - fen) != start_fen) {
    return moves;
  }
  line = line.substr(text, std::min(line.find('\t', text), line.size()) - text);
  Position position = Position::start();
  for (std::size_t i = 0; i + 4 <= line.size(); i += 5) {
    const Move move = uci::parse_move(line.substr(i, 4), uci::RankBase::zero);
    if (!position.is_legal(move)) {
      break;
    }
    position.do_move(move);
    moves.push_back(move);
  }
  return moves;
}

class Generator {
public:
  Generator(std::vector<std::vector<Move>> openings, std::uint64_t seed)
      : m_openings{std::move(openings)}, m_random{seed} {}

  void game(std::string& out, std::uint64_t number) {
    const auto& opening = m_openings[below(m_openings.size())];
    const std::size_t length = m_openings[below(m_openings.size())].size();
    // The sum of four dice is rarely at the ends of its range: 6 to 40, mostly 15 to 30.
    std::size_t book = 6;
    for (int i = 0; i < 4; ++i) {
      book += below(10) * 34 / 36;
    }
    headers(out, number);
    Position position = Position::start();
    std::size_t ply = 0;
    for (; ply < std::max(length, std::size_t{2}); ++ply) {
      Move move;
      if (ply < book && ply < opening.size()) {
        move = opening[ply];
      } else {
        MoveList legal;
        generate_legal(position, legal);
        if (legal.empty()) {
          break;
        }
        move = legal[below(legal.size())];
      }
      if (ply % 2 == 0) {
        out += ply == 0 ? "" : ply % 16 == 0 ? "\n" : " ";
        append_format(out, "{}. ", ply / 2 + 1);
      } else {
        out += ' ';
      }
      notation::write_move(out, position, move, notation::Style::chinese);
      position.do_move(move);
    }
    out += '\n';
    out += m_result;
    out += "\n\n";
  }

private:
  /// From 0 to `n` - 1: the same numbers on every machine, unlike std::uniform_int_distribution.
  std::size_t below(std::size_t n) { return static_cast<std::size_t>(m_random() % n); }

  void headers(std::string& out, std::uint64_t number) {
    constexpr std::array<std::string_view, 4> results{"1-0", "0-1", "1/2-1/2", "1/2-1/2"};
    constexpr std::array<std::string_view, 8> family{"赵", "钱", "孙", "李",
                                                     "周", "吴", "郑", "王"};
    constexpr std::array<std::string_view, 8> given{"天", "地", "玄", "黄", "宇", "宙", "洪", "荒"};
    const auto name = [&] {
      return fmt::format("{}{}{}", family[below(8)], given[below(8)], given[below(8)]);
    };
    m_result = results[below(results.size())];
    const std::string red = name();
    const std::string black = name();
    append_format(
        out,
        "[Event \"第{}届联赛\"]\n[Date \"{}.{:02}.{:02}\"]\n[Round \"{}\"]\n[Red \"{}\"]\n"
        "[Black \"{}\"]\n[Result \"{}\"]\n[RedElo \"{}\"]\n[BlackElo \"{}\"]\n\n",
        1 + below(60), 1960 + below(60), 1 + below(12), 1 + below(28), number, red, black, m_result,
        1800 + below(800), 1800 + below(800));
  }

  std::vector<std::vector<Move>> m_openings;
  std::mt19937_64 m_random;
  std::string_view m_result;
};

} // namespace

int main(int argc, char* argv[]) { // NOLINT(bugprone-exception-escape): it ends the program
  if (argc < 3) {
    fmt::print(stderr, "bench_make_archive GAMES OPENINGS.uci [SEED]\n");
    return 2;
  }
  const std::uint64_t games = std::strtoull(argv[1], nullptr, 10);
  std::vector<std::vector<Move>> openings;
  std::ifstream file{argv[2]};
  for (std::string line; std::getline(file, line);) {
    if (auto moves = read_line(line); moves.size() >= 10) {
      openings.push_back(std::move(moves));
    }
  }
  if (openings.empty()) {
    fmt::print(stderr, "bench_make_archive: no games in {}\n", argv[2]);
    return 2;
  }
  Generator generator{std::move(openings), argc > 3 ? std::strtoull(argv[3], nullptr, 10) : 1};
  std::string out;
  for (std::uint64_t number = 1; number <= games; ++number) {
    generator.game(out, number);
    if (out.size() > (std::size_t{1} << 20U) || number == games) {
      if (std::fwrite(out.data(), 1, out.size(), stdout) != out.size()) {
        return 3;
      }
      out.clear();
    }
  }
  return std::fflush(stdout) == 0 ? 0 : 3;
}
