#include "cli/games/database_output.hpp"

#include "cli/files/game_files.hpp"
#include "cli/files/output.hpp"
#include "cli/games/report.hpp"
#include "cli/interrupt.hpp"
#include "cli/progress.hpp"
#include "cli/talk.hpp"
#include "jobs/annotation/stored_values.hpp"

#include <xq/base/translate.hpp>

#include <optional>
#include <utility>

namespace xq::cli {

namespace {

constexpr std::size_t write_size = std::size_t{1} << 20U;

/// Where the games go: one file, or one for each.
class Target {
public:
  Target(const GameFormatter& formatter, const GameOutputOptions& options, bool force)
      : m_formatter{formatter}, m_names{options.name_pattern} {
    if (!options.split.empty()) {
      m_split.emplace(formatter, options, force);
    } else if (formatter.one_game_a_file()) {
      m_files.emplace(options.output.path, options.format(), options.format(), force);
    } else {
      m_output.emplace(options.output.path);
      m_text = formatter.header();
    }
  }

  /// Whether much was written, so that there may be something to say.
  bool write(record::Game& game, OutputCounts& counts) {
    const bool written = m_formatter.write(m_text, game, counts);
    if (m_split) {
      if (written) {
        m_split->add(m_split->names(game), m_text);
      }
      m_text.clear();
      return written;
    }
    if (m_files && written) {
      m_files->write(m_names.name(game), std::exchange(m_text, {}));
      return true;
    }
    if (m_text.size() < write_size) {
      return false;
    }
    flush();
    return true;
  }

  void finish() {
    if (m_output) {
      flush();
      if (m_formatter.has_index()) {
        m_output->write(m_formatter.index(m_library));
        m_output->write(m_library);
      }
      m_output->write(m_formatter.footer());
    }
  }
  void commit() {
    if (m_output) {
      m_output->commit();
    } else if (m_split) {
      m_split->commit();
    } else {
      m_files->commit();
    }
  }

private:
  void flush() {
    if (m_formatter.has_index()) {
      m_library += m_text;
    } else {
      m_output->write(m_text);
    }
    m_text.clear();
  }

  const GameFormatter& m_formatter;
  GameNames m_names;
  std::optional<GameFiles> m_files;
  std::optional<SplitGameFiles> m_split;
  std::optional<Output> m_output;
  std::string m_text;
  std::string m_library; ///< of a format with an index, which stands before it
};

} // namespace

Exit write_games(SearchedGames& games, std::span<const std::int64_t> ids,
                 const GameOutputOptions& options, const RejectOptions& rejects,
                 const GlobalOptions& global) {
  const GameFormatter formatter{options, GameFormatter::Files::many};
  Progress progress{global, to_translate("exporting")};
  // That of games which cannot be read is complete, and is no place for others.
  const RejectOptions unwritable{games.are_from_files() ? std::string{} : rejects.path,
                                 rejects.strict};
  Report report{global, unwritable, progress, {}};
  Target target{formatter, options, global.force};
  OutputCounts counts;
  Findings findings;
  std::uint64_t written = 0;
  jobs::StoredValues values{games.database()};
  games.read(ids, [&](record::Game& game, std::int64_t id) {
    ++written;
    game.source = games.name();
    values.add_to(game, id, analysis::ValueWords::remarks);
    const bool much = target.write(game, counts);
    findings.add(game);
    if (much) {
      report.take(std::exchange(findings, {}));
      if (!progress.update(written, ids.size(), written)) {
        throw_if_interrupted();
      }
    }
    return true;
  });
  target.finish();
  report.take(findings);
  target.commit();
  if (written == 0) {
    progress.clear();
    games.say_none();
  }
  const Exit exit = report.finish();
  if (!global.quiet) {
    talk_lines(formatter.summary(counts, global.json));
  }
  return written == 0 ? Exit::negative : games.status() != Exit::ok ? games.status() : exit;
}

} // namespace xq::cli
