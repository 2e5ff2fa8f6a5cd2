#include "cli/games/searched_games.hpp"

#include "cli/talk.hpp"
#include "store/names/name_match.hpp"

#include <xq/base/translate.hpp>
#include <xq/store/game_database.hpp>

#include <string>
#include <utility>

namespace xq::cli {

namespace {

/// Where a name of the filter is part of none in the database, say which was probably meant.
void say_near_names(store::GameDatabase& database, const store::Filter& filter) {
  struct Asked {
    std::string store::Filter::*text;
    record::NameKind kind;
  };
  for (const auto& [text, kind] : {Asked{&store::Filter::player, record::NameKind::player},
                                   Asked{&store::Filter::red, record::NameKind::player},
                                   Asked{&store::Filter::black, record::NameKind::player},
                                   Asked{&store::Filter::event, record::NameKind::event},
                                   Asked{&store::Filter::site, record::NameKind::site}}) {
    const std::string& wanted = filter.*text;
    if (wanted.empty()) {
      continue;
    }
    store::Filter alone;
    (kind == record::NameKind::player ? alone.player : alone.*text) = wanted;
    alone.names = filter.names;
    if (database.count(alone) != 0) {
      continue;
    }
    const auto near = store::near_name(database.sqlite(), kind, wanted);
    if (!near.empty()) {
      talk("xq: no game has the name {}. Did you mean {}?\n", cell(wanted), cell(near));
    }
  }
}

} // namespace

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
