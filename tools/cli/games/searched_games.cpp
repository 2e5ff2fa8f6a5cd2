#include "cli/games/searched_games.hpp"

#include "cli/games/near_names.hpp"
#include "cli/talk.hpp"

#include <xq/base/translate.hpp>

#include <utility>

namespace xq::cli {

SearchedGames::SearchedGames(const GameSourceOptions& source, const FilterOptions& filter,
                             const GlobalOptions& global, const RejectOptions& rejects,
                             const WxfStyleOption& wxf)
    : m_name{source.name()}, m_filter{filter.filter} {
  if (!source.database.empty()) {
    m_database.emplace(source.database);
    return;
  }
  m_files.emplace();
  m_status = read_files(source, filter, global, rejects, wxf);
  m_database.emplace(m_files->finish());
  m_filter.games.clear(); // the numbers of the database are others
}

Exit SearchedGames::read_files(const GameSourceOptions& source, const FilterOptions& filter,
                               const GlobalOptions& global, const RejectOptions& rejects,
                               const WxfStyleOption& wxf) {
  struct Batch {
    jobs::FileGames::Batch games;
    Findings findings;
  };
  Progress progress{global, to_translate("reading")};
  Report report{global, rejects, progress, source.input.inputs};
  auto options = source.input.read_options(global, wxf);
  filter.restrict(options);
  report.watch(options);
  format::read_games<Batch>(
      source.input.inputs, options,
      [](record::Game& game, Batch& batch) {
        batch.findings.add(game);
        if (game.usable()) {
          batch.games.add(game);
        }
      },
      [&](Batch&& batch) {
        report.take(batch.findings);
        m_files->add(batch.games);
      },
      [&](const format::FileProblem& problem) { report.take(problem); }, progress.function());
  return report.finish();
}

void SearchedGames::say_none() {
  talk("xq: {}: no game matches\n", m_name);
  if (m_files) { // those that pass alone are in its database
    return;
  }
  say_near_names(*m_database, m_filter);
}

jobs::GamePage SearchedGames::page(const jobs::FoundGames& found,
                                   const jobs::PageQuestion& wanted) {
  auto question = wanted;
  if (m_files && question.after) {
    question.after = m_files->number_of(*question.after);
  }
  return jobs::choose_page(*m_database, found, m_filter, question);
}

std::int64_t SearchedGames::number(std::int64_t id) const {
  return m_files ? m_files->place_of(id) : id;
}

void SearchedGames::read(std::span<const std::int64_t> ids,
                         const std::function<bool(record::Game& game, std::int64_t id)>& visit) {
  m_database->read(ids, [&](record::Game& game) {
    const auto id = static_cast<std::int64_t>(game.number);
    game.number = static_cast<std::uint64_t>(number(id));
    return visit(game, id);
  });
}

} // namespace xq::cli
