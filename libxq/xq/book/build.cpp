#include <xq/base/error.hpp>
#include <xq/book/book.hpp>
#include <xq/book/build.hpp>
#include <xq/book/lock.hpp>
#include <xq/book/merge.hpp>
#include <xq/book/sorter.hpp>
#include <xq/book/write.hpp>
#include <xq/store/new_file.hpp>

#include <filesystem>
#include <optional>
#include <utility>
#include <vector>

namespace xq::book {

namespace {

std::string folder_of(const std::string& path) {
  const auto slash = path.find_last_of('/');
  return slash == std::string::npos ? "." : path.substr(0, slash + 1);
}

} // namespace

struct Builder::State {
  State(const std::string& path, const BuildOptions& build_options)
      : options{build_options},
        old_lock{options.append && std::filesystem::exists(path)
                     ? std::make_unique<ReplaceLock>(path)
                     : nullptr},
        target{path, store::NewFile::Existing::replace},
        sorter{options.memory, folder_of(path)} {
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
    totals.games_before = old->info().games;
  }

  /// The new rows, and those of the old book.
  std::unique_ptr<RowSource> rows() {
    std::vector<std::unique_ptr<RowSource>> sources;
    sources.push_back(sorter.finish());
    if (old) {
      sources.push_back(Book::read(std::move(*old)));
    }
    return at_least(merge(std::move(sources)), options.min_games);
  }

  BuildOptions options;
  std::unique_ptr<ReplaceLock> old_lock; ///< until the new book is in its place
  std::optional<Book> old;
  store::NewFile target;
  Sorter sorter;
  BuildTotals totals;
};

Builder::Builder(const std::string& path, const BuildOptions& options)
    : m_state{std::make_unique<State>(path, options)} {}

Builder::~Builder() = default;

Recorder Builder::recorder() const noexcept { return Recorder{m_state->options.max_ply}; }

void Builder::add(const Batch& batch) {
  m_state->sorter.add(batch.records);
  m_state->totals.games += batch.games;
  m_state->totals.records += batch.records.size();
}

BuildTotals Builder::finish(const BuildProgress& progress) {
  State& s = *m_state;
  auto rows = s.rows();
  if (s.options.threads > 1) {
    rows = read_ahead(std::move(rows));
  }
  s.totals.runs = s.sorter.runs_written();
  BookInfo info;
  info.max_ply = s.options.max_ply;
  info.min_games = s.options.min_games;
  info.games = s.totals.games_before + s.totals.games;
  write_book(s.target.path(), *rows, info, progress);
  s.target.commit();
  s.totals.positions = info.positions;
  s.totals.moves = info.moves;
  return s.totals;
}

} // namespace xq::book
