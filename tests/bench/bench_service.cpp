// bench_service DATABASE BOOK: questions a second that a Service answers on one thread, without a
// network: positions of random games of the database, as a cloud book is asked and as an explorer
// is, each for the first time and again.
#include "service/service.hpp"

#include <xq/board/fen.hpp>
#include <xq/store/game_database.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>
#include <random>
#include <string>
#include <vector>

namespace {

using namespace xq;
using Clock = std::chrono::steady_clock;

std::string encoded(const std::string& fen) {
  std::string out;
  for (const char c : fen) {
    out += c == ' ' ? std::string{"%20"} : std::string{c};
  }
  return out;
}

/// Positions after `plies` moves of random games.
std::vector<std::string> positions(const std::string& database, std::size_t count, int plies) {
  store::GameDatabase games{database};
  const auto total = games.counts().games;
  std::mt19937_64 random{7};
  std::vector<std::string> fens;
  while (fens.size() < count) {
    const std::int64_t number =
        1 + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(total));
    games.read(std::span{&number, 1}, [&](record::Game& game) {
      std::vector<Move> moves;
      game.main_moves(moves);
      Position position = game.start();
      const auto end =
          std::min<std::size_t>(moves.size(), random() % static_cast<std::uint64_t>(plies));
      for (std::size_t i = 0; i < end; ++i) {
        position.do_move(moves[i]);
      }
      fens.push_back(encoded(write_fen(position)));
      return true;
    });
  }
  return fens;
}

void measure(service::Service& service, const char* what, const std::vector<std::string>& targets) {
  for (const auto* const time : {"first", "again"}) {
    std::vector<double> took;
    const auto begin = Clock::now();
    std::size_t bytes = 0;
    int bad = 0;
    for (const auto& target : targets) {
      service::Request request;
      request.method = "GET";
      request.target = target;
      const auto start = Clock::now();
      const auto response = service.answer(request);
      took.push_back(std::chrono::duration<double, std::micro>(Clock::now() - start).count());
      bytes += response.body->size();
      bad += response.status == 200 ? 0 : 1;
    }
    const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    std::sort(took.begin(), took.end());
    std::printf("%-34s %s: %9.0f a second, median %7.1f us, p99 %9.1f us, most %9.1f us, %zu bytes "
                "each, %d bad\n",
                what, time, static_cast<double>(targets.size()) / seconds, took[took.size() / 2],
                took[took.size() * 99 / 100], took.back(), bytes / targets.size(), bad);
  }
}

} // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fputs("usage: bench_service DATABASE BOOK\n", stderr);
    return 2;
  }
  service::ServiceOptions options;
  options.databases = {argv[1]};
  options.books = {argv[2]};
  auto begin = Clock::now();
  service::Service service{options};
  service::Request about;
  about.method = "GET";
  about.target = "/about";
  std::printf("open: %.3f s, ", std::chrono::duration<double>(Clock::now() - begin).count());
  begin = Clock::now();
  std::puts(service.answer(about).body->c_str());
  std::printf("first answer: %.3f s\n",
              std::chrono::duration<double>(Clock::now() - begin).count());

  const auto ask = [&](const char* what, const std::string& prefix, const std::string& behind,
                       std::size_t count, int plies) {
    std::vector<std::string> targets;
    for (const auto& fen : positions(argv[1], count, plies)) {
      targets.push_back(prefix + fen + behind);
    }
    measure(service, what, targets);
  };
  const std::string start = encoded(std::string{start_fen});
  measure(service, "explorer, start position", {"/explorer?fen=" + start});
  measure(service, "explorer, start, since 1990", {"/explorer?since=1990&fen=" + start});
  measure(service, "explorer, start, from games", {"/explorer?source=games&fen=" + start});
  ask("explorer, 20 plies", "/explorer?fen=", "", 3000, 20);
  ask("explorer, 20 plies, since 1990", "/explorer?since=1990&fen=", "", 1000, 20);
  ask("explorer, any ply", "/explorer?fen=", "", 500, 150);
  ask("queryall, 20 plies", "/chessdb.php?action=queryall&board=", "", 20000, 20);
  ask("queryall, any ply", "/chessdb.php?action=queryall&board=", "", 20000, 150);
  ask("querybest, any ply", "/chessdb.php?action=querybest&board=", "", 20000, 150);
  return 0;
}
