#include "base/files/unnamed_file.hpp"
#include "base/os/file.hpp"
#include "base/spare_pool.hpp"
#include "base/workers.hpp"
#include "book/book_rows.hpp"
#include "book/builder/game_pool.hpp"
#include "book/builder/recorder.hpp"
#include "book/builder/row_sorter.hpp"
#include "book/file/lock.hpp"
#include "book/file/provenance.hpp"
#include "book/file/write.hpp"
#include "sqlite/new_database.hpp"
#include "sqlite/sqlite.hpp"

#include <xq/base/error.hpp>
#include <xq/book/book.hpp>
#include <xq/book/build.hpp>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace xq::book {

namespace {

constexpr std::size_t plies_at_a_time = 32768; ///< of sequences that are counted in one go

/// Half of the memory when games are named, if that is enough.
std::size_t memory_for_rows(const BuildOptions& options) {
  return options.samples == 0
             ? options.memory
             : std::max(options.memory / 2, std::min(options.memory, Sorter::least_memory));
}

} // namespace

struct Builder::State {
  State(const std::string& path, const BuildOptions& build_options)
      : options{build_options},
        old_lock{options.append && os::status_of(path) ? std::make_unique<ReplaceLock>(path)
                                                       : nullptr},
        target{path, sqlite::NewFile::Existing::replace},
        sequence_memory{memory_for_rows(options) / 16},
        sorter{memory_for_rows(options), folder_of(path), options.threads} {
    if (options.samples > 0) { // half of what is left: its memory grows by doubling
      samples.emplace(options.memory / 16 * 3, folder_of(path));
      names.emplace(options.memory / 16, folder_of(path));
    }
    if (old_lock) {
      open_old(path);
    }
  }

  void open_old(const std::string& path) {
    old.emplace(path);
    require_whole(path, old->info());
    if (old->info().max_ply != options.max_ply) {
      throw make_error<UsageError>("{} was built with --max-ply {} (0: all plies). Add games with "
                                   "the same limit",
                                   path, old->info().max_ply);
    }
    if (old->info().samples != options.samples) {
      throw make_error<UsageError>(
          "{} was built with --keep-games {} (0: none). Add games with the "
          "same number",
          path, old->info().samples);
    }
    totals.games_before = old->info().games;
  }

  /// Keep which games played a move, for the book's table of samples, and the names of these games.
  void add_names(const BatchContents& batch) {
    std::string item;
    for (const provenance::Sample& sample : batch.samples) {
      item.clear();
      provenance::append(item, sample);
      samples->add(item);
    }
    for (const std::string& name : batch.names) {
      names->add(name);
    }
  }

  /// Samples and games, those of the old book included; empty when none are kept.
  ProvenanceSource provenance_source() {
    ProvenanceSource source;
    if (options.samples == 0) {
      return source;
    }
    source.samples = samples->finish();
    source.games = names->finish();
    if (old) {
      old_names.emplace(old->path(), sqlite::Database::Mode::read_only);
      source = merge(std::move(source), read_provenance(*old_names));
    }
    return source;
  }

  /// Make rows of the sequences that wait.
  void count_sequences() {
    sequences.count(sorter.lanes(), plies_at_a_time);
    totals.records = sorter.games();
  }

  /// Merge the new rows with those of the old book, and write them.
  void write_with_old(BookInfo& info, const BuildProgress& progress) {
    ProvenanceSource names_source = provenance_source();
    const auto judged = merged_evaluations(std::span{&old->path(), 1});
    std::vector<std::unique_ptr<RowSource>> sources;
    sources.push_back(sorter.rows());
    sources.push_back(read_rows(std::move(*old)));
    auto rows = merge(std::move(sources));
    if (options.threads > 1) {
      rows = read_ahead(std::move(rows));
    }
    write_book(target.path(), *rows, info, options.threads, progress, &names_source, &judged);
  }

  /// Sort the parts on all threads, and write them in their order.
  void write_parts(BookInfo& info, const BuildProgress& progress) {
    const unsigned threads = std::max(options.threads, 1U);
    sorter.finish(jobs_at_once(threads));
    SparePool<Sorter::Scratch> pool{[] { return std::make_unique<Sorter::Scratch>(); }};
    std::size_t number = 0;
    const auto next = [&]() -> MakeRows {
      if (number == sorter.parts()) {
        return {};
      }
      return [this, &pool, part = number++](RowSink& out) {
        const SparePool<Sorter::Scratch>::Lease scratch{pool};
        sorter.part(part, *scratch, out);
      };
    };
    ProvenanceSource names_source = provenance_source();
    write_book(target.path(), next, info, threads, progress, &names_source);
  }

  BuildOptions options;
  std::unique_ptr<ReplaceLock> old_lock; ///< until the new book is in its place
  std::optional<Book> old;
  sqlite::NewFile target;
  GamePool sequences;
  std::size_t sequence_memory; ///< bytes that sequences may take before they are counted
  Sorter sorter;
  std::optional<ByteSorter> samples;
  std::optional<ByteSorter> names;
  std::optional<sqlite::Database> old_names; ///< the old book once more, for its samples
  BuildTotals totals;
};

Builder::Builder(const std::string& path, const BuildOptions& options)
    : m_state{std::make_unique<State>(path, options)} {}

Builder::~Builder() = default;

Recorder Builder::recorder() const {
  return Recorder{m_state->options.max_ply, m_state->options.samples > 0};
}

void Builder::add(const Batch& batch) {
  State& s = *m_state;
  const BatchContents& contents = *batch.m_contents;
  s.sequences.add(contents.sequences);
  s.totals.games += contents.games;
  if (s.samples) {
    s.add_names(contents);
  }
  if (s.sequences.bytes() >= s.sequence_memory) {
    s.count_sequences();
  }
}

BuildTotals Builder::finish(const BuildProgress& progress) {
  State& s = *m_state;
  s.count_sequences();
  BookInfo info;
  info.max_ply = s.options.max_ply;
  info.min_games = s.options.min_games;
  info.samples = s.options.samples;
  info.games = s.totals.games_before + s.totals.games;
  s.old ? s.write_with_old(info, progress) : s.write_parts(info, progress);
  s.totals.runs = s.sorter.runs_written();
  s.target.commit();
  s.totals.positions = info.positions;
  s.totals.moves = info.moves;
  s.totals.judged = info.judged;
  return s.totals;
}

} // namespace xq::book
