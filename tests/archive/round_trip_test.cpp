// Many games of the archive through every format that is read and written, and back.
// XQ_ROUND_TRIP_GAMES=20000 takes more of them.

#include "base/text/text.hpp"
#include "support/catch.hpp"
#include "support/scratch_folder.hpp"
#include "support/shared_data.hpp"

#include <xq/base/error.hpp>
#include <xq/board/fen.hpp>
#include <xq/format/format.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

using namespace xq;
using record::Game;

namespace {

constexpr auto npos = std::string::npos;
constexpr std::size_t usual_count = 2000;

std::size_t wanted_games() {
  const char* const given = std::getenv("XQ_ROUND_TRIP_GAMES");
  return given == nullptr ? usual_count : std::strtoull(given, nullptr, 10);
}

/// Read games of `path` in order, usable or not, and call take(game) while it returns true.
template <typename Take>
void read_while(const std::string& path, Take&& take) {
  const std::vector<std::string> inputs{path};
  format::ReadOptions options;
  options.threads = 2;
  bool more = true;
  const auto stop = [&](const format::ReadProgress&) { return more; };
  try {
    format::read_games<std::vector<Game>>(
        inputs, options, [](Game& game, std::vector<Game>& out) { out.push_back(game); },
        [&](std::vector<Game>&& batch) {
          for (const auto& game : batch) {
            more = more && take(game);
          }
        },
        [](const format::FileProblem& found) { FAIL(found.source + found.problem.message); }, stop);
  } catch (const Interrupted&) { // has enough
  }
}

const std::vector<Game>& first_games() {
  static const auto games = [] {
    std::vector<Game> out;
    read_while(support::shared(support::archive).string(), [&](const Game& game) {
      if (game.usable()) {
        out.push_back(game);
      }
      return out.size() < wanted_games();
    });
    return out;
  }();
  return games;
}

bool same_moves(const Game& a, const Game& b, bool main_moves_only) {
  std::vector<Move> in_a;
  std::vector<Move> in_b;
  a.main_moves(in_a);
  b.main_moves(in_b);
  return in_a == in_b && (main_moves_only || a.node_count() == b.node_count());
}

/// Headers that every format keeps elsewhere, or not at all when they are empty.
bool is_own(const Game::Tag& tag) {
  return !trim(tag.value).empty() && tag.name != "FEN" && tag.name != "Result";
}

/// Without blanks at the ends, and with what XML has for control characters: eight damaged names of
/// the archive have one.
std::string comparable(std::string_view value) {
  std::string out;
  for (const char c : trim(value)) {
    if (static_cast<unsigned char>(c) < 0x20) {
      append_utf8(out, static_cast<char32_t>(0x2400 + c));
    } else {
      out += c;
    }
  }
  return out;
}

/// A header that is not as it was, unless a loss tells of it; empty when there is none.
std::string first_difference(const Game& game, const Game& back,
                             const std::vector<Problem>& losses) {
  const auto told = [&](std::string_view value) {
    return std::any_of(losses.begin(), losses.end(),
                       [&](const Problem& loss) { return loss.token == value; });
  };
  for (std::size_t i = 0; i < game.tag_count(); ++i) {
    const auto tag = game.tag_at(i);
    if (is_own(tag) && comparable(back.tag(tag.name)) != comparable(tag.value) &&
        !told(tag.value)) {
      return std::string{tag.name} + ": " + std::string{tag.value} + " -> " +
             std::string{back.tag(tag.name)};
    }
  }
  return {};
}

struct RoundTrip {
  std::string format;
  bool has_headers = true;
  bool has_tree = true;
};

std::string written(const support::ScratchFolder& folder, const RoundTrip& target) {
  const auto writer = format::make_writer(target.format, {});
  const bool many_files = format::find_format(target.format)->one_game_a_file;
  auto path = folder.file("games." + target.format);
  std::ofstream file;
  if (many_files) {
    std::filesystem::create_directory(path);
  } else {
    file.open(path, std::ios::binary);
  }
  std::string text;
  for (std::size_t i = 0; i < first_games().size(); ++i) {
    writer->game(text, first_games()[i]);
    if (many_files) {
      std::ofstream{fmt::format("{}/{:06}.{}", path, i, target.format), std::ios::binary} << text;
      text.clear();
    }
  }
  file << writer->file(text);
  return path;
}

} // namespace

TEST_CASE("games of the archive come back from every format with their moves and headers",
          "[threads]") {
  support::skip_without(support::archive);
  REQUIRE(first_games().size() == wanted_games());
  for (const auto& target :
       {RoundTrip{"pgn"}, RoundTrip{"xml"}, RoundTrip{"cbf"}, RoundTrip{"pfc"},
        RoundTrip{"dhtmlxq"}, RoundTrip{"jsonl"}, RoundTrip{"xqf"}, RoundTrip{"cbr"},
        RoundTrip{"cbl"}, RoundTrip{"uci", false, false}, RoundTrip{"epd", false, false}}) {
    INFO(target.format);
    const support::ScratchFolder folder;
    const auto path = written(folder, target);
    const auto writer = format::make_writer(target.format, {});
    std::size_t next = 0;
    std::size_t other_moves = 0;
    std::size_t other_headers = 0;
    std::size_t with_losses = 0;
    read_while(path, [&](const Game& back) {
      REQUIRE(next < first_games().size());
      const auto& game = first_games()[next++];
      std::vector<Problem> losses;
      writer->losses(game, losses);
      const bool same_start =
          write_short_fen(back.start()) == write_short_fen(game.start()) ||
          std::any_of(losses.begin(), losses.end(), [](const Problem& loss) {
            return loss.message.find("side to move of a position without moves") != npos;
          });
      const bool same = back.usable() && same_start && back.result() == game.result() &&
                        same_moves(game, back, !target.has_tree);
      if (!same && ++other_moves <= 3) {
        UNSCOPED_INFO("game " << next << " has other moves");
      }
      with_losses += losses.empty() ? 0U : 1U;
      const auto difference = first_difference(game, back, losses);
      if (target.has_headers && !difference.empty() && ++other_headers <= 3) {
        UNSCOPED_INFO("game " << next << ": " << difference);
      }
      return true;
    });
    CHECK(next == first_games().size());
    CHECK(other_moves == 0);
    CHECK(other_headers == 0);
    WARN(target.format << ": " << next << " games, " << with_losses
                       << " with losses that are told");
  }
}
