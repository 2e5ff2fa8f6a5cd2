#include "jobs/reports/standings.hpp"
#include "service/games/answers.hpp"
#include "service/games/asked_games.hpp"

#include <xq/base/translate.hpp>
#include <xq/reports.hpp>

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace xq::service {

namespace {

using Clock = std::chrono::steady_clock;

/// The answer is in memory as a whole: some 300 bytes a game.
constexpr std::int64_t most_games = 10'000;
/// The time for a report that reads all games of a database to say what is common.
constexpr std::chrono::seconds longest{10};

/// A parameter without which there is no report.
std::string required(const Parameters& query, std::string_view name, std::string_view what) {
  const auto text = query.get(name);
  if (text.empty()) {
    throw HttpError{400, localized("{}= is missing. Give {}.", name, what)};
  }
  return std::string{text};
}

/// The filters of a question about one player or event, which `taken` would name again.
store::Filter read_other_filters(const Parameters& query, std::string_view taken) {
  if (!query.get(taken).empty()) {
    throw HttpError{400, localized("{}= is no filter of this report. Give name=.", taken)};
  }
  return read_asked_games(query).filter;
}

/// Refuses more than most_games games. The filters are disjoint.
void require_few(GameFile& file, std::span<const store::Filter> filters) {
  const GameFile::Lease reader{file.readers()};
  std::int64_t games = 0;
  for (const auto& filter : filters) {
    games += reader->games.count(filter);
  }
  if (games > most_games) {
    throw HttpError{400, localized("There are {} games, and a report has at most {}. Choose some, "
                                   "by since= and until= for example.",
                                   games, most_games)};
  }
}

/// What `make(path)` reports of the games that pass one of `filters`, as JSON.
template <typename F>
Response answer_report(const Library& library, AnswerCache& cache, const Call& call,
                       std::string_view what, std::span<const store::Filter> filters, F&& make) {
  return answer_of_database(library, cache, call, what, [&](GameFile& file) {
    require_few(file, filters);
    return as_json(file.read_by_path(make));
  });
}

/// Says no when `longest` is over.
class TimeLimit {
public:
  [[nodiscard]] bool operator()() const { return Clock::now() < m_end; }

private:
  Clock::time_point m_end = Clock::now() + longest;
};

Response answer_of_player(const Library& library, AnswerCache& cache, const Call& call,
                          const std::string& opponent) {
  const auto player = required(call.query, "name", translate("a part of the player's name"));
  const auto filter = read_other_filters(call.query, "player");
  reports::PlayerOptions options;
  options.against = opponent;
  options.common = static_cast<std::size_t>(
      call.query.number("common", static_cast<std::int64_t>(options.common), 1, 1'000'000'000));
  options.plies = static_cast<int>(call.query.number("max-ply", options.plies, 1, 1'000));
  std::vector<store::Filter> counted{filter};
  if (opponent.empty()) {
    counted[0].player = player;
  } else {
    counted.push_back(filter);
    counted[0].red = counted[1].black = player;
    counted[0].black = counted[1].red = opponent;
  }
  return answer_report(library, cache, call, opponent.empty() ? "player" : "opponent", counted,
                       [&](const std::string& path) {
                         try {
                           return reports::player_report(path, filter, player, options,
                                                         TimeLimit{});
                         } catch (const Interrupted&) {
                           throw HttpError{503, localized("The report takes more than {} seconds "
                                                          "here. Make it with xq report on the "
                                                          "server.",
                                                          longest.count())};
                         }
                       });
}

reports::Scoring read_scoring(const Parameters& query) {
  const auto text = query.get("points");
  return text.empty() ? reports::Scoring{} : read_named("points", text, reports::read_scoring);
}

std::optional<reports::Ranking> read_ranking(const Parameters& query) {
  const auto text = query.get("ranking", "auto");
  std::string known = "auto";
  for (std::size_t i = 0; i < reports::ranking_count; ++i) {
    const auto ranking = static_cast<reports::Ranking>(i);
    if (text == name(ranking)) {
      return ranking;
    }
    known += fmt::format(", {}", name(ranking));
  }
  if (text != "auto") {
    throw HttpError{400, localized("ranking= is not understood. Give one of {}.", known)};
  }
  return std::nullopt;
}

} // namespace

Response answer_player_report(const Library& library, AnswerCache& cache, const Call& call) {
  return answer_of_player(library, cache, call, {});
}

Response answer_opponent_report(const Library& library, AnswerCache& cache, const Call& call) {
  return answer_of_player(
      library, cache, call,
      required(call.query, "other", translate("a part of the opponent's name")));
}

Response answer_event_report(const Library& library, AnswerCache& cache, const Call& call) {
  const std::array events{required(call.query, "name", translate("a part of the event's name"))};
  const auto filter = read_other_filters(call.query, "event");
  const reports::EventOptions options{read_scoring(call.query), read_ranking(call.query)};
  std::array counted{filter};
  counted[0].event = events[0];
  return answer_report(library, cache, call, "event", counted, [&](const std::string& path) {
    return reports::event_report(path, filter, events, options);
  });
}

} // namespace xq::service
